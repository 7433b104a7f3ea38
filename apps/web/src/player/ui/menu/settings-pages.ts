import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';

const VIEWS = [
  'quality',
  'audio',
  'captions',
  'captions/second',
  'captions/opensubtitles',
  'captions/settings',
  'captions/transcript',
  'playback',
  'chapters',
  'thumbnails',
] as const;

export type SettingsView = 'root' | (typeof VIEWS)[number];

const ROOT = '/settings';

/** The path of a view, or of an extra page. */
export function settingsPath(view: string): string {
  return view === 'root' ? ROOT : `${ROOT}/${view}`;
}

/** The view that a path names; an unknown one is the first page. */
export function settingsView(path: string | null): SettingsView | null {
  const inside = insideSettings(path);
  if (inside === null) return null;
  return VIEWS.find((view) => inside === view) ?? 'root';
}

/** The part after `/settings/`; null when another panel is open. */
export function insideSettings(path: string | null): string | null {
  const [overlay, ...rest] = (path ?? '').split('/').filter((part) => part !== '');
  return overlay === 'settings' ? rest.join('/') : null;
}

/** `captions/settings` belongs to `captions`, which belongs to the first page. */
export function parentView(view: string): string {
  const cut = view.lastIndexOf('/');
  return cut === -1 ? 'root' : view.slice(0, cut);
}

export interface ExtraPageProps {
  /** The page that was left last; the row that leads to it gets the focus. */
  readonly cameFrom: string;
  /** Opens another page by its path. */
  readonly onOpen: (path: string) => void;
  /** Closes the menu after a choice. */
  readonly onDone: () => void;
}

/** A settings page from outside the player: sources, downloads. */
export interface ExtraPage {
  /** The part after `/settings/`: `download`, and inside it `download/ios`. */
  readonly path: string;
  readonly title: string;
  readonly View: ComponentType<ExtraPageProps>;
  /** Also opens without a stream. */
  readonly needsNoStream?: boolean;
  /** Its row on the first page; nested pages have none. */
  readonly row?: { readonly icon: LucideIcon; readonly value?: ReactNode } | undefined;
}

interface ExtraPages {
  readonly pages: readonly ExtraPage[];
  /** Links out of the menu, below the rows of the pages. */
  readonly Rows?: ComponentType;
}

/** Provided by the page that shows the player. */
export const ExtraPagesContext = createContext<ExtraPages>({ pages: [] });

export const useExtraPages = (): ExtraPages => useContext(ExtraPagesContext);
