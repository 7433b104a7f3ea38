import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UserPath } from './fields.ts';

const text = z.string().max(1_000).nullish();
const flag = z.boolean().nullish();
const list = z.array(z.string().max(2_000)).max(500).nullish();

/** Absent: left as it is. Null: cleared. An empty list stays an empty list. */
export const Settings = z.object({
  applicationTheme: text,
  applicationLanguage: text,
  defaultSubtitleLanguage: text,
  proxyUrls: list,

  traktKey: text,
  febboxKey: text,
  debridToken: text,
  debridService: text,
  tidbKey: text,
  customTheme: z
    .object({
      primary: z.string().max(100),
      secondary: z.string().max(100),
      tertiary: z.string().max(100),
    })
    .nullish(),
  sourceOrder: list,
  disabledSources: list,
  embedOrder: list,
  disabledEmbeds: list,
  homeSectionOrder: list,
  lastSuccessfulSource: text,
  keyboardShortcuts: z
    .record(z.string().max(100), z.json())
    .refine((shortcuts) => JSON.stringify(shortcuts).length <= 20_000, 'too large')
    .nullish(),

  enableAutoplay: flag,
  enableSkipCredits: flag,
  enableAutoSkipSegments: flag,
  enableDiscover: flag,
  enableImageLogos: flag,
  enableThumbnails: flag,
  enableFeatured: flag,
  enableDetailsModal: flag,
  enableCarouselView: flag,
  enableMinimalCards: flag,
  forceCompactEpisodeView: flag,
  enableSourceOrder: flag,
  enableEmbedOrder: flag,
  enableLastSuccessfulSource: flag,
  proxyTmdb: flag,
  enableLowPerformanceMode: flag,
  enableNativeSubtitles: flag,
  enableHoldToBoost: flag,
  manualSourceSelection: flag,
  enableDoubleClickToSeek: flag,
  enableAutoResumeOnPlaybackError: flag,
  enablePauseOverlay: flag,
});
export type Settings = z.infer<typeof Settings>;

/** Only what was ever set: what is absent is for the client to decide. */
const StoredSettings = Settings.extend({ id: z.string() });
export type StoredSettings = z.infer<typeof StoredSettings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/users/:userId/settings',
  about: 'The settings that were ever set.',
  access: 'self',
  forbidden: 'Cannot get other user information',
  params: UserPath,
  reply: StoredSettings,
});

export const putSettings = endpoint({
  method: 'PUT',
  path: '/users/:userId/settings',
  about: 'Changes settings; those left out stay as they are.',
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  body: Settings,
  reply: StoredSettings,
});
