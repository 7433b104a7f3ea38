const VIEWS = ['quality', 'audio', 'playback'] as const;

export type SettingsView = 'root' | (typeof VIEWS)[number];

const ROOT = '/settings';

export function settingsPath(view: SettingsView): string {
  return view === 'root' ? ROOT : `${ROOT}/${view}`;
}

/** Which page of the settings an overlay path names; a page that does not exist is the first one. */
export function settingsView(path: string | null): SettingsView | null {
  const [overlay, ...rest] = (path ?? '').split('/').filter((part) => part !== '');
  if (overlay !== 'settings') return null;
  return VIEWS.find((view) => rest.join('/') === view) ?? 'root';
}

/** `captions/settings` belongs to `captions`, and that to the first page. */
export function parentView(view: SettingsView): SettingsView {
  const parent = view.split('/').slice(0, -1).join('/');
  return VIEWS.find((candidate) => candidate === parent) ?? 'root';
}
