// The settings that an account syncs between devices, by the contract's names.
import { MAX_ORDERED, Settings } from '@matinee/shared/contract/settings';
import { bookmarksStore, updateBookmarks } from '#data/user-data/bookmarks.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { captionStore, saveCaptions } from './captions.ts';
import { languageStore, setLanguage } from './language.ts';
import { playbackStore, setPlayback } from './playback.ts';
import { readTheme, setTheme, themeStore } from './theme.ts';

type SettingName = keyof Settings;

/**
 * Where each setting of the contract is stored here; one without an entry does not compile. `preferences`: under its name in
 * `playbackStore`. `own`: in a store of its own, see below. `unused`: keys of other services, which must not leave this browser.
 */
const STORED_IN: Readonly<Record<SettingName, 'preferences' | 'own' | 'unused'>> = {
  applicationTheme: 'own',
  applicationLanguage: 'own',
  defaultSubtitleLanguage: 'own',
  proxyUrls: 'own',
  traktKey: 'unused',
  febboxKey: 'unused',
  debridToken: 'unused',
  debridService: 'unused',
  tidbKey: 'unused',
  customTheme: 'preferences',
  sourceOrder: 'preferences',
  disabledSources: 'preferences',
  embedOrder: 'preferences',
  disabledEmbeds: 'preferences',
  homeSectionOrder: 'preferences',
  lastSuccessfulSource: 'preferences',
  bookmarkOrder: 'own',
  keyboardShortcuts: 'preferences',
  enableAutoplay: 'preferences',
  enableSkipCredits: 'preferences',
  enableAutoSkipSegments: 'preferences',
  enableDiscover: 'preferences',
  enableImageLogos: 'preferences',
  enableThumbnails: 'preferences',
  enableFeatured: 'preferences',
  enableDetailsModal: 'preferences',
  enableCarouselView: 'preferences',
  enableMinimalCards: 'preferences',
  forceCompactEpisodeView: 'preferences',
  enableSourceOrder: 'preferences',
  enableEmbedOrder: 'preferences',
  enableLastSuccessfulSource: 'preferences',
  proxyTmdb: 'preferences',
  enableLowPerformanceMode: 'preferences',
  enableNativeSubtitles: 'preferences',
  enableHoldToBoost: 'preferences',
  manualSourceSelection: 'preferences',
  enableDoubleClickToSeek: 'preferences',
  enableAutoResumeOnPlaybackError: 'preferences',
  enablePauseOverlay: 'preferences',
};

const isSettingName = (name: string): name is SettingName => name in Settings.shape;

const PREFERENCES = Object.keys(STORED_IN)
  .filter(isSettingName)
  .filter((name) => STORED_IN[name] === 'preferences');

/** Settings that were never set are absent, or null where the account must receive a reset. */
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
    // Signing out empties the order here, which must not empty the account's.
    ...(order.length > 0 && { bookmarkOrder: order.slice(0, MAX_ORDERED) }),
    applicationLanguage: language,
    defaultSubtitleLanguage: lastSelectedLanguage,
  });
}

/** Null resets a setting to its default. */
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

/** Parses the settings of a server or a file. Invalid values are dropped. */
export function readSettings(values: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(values[name]);
    return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
  });
  return Settings.parse(Object.fromEntries(entries));
}
