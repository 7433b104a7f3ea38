import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { requestText } from '#lib/http.ts';
import { isTelevision } from '#lib/television.ts';

import type { ShotOptions } from '../engine/capture-thumbnails.ts';
import type { Thumbnail } from '../engine/engine.ts';
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

const SLOW_LINES = ['slow-2g', '2g', '3g'];
const MIN_MEMORY_GB = 4;
const MIN_CORES = 4;

/** The part of `navigator` that tells what a device can do; Safari and Firefox leave much of it out. */
interface DeviceFacts {
  readonly userAgent: string;
  readonly hardwareConcurrency?: number | undefined;
}

/** Whether thumbnails may be made unasked: they cost data, memory and a second decoder. */
export function affordsThumbnails(device: DeviceFacts): boolean {
  const connection: unknown = Reflect.get(device, 'connection');
  const memory: unknown = Reflect.get(device, 'deviceMemory');
  return (
    !isTelevision(device.userAgent) &&
    !(typeof memory === 'number' && memory < MIN_MEMORY_GB) &&
    (device.hardwareConcurrency ?? MIN_CORES) >= MIN_CORES &&
    !isCostly(connection)
  );
}

function isCostly(connection: unknown): boolean {
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType, type } = {
    saveData: Reflect.get(connection, 'saveData'),
    effectiveType: Reflect.get(connection, 'effectiveType'),
    type: Reflect.get(connection, 'type'),
  } satisfies Record<string, unknown>;
  return saveData === true || SLOW_LINES.includes(String(effectiveType)) || type === 'cellular';
}

const AREA = /#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

/** A WebVTT file whose cues name areas of sheets (`sheet.jpg#xywh=160,0,160,90`), sorted by time. */
async function parseThumbnailTrack(text: string, base: string): Promise<Thumbnail[]> {
  const { parseText } = await import('media-captions');
  const { cues } = await parseText(text, { type: 'vtt' });
  return cues
    .flatMap(({ startTime, endTime, text: place }) => {
      const area = AREA.exec(place.trim());
      const url = sheetUrl(place, base);
      if (!area || !url) return [];
      const [x = 0, y = 0, width = 0, height = 0] = area.slice(1).map(Number);
      if (width === 0 || height === 0) return [];
      return [{ at: (startTime + endTime) / 2, url, width, height, offset: { x, y } }];
    })
    .toSorted((one, other) => one.at - other.at);
}

function sheetUrl(place: string, base: string): string | undefined {
  const path = place.trim().replace(/#.*$/, '');
  if (!URL.canParse(path, base)) return undefined;
  const { protocol, href } = new URL(path, base);
  return /^https?:$/.test(protocol) ? href : undefined;
}
