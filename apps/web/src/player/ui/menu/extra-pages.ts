import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';

export interface FurtherPageProps {
  /** Which page was left last: the row that led to it has the focus. */
  readonly cameFrom: string;
  /** To another page, by its path. */
  readonly onOpen: (path: string) => void;
  /** Everything is chosen: the menu closes. */
  readonly onDone: () => void;
}

/** A page of the settings about what the player knows nothing of: sources, downloads. */
export interface FurtherPage {
  /** Under `/settings/`: `download`, and behind it `download/ios`. */
  readonly path: string;
  readonly title: string;
  readonly View: ComponentType<FurtherPageProps>;
  /** It can be opened by itself where there is no film to set. */
  readonly needsNoFilm?: boolean;
  /** The row of the first page that leads to it; pages further in have none. */
  readonly row?: { readonly icon: LucideIcon; readonly value?: ReactNode } | undefined;
}

interface FurtherPages {
  readonly pages: readonly FurtherPage[];
  /** Below the rows of the pages: what leads out of the menu. */
  readonly Rows?: ComponentType;
}

/** Handed in by whoever shows the player. */
export const FurtherPagesContext = createContext<FurtherPages>({ pages: [] });

export const useFurtherPages = (): FurtherPages => useContext(FurtherPagesContext);
