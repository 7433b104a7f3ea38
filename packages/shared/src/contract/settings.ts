import { z } from 'zod';
import { Segment } from '../media/timeline.ts';
import { endpoint, QUOTA_ERRORS } from './endpoint.ts';
import { text, UserPath } from './fields.ts';

const word = text(1_000).nullish();
const flag = z.boolean().nullish();
const list = z.array(text(2_000)).max(500).nullish();

const key = z.union([text(200), z.number(), z.boolean(), z.null()]);
/** A key or several keys. Not recursive, to limit the depth. */
const keys = z.union([key, z.array(key).max(20)]);

/** Limits stored settings. */
export const MAX_ORDERED = 2_000;

/** Missing fields stay unchanged. Null clears a field. An empty list is stored. */
export const Settings = z.object({
  applicationTheme: word,
  applicationLanguage: word,
  defaultSubtitleLanguage: word,
  proxyUrls: list,

  traktKey: word,
  febboxKey: word,
  debridToken: word,
  debridService: word,
  tidbKey: word,
  customTheme: z
    .object({
      primary: text(100),
      secondary: text(100),
      tertiary: text(100),
    })
    .nullish(),
  sourceOrder: list,
  disabledSources: list,
  embedOrder: list,
  disabledEmbeds: list,
  homeSectionOrder: list,
  lastSuccessfulSource: word,
  /** Matinee only: TMDB IDs in the user's order. */
  bookmarkOrder: z.array(text(255)).max(MAX_ORDERED).nullish(),
  keyboardShortcuts: z
    .looseObject({})
    // Check the size first, because parsing 100,000 items takes seconds.
    .refine((shortcuts) => JSON.stringify(shortcuts).length <= 20_000, 'too large')
    .pipe(z.record(text(100), z.union([keys, z.record(text(100), keys)])))
    .nullish(),

  enableAutoplay: flag,
  enableSkipCredits: flag,
  enableAutoSkipSegments: flag,
  /** Matinee only: the segments that the player skips automatically. */
  autoSkip: z.array(Segment.shape.kind).max(10).nullish(),
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

/** The settings that were ever set. Clients have the defaults. */
const StoredSettings = Settings.extend({ id: z.string() });
export type StoredSettings = z.infer<typeof StoredSettings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/users/:userId/settings',
  summary: 'Returns every setting that was ever set.',
  access: 'self',
  forbidden: 'Cannot get other user information',
  params: UserPath,
  reply: StoredSettings,
});

export const putSettings = endpoint({
  method: 'PUT',
  path: '/users/:userId/settings',
  summary: 'Changes settings. Absent ones stay unchanged.',
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  errors: QUOTA_ERRORS,
  body: Settings,
  reply: StoredSettings,
});
