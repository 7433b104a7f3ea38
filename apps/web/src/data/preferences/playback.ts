// Playback preferences and source settings: `__MW::preferences` of movie-web clients.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const ids = z.array(z.string()).catch([]).default([]);

const Playback = z.looseObject({
  /** Absent until chosen: the device and its connection decide. */
  enableThumbnails: z.boolean().optional().catch(undefined),
  enableAutoplay: z.boolean().catch(true).default(true),
  /** Matinee's, not synced: asks after three episodes without input. */
  enableStillWatching: z.boolean().catch(true).default(true),
  /** Ids of sources, the preferred first. */
  sourceOrder: ids,
  /** False from a movie-web client that stores an order without using it. */
  enableSourceOrder: z.boolean().optional().catch(undefined),
  /** Ids of disabled sources. */
  disabledSources: ids,
});
export type Playback = z.infer<typeof Playback>;

const persisted = createPersisted({ key: '__MW::preferences', schema: Playback });

export const playbackStore = persisted.store;

export type ThumbnailPreference = 'auto' | 'on' | 'off';

export function thumbnailChoice({ enableThumbnails }: Playback): ThumbnailPreference {
  if (enableThumbnails === undefined) return 'auto';
  return enableThumbnails ? 'on' : 'off';
}

export function setThumbnails(choice: ThumbnailPreference): void {
  setPlayback({ enableThumbnails: choice === 'auto' ? undefined : choice === 'on' });
}

export function setPlayback(change: Partial<Playback>): void {
  persisted.update((state) => ({ ...state, ...change }));
}

/** Empty: the sources' own ranks. */
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
