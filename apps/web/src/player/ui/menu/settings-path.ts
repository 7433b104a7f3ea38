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
