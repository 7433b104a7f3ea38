import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { requestText } from '#lib/http.ts';

import type { Thumbnail } from '../engine/thumbnail.ts';
import type { ShotOptions } from '../engine/capture-thumbnails.ts';
import { affordsThumbnails } from '../engine/thumbnail-cost.ts';
import { hasMedia } from '../state/selectors.ts';
import type { PlayerState, ThumbnailChoice } from '../state/state.ts';

/** With this much of the film ahead, a picture for the bar costs it nothing. */
const ENOUGH_AHEAD_SECONDS = 10;

export type TakeShots = (stream: Stream, options: ShotOptions) => Promise<void>;

const takeShots: TakeShots = async (stream, options) => {
  const shots = await import('../engine/capture-thumbnails.ts');
  await shots.takeShots(stream, options);
};

export interface Thumbnails {
  /** Small pictures over the scrub bar, for this film and those to come. */
  readonly chooseThumbnails: (choice: ThumbnailChoice) => void;
  readonly stop: () => void;
}

/** Small pictures of what plays, while they are wanted: the source's own, else ours. */
export function createThumbnails(
  store: StoreApi<PlayerState>,
  take: TakeShots = takeShots,
  isAffordable: boolean = affordsThumbnails(navigator),
): Thumbnails {
  let life: AbortController | undefined;
  let of: Stream | undefined;

  const set = (patch: Partial<PlayerState['thumbnails']>) =>
    store.setState(({ thumbnails }) => ({ thumbnails: { ...thumbnails, ...patch } }));

  function end() {
    if (!life) return;
    life.abort();
    life = undefined;
    of = undefined;
    for (const { url } of store.getState().thumbnails.shots) URL.revokeObjectURL(url);
    set({ shots: [] });
  }

  async function begin(stream: Stream) {
    const { signal } = (life = new AbortController());
    of = stream;
    const own = await fetchOwn(stream, signal);
    if (signal.aborted) return;
    if (own.length > 0) set({ shots: own });
    else {
      const mayGoOn = () => until(store, hasEnoughAhead, signal);
      // Without them the film plays as well.
      await take(stream, { signal, mayGoOn, onShot: add }).catch(() => undefined);
    }
  }

  function add(shot: Thumbnail) {
    const { shots } = store.getState().thumbnails;
    set({ shots: [...shots, shot].toSorted((one, other) => one.at - other.at) });
  }

  const unsubscribe = store.subscribe((state) => {
    const { stream, thumbnails } = state;
    const isWanted = thumbnails.choice === 'on' || (thumbnails.choice === 'auto' && isAffordable);
    const next = isWanted && hasMedia(state) && state.media.hasPlayed ? stream : undefined;
    if (next === of) return;
    end();
    if (next) void begin(next);
  });

  return {
    chooseThumbnails: (choice) => set({ choice }),
    stop: () => {
      unsubscribe();
      end();
    },
  };
}

async function fetchOwn({ thumbnailTrack }: Stream, signal: AbortSignal): Promise<Thumbnail[]> {
  if (!thumbnailTrack) return [];
  try {
    const { status, body, finalUrl } = await requestText(thumbnailTrack.url, { signal });
    const { parseThumbnailTrack } = await import('../captions/thumbnail-track.ts');
    return status === 200 ? await parseThumbnailTrack(body, finalUrl) : [];
  } catch {
    return [];
  }
}

function hasEnoughAhead({ phase, media }: PlayerState): boolean {
  if (phase === 'ended' || (media.paused && phase === 'ready')) return true;
  const ahead = media.buffered - media.time;
  return phase === 'ready' && (ahead >= ENOUGH_AHEAD_SECONDS || isAllThere(media));
}

const isAllThere = ({ buffered, duration }: PlayerState['media']) => buffered >= duration - 1;

async function until(
  store: StoreApi<PlayerState>,
  condition: (state: PlayerState) => boolean,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (condition(store.getState())) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const unsubscribe = store.subscribe((state) => {
    if (condition(state)) resolve();
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', abort);
  }
}
