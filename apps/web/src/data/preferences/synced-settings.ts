// The settings that an account syncs between devices, by the contract's names.
import { MAX_ORDERED, Settings } from '@matinee/shared/contract/settings';
import { bookmarksStore, updateBookmarks } from '#data/user-data/bookmarks.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { captionStore, saveCaptions } from './captions.ts';
import { languageStore, setLanguage } from './language.ts';
import { playbackStore, setPlayback, type Playback } from './playback.ts';
import { readTheme, setTheme, themeStore } from './theme.ts';

type SettingName = keyof Settings;

interface SettingStore<Value> {
  /** Undefined if the setting was never set; null if the account must receive a reset. */
  readonly read: () => Value;
  /** Null resets it to its default. */
  readonly write: (value: Value) => void;
}

/** Settings of movie-web clients, which `playbackStore` keeps unread under the same names. */
type KeptSetting =
  | 'customTheme'
  | 'disabledEmbeds'
  | 'embedOrder'
  | 'enableAutoResumeOnPlaybackError'
  | 'enableAutoSkipSegments'
  | 'enableCarouselView'
  | 'enableDetailsModal'
  | 'enableDiscover'
  | 'enableDoubleClickToSeek'
  | 'enableEmbedOrder'
  | 'enableFeatured'
  | 'enableHoldToBoost'
  | 'enableImageLogos'
  | 'enableLastSuccessfulSource'
  | 'enableLowPerformanceMode'
  | 'enableMinimalCards'
  | 'enableNativeSubtitles'
  | 'enablePauseOverlay'
  | 'enableSkipCredits'
  | 'forceCompactEpisodeView'
  | 'homeSectionOrder'
  | 'keyboardShortcuts'
  | 'lastSuccessfulSource'
  | 'manualSourceSelection'
  | 'proxyTmdb';

type OtherSetting = Exclude<SettingName, keyof Playback | KeptSetting>;
type OtherStores = {
  readonly [Name in OtherSetting]: SettingStore<Settings[Name]> | 'unused';
};

/**
 * Settings of the contract that `playbackStore` does not have under the same name. `unused`: keys of other services,
 * which must not leave this browser.
 */
const OTHER_STORES: OtherStores = {
  applicationTheme: {
    read: () => themeStore.getState().theme,
    write: (name) => setTheme(readTheme(name ?? null)),
  },
  proxyUrls: {
    read: () => sessionStore.getState().proxySet,
    write: (urls) => updateSession({ proxySet: urls ?? null }),
  },
  bookmarkOrder: {
    read: () => {
      const { order } = bookmarksStore.getState();
      // Signing out empties the order here, which must not empty the account's.
      return order.length > 0 ? order.slice(0, MAX_ORDERED) : undefined;
    },
    write: (order) => updateBookmarks((state) => ({ ...state, order: order ?? [] })),
  },
  applicationLanguage: {
    read: () => languageStore.getState().language,
    write: (language) => setLanguage(language || null),
  },
  defaultSubtitleLanguage: {
    read: () => captionStore.getState().lastSelectedLanguage,
    write: (language) => saveCaptions({ lastSelectedLanguage: language || null }),
  },
  traktKey: 'unused',
  febboxKey: 'unused',
  debridToken: 'unused',
  debridService: 'unused',
  tidbKey: 'unused',
};

const isSettingName = (name: string): name is SettingName => name in Settings.shape;
const NAMES = Object.keys(Settings.shape).filter(isSettingName);
const isOther = (name: SettingName): name is OtherSetting => name in OTHER_STORES;

/** Settings that were never set are absent, or null if the account must receive a reset. */
export function localSettings(): Settings {
  const preferences: Readonly<Record<string, unknown>> = playbackStore.getState();
  const chosen = NAMES.map((name) => {
    if (!isOther(name)) return [name, preferences[name]] as const;
    const store = OTHER_STORES[name];
    return [name, store === 'unused' ? undefined : store.read()] as const;
  });
  const readable = chosen.filter(
    ([name, value]) => value !== undefined && Settings.shape[name].safeParse(value).success,
  );
  return Settings.parse(Object.fromEntries(readable));
}

/** Null resets a setting to its default. */
export function applySettings(settings: Settings): void {
  const changed = NAMES.filter((name) => settings[name] !== undefined);
  for (const name of changed.filter(isOther)) writeOther(name, settings);
  const preferences = changed.filter((name) => !isOther(name));
  if (preferences.length > 0)
    setPlayback(Object.fromEntries(preferences.map((name) => [name, settings[name] ?? undefined])));
}

function writeOther<Name extends OtherSetting>(name: Name, settings: Settings): void {
  const store: OtherStores[Name] = OTHER_STORES[name];
  if (store !== 'unused') store.write(settings[name]);
}

/** Parses the settings of a server or a file. Invalid values are dropped. */
export function readSettings(values: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(values[name]);
    return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
  });
  return Settings.parse(Object.fromEntries(entries));
}
