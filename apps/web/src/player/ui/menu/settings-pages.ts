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
  'thumbnails',
] as const;

export type SettingsView = 'root' | (typeof VIEWS)[number];

const ROOT = '/settings';

/** Of a view of ours, or of a page that was added to them. */
export function settingsPath(view: string): string {
  return view === 'root' ? ROOT : `${ROOT}/${view}`;
}

/** Which page of the settings an overlay path names; a page that does not exist is the first one. */
export function settingsView(path: string | null): SettingsView | null {
  const inside = insideSettings(path);
  if (inside === null) return null;
  return VIEWS.find((view) => inside === view) ?? 'root';
}

/** What follows `/settings/`; null when something else is open. */
export function insideSettings(path: string | null): string | null {
  const [overlay, ...rest] = (path ?? '').split('/').filter((part) => part !== '');
  return overlay === 'settings' ? rest.join('/') : null;
}

/** `captions/settings` belongs to `captions`, and that to the first page. */
export function parentView(view: string): string {
  const cut = view.lastIndexOf('/');
  return cut === -1 ? 'root' : view.slice(0, cut);
}

export interface ExtraPageProps {
  /** Which page was left last: the row that led to it has the focus. */
  readonly cameFrom: string;
  /** To another page, by its path. */
  readonly onOpen: (path: string) => void;
  /** Everything is chosen: the menu closes. */
  readonly onDone: () => void;
}

/** A page of the settings about what the player knows nothing of: sources, downloads. */
export interface ExtraPage {
  /** Under `/settings/`: `download`, and behind it `download/ios`. */
  readonly path: string;
  readonly title: string;
  readonly View: ComponentType<ExtraPageProps>;
  /** It can be opened by itself where there is no film to set. */
  readonly needsNoFilm?: boolean;
  /** The row of the first page that leads to it; pages further in have none. */
  readonly row?: { readonly icon: LucideIcon; readonly value?: ReactNode } | undefined;
}

interface ExtraPages {
  readonly pages: readonly ExtraPage[];
  /** Below the rows of the pages: what leads out of the menu. */
  readonly Rows?: ComponentType;
}

/** Handed in by whoever shows the player. */
export const ExtraPagesContext = createContext<ExtraPages>({ pages: [] });

export const useExtraPages = (): ExtraPages => useContext(ExtraPagesContext);
