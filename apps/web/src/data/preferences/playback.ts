// How somebody likes to watch, and where from: what earlier clients call their preferences.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const ids = z.array(z.string()).catch([]).default([]);

const Playback = z.looseObject({
  /** Absent until it is chosen: then the device and its connection decide. */
  enableThumbnails: z.boolean().optional().catch(undefined),
  enableAutoplay: z.boolean().catch(true).default(true),
  /** Ours, and of this browser: asks after three episodes that nobody has touched. */
  enableStillWatching: z.boolean().catch(true).default(true),
  /** Ids of sources, the favourite first. */
  sourceOrder: ids,
  /** One earlier client kept an order that it did not follow; the others never wrote this. */
  enableSourceOrder: z.boolean().optional().catch(undefined),
  /** Ids of sources that are not to be asked. */
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

/** An empty order leaves it to the sources' own rank. */
export function setSourceOrder(sourceOrder: readonly string[]): void {
  setPlayback({ sourceOrder: [...new Set(sourceOrder)], enableSourceOrder: true });
}

export function setSourceDisabled(id: string, isDisabled: boolean): void {
  const others = playbackStore.getState().disabledSources.filter((other) => other !== id);
  setPlayback({ disabledSources: isDisabled ? [...others, id] : others });
}

/** What a search is told of it. */
export function sourceWishes(): { order: readonly string[]; without: readonly string[] } {
  const { sourceOrder, enableSourceOrder, disabledSources } = playbackStore.getState();
  return { order: enableSourceOrder === false ? [] : sourceOrder, without: disabledSources };
}
