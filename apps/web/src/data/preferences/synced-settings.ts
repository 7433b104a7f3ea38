// Which settings an account carries from device to device, under the contract's names, and where they live here.
import { MAX_ORDERED, Settings } from '@matinee/shared/contract/settings';
import { bookmarksStore, updateBookmarks } from '#data/user-data/bookmarks.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { captionStore, saveCaptions } from './captions.ts';
import { languageStore, setLanguage } from './language.ts';
import { playbackStore, setPlayback } from './playback.ts';
import { readTheme, setTheme, themeStore } from './theme.ts';

export type SettingName = keyof Settings;

/** Keys to other people's services stay where they were typed in; the rest of the list below has a store of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'applicationTheme',
  'applicationLanguage',
  'defaultSubtitleLanguage',
  'proxyUrls',
  'bookmarkOrder',
  'traktKey',
  'febboxKey',
  'debridToken',
  'debridService',
  'tidbKey',
]);

const isSettingName = (name: string): name is SettingName => name in Settings.shape;

const PREFERENCES = Object.keys(Settings.shape)
  .filter(isSettingName)
  .filter((name) => !ELSEWHERE.has(name));

/** The local settings. One never set is absent, or null where the account must learn of a reset. */
export function localSettings(): Settings {
  const { lastSelectedLanguage } = captionStore.getState();
  const { language } = languageStore.getState();
  const { order } = bookmarksStore.getState();
  const preferences: Readonly<Record<string, unknown>> = playbackStore.getState();
  const chosen = PREFERENCES.map((name) => [name, preferences[name]] as const);
  const readable = chosen.filter(
    ([name, value]) => value !== undefined && Settings.shape[name].safeParse(value).success,
  );
  return Settings.parse({
    ...Object.fromEntries(readable),
    applicationTheme: themeStore.getState().theme,
    proxyUrls: sessionStore.getState().proxySet,
    // Logging out empties the order here, which is no reason to empty the account's.
    ...(order.length > 0 && { bookmarkOrder: order.slice(0, MAX_ORDERED) }),
    applicationLanguage: language,
    defaultSubtitleLanguage: lastSelectedLanguage,
  });
}

/** From an account. What is null there is back at its default here. */
export function applySettings(settings: Settings): void {
  const { applicationTheme, applicationLanguage, defaultSubtitleLanguage } = settings;
  const { bookmarkOrder, proxyUrls } = settings;
  if (applicationTheme !== undefined) setTheme(readTheme(applicationTheme));
  if (applicationLanguage !== undefined) setLanguage(applicationLanguage || null);
  if (defaultSubtitleLanguage !== undefined)
    saveCaptions({ lastSelectedLanguage: defaultSubtitleLanguage || null });
  if (bookmarkOrder !== undefined)
    updateBookmarks((state) => ({ ...state, order: bookmarkOrder ?? [] }));
  if (proxyUrls !== undefined) updateSession({ proxySet: proxyUrls });
  const preferences = PREFERENCES.filter((name) => settings[name] !== undefined);
  if (preferences.length > 0)
    setPlayback(Object.fromEntries(preferences.map((name) => [name, settings[name] ?? undefined])));
}

/** As a server or a file tells them; one odd value does not cost the others. */
export function readSettings(answer: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(answer[name]);
    return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
  });
  return Settings.parse(Object.fromEntries(entries));
}
