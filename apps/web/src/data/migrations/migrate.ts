// Migrates the stores of old movie-web clients on this site.
import { legacyBookmarks, legacyProgress } from './legacy-library.ts';
import { migrateStore, type Outcome, type LegacyStore } from './legacy-store.ts';
import { z } from 'zod';
import { setLanguage } from '#data/preferences/language.ts';
import { setVolume } from '#data/preferences/player.ts';
import { readText, writeText } from '#data/storage/browser-storage.ts';

const Settings = z.object({
  language: z.string().min(1).optional().catch(undefined),
  captionSettings: z.looseObject({
    language: z.string().catch('none').default('none'),
    style: z
      .object({
        color: z.string().catch('#ffffff').default('#ffffff'),
        fontSize: z.number().catch(25).default(25),
        backgroundColor: z.string().catch('#00000096').default('#00000096'),
      })
      .prefault({}),
  }),
});

/** Settings of a current client take precedence. */
const isUnset = (key: string): boolean => readText(key) === null;

const legacySettings: LegacyStore = {
  key: 'mw-settings',
  steps: [withCaptionLanguage, intoPreferences],
  empty: {},
};

const First = z.looseObject({ captionSettings: z.looseObject({}).catch({}).default({}) });

function withCaptionLanguage(data: unknown): object {
  const first = First.parse(data);
  return { ...first, captionSettings: { ...first.captionSettings, language: 'none' } };
}

const CAPTIONS = '__MW::subtitles';
const NORMAL_FONT_SIZE = 25;
const OPAQUE = 255;

function intoPreferences(data: unknown): object {
  const { language, captionSettings } = Settings.parse(data);
  if (language !== undefined && isUnset('__MW::locale')) setLanguage(language);
  if (!isUnset(CAPTIONS)) return {};
  const { color, fontSize, backgroundColor } = captionSettings.style;
  const hasAlpha = /^#[\da-f]{8}$/i.test(backgroundColor);
  const styling = {
    color: color.toLowerCase(),
    size: fontSize / NORMAL_FONT_SIZE,
    backgroundOpacity: hasAlpha ? Number.parseInt(backgroundColor.slice(-2), 16) / OPAQUE : 0.5,
  };
  const chosen = captionSettings.language === 'none' ? null : captionSettings.language;
  const state = { lastSelectedLanguage: chosen, styling };
  // The store fills in missing fields when it is read.
  writeText(CAPTIONS, JSON.stringify({ state, version: 0 }));
  return {};
}

const Volume = z.object({ volume: z.number() });

const legacyVolume: LegacyStore = {
  key: 'mw-volume',
  steps: [
    (data) => {
      const { volume } = Volume.parse(data);
      if (isUnset('__MW::volume')) setVolume(volume);
      return {};
    },
  ],
  empty: {},
};

const STORES = [legacyBookmarks, legacySettings, legacyVolume, legacyProgress];

/** Runs one migration after another. Migrations that fail without the network run again at the next start. */
export async function migrateLegacyStores(signal: AbortSignal): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const store of STORES) outcomes[store.key] = await migrateStore(store, signal);
  return outcomes;
}
