// Playback preferences and source settings: `__MW::preferences` of movie-web clients.
// A new setting needs a line in PLAYBACK_SETTINGS and a control with texts in features/settings. It syncs once the
// contract (packages/shared/src/contract/settings.ts) has its name.
import { Segment } from '@matinee/shared/media/timeline';
import { z } from 'zod';
import { config } from '#config.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';

const ids = z.array(z.string()).catch([]).default([]);

export const PLAYBACK_SETTINGS = {
  /** Absent until chosen: the device and its connection decide. */
  enableThumbnails: z.boolean().optional().catch(undefined),
  enableAutoplay: z.boolean().catch(true).default(true),
  /** Not synced; movie-web clients lack it. Shows "Still watching?" after three episodes without input. */
  enableStillWatching: z.boolean().catch(true).default(true),
  /** Kinds of segments that are skipped automatically. Absent until chosen: none. */
  autoSkip: z.array(Segment.shape.kind).optional().catch(undefined),
  /** Ids of sources, the preferred first. */
  sourceOrder: ids,
  /** False from a movie-web client that stores an order without using it. */
  enableSourceOrder: z.boolean().optional().catch(undefined),
  /** Ids of disabled sources. */
  disabledSources: ids,
};

const Playback = z.object(PLAYBACK_SETTINGS);
export type Playback = z.infer<typeof Playback>;

/** Includes the settings of other clients, which share the key. */
const StoredPlayback = Playback.loose();

const playbackPersisted = createPersisted({ key: '__MW::preferences', schema: StoredPlayback });

export const playbackStore = playbackPersisted.store;

export type ThumbnailPreference = 'auto' | 'on' | 'off';

export function thumbnailChoice({ enableThumbnails }: Playback): ThumbnailPreference {
  if (enableThumbnails === undefined) return 'auto';
  return enableThumbnails ? 'on' : 'off';
}

export function setThumbnails(choice: ThumbnailPreference): void {
  setPlayback({ enableThumbnails: choice === 'auto' ? undefined : choice === 'on' });
}

export function setPlayback(change: Partial<z.infer<typeof StoredPlayback>>): void {
  playbackPersisted.update((state) => ({ ...state, ...change }));
}

/** An empty order means the sources' own ranks. */
export function setSourceOrder(sourceOrder: readonly string[]): void {
  setPlayback({ sourceOrder: [...new Set(sourceOrder)], enableSourceOrder: true });
}

export function setSourceDisabled(id: string, isDisabled: boolean): void {
  const others = playbackStore.getState().disabledSources.filter((other) => other !== id);
  setPlayback({ disabledSources: isDisabled ? [...others, id] : others });
}

/** Sent with each scrape. */
export function sourcePreferences(): { order: readonly string[]; without: readonly string[] } {
  const { sourceOrder, enableSourceOrder, disabledSources } = playbackStore.getState();
  return { order: enableSourceOrder === false ? [] : sourceOrder, without: disabledSources };
}

/** Only in Matinee: movie-web clients always report. */
const Reporting = z.looseObject({
  enabled: z.boolean().catch(true).default(true),
  /** Reports of playback have the account's nickname instead of a pseudonym. */
  named: z.boolean().catch(false).default(false),
});

const reportingPersisted = createPersisted({ key: '__MW::reporting', schema: Reporting });

export const reportingStore = reportingPersisted.store;

/** Whether the user and the operator agree to reports. */
export function isReportingEnabled(): boolean {
  return config.REPORT_SOURCES && reportingStore.getState().enabled;
}

/** Whether results of sources, playback and errors are reported to the operator. */
export function setReporting(enabled: boolean): void {
  reportingPersisted.update((state) => ({ ...state, enabled }));
}

export function setNamedReports(named: boolean): void {
  reportingPersisted.update((state) => ({ ...state, named }));
}
