import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { requestText } from '#lib/http.ts';
import { isTelevision } from '#lib/television.ts';

import type { CaptureOptions } from '../engine/capture-thumbnails.ts';
import type { Thumbnail } from '../engine/engine.ts';
import { hasMedia } from './playback.ts';
import type { PlaybackState } from './playback.ts';

/** `auto`: only if the device and its connection can afford them. */
type ThumbnailChoice = 'auto' | 'on' | 'off';

interface ThumbnailsState {
  readonly choice: ThumbnailChoice;
  /** Thumbnails of this stream, sorted by time. */
  readonly images: readonly Thumbnail[];
}

export interface ThumbnailsSlice extends PlaybackState {
  readonly thumbnails: ThumbnailsState;
}

export const initialThumbnails: ThumbnailsState = { choice: 'off', images: [] };

/** Returns the thumbnail nearest to a second. If two are equally near, returns the later one. */
export function thumbnailNear(
  { thumbnails }: ThumbnailsSlice,
  seconds: number,
): Thumbnail | undefined {
  const later = thumbnails.images.find(({ at }) => at >= seconds);
  const earlier = thumbnails.images.findLast(({ at }) => at < seconds);
  if (!later || !earlier) return later ?? earlier;
  return later.at - seconds <= seconds - earlier.at ? later : earlier;
}

export type CaptureThumbnails = (stream: Stream, options: CaptureOptions) => Promise<void>;

const captureThumbnails: CaptureThumbnails = async (stream, options) => {
  const engine = await import('../engine/capture-thumbnails.ts');
  await engine.captureThumbnails(stream, options);
};

export interface ThumbnailCommands {
  /** Applies to this stream and to later ones. */
  readonly chooseThumbnails: (choice: ThumbnailChoice) => void;
}

/** Provides seek previews for the current stream: the source's, else captured ones. */
export function createThumbnails(
  store: StoreApi<ThumbnailsSlice>,
  capture: CaptureThumbnails = captureThumbnails,
  canCapture: boolean = canCaptureThumbnails(navigator),
) {
  let life: AbortController | undefined;
  let current: Stream | undefined;

  const set = (patch: Partial<ThumbnailsState>) =>
    store.setState(({ thumbnails }) => ({ thumbnails: { ...thumbnails, ...patch } }));

  function end() {
    if (!life) return;
    life.abort();
    life = undefined;
    current = undefined;
    for (const { url } of store.getState().thumbnails.images) URL.revokeObjectURL(url);
    set({ images: [] });
  }

  const mayCapture = (): boolean => canCapture || store.getState().thumbnails.choice === 'on';

  async function begin(stream: Stream) {
    const { signal } = (life = new AbortController());
    current = stream;
    const images = await fetchThumbnailTrack(stream, signal);
    if (signal.aborted) return;
    if (images.length > 0) set({ images });
    else if (mayCapture()) {
      const untilIdle = () => until(store, isBufferFull, signal);
      // Thumbnails are optional: a failure changes nothing.
      await capture(stream, { signal, untilIdle, onThumbnail: add }).catch(() => undefined);
    }
  }

  function add(image: Thumbnail) {
    const { images } = store.getState().thumbnails;
    set({ images: [...images, image].toSorted((one, other) => one.at - other.at) });
  }

  const unsubscribe = store.subscribe((state) => {
    const { stream, thumbnails } = state;
    const isWanted =
      thumbnails.choice !== 'off' && (mayCapture() || (stream !== undefined && hasOwn(stream)));
    const next = isWanted && hasMedia(state) && state.media.hasPlayed ? stream : undefined;
    if (next === current) return;
    end();
    if (next) void begin(next);
  });

  const commands: ThumbnailCommands = { chooseThumbnails: (choice) => set({ choice }) };
  return {
    commands,
    stop: () => {
      unsubscribe();
      end();
    },
  };
}

/** Whether the source has thumbnails, which cost less than captured ones. */
const hasOwn = ({ thumbnailTrack, imagePlaylist }: Stream): boolean =>
  thumbnailTrack !== undefined || imagePlaylist !== undefined;

async function fetchThumbnailTrack(
  { thumbnailTrack, imagePlaylist }: Stream,
  signal: AbortSignal,
): Promise<readonly Thumbnail[]> {
  const url = imagePlaylist ?? thumbnailTrack?.url;
  if (url === undefined) return [];
  try {
    const { status, body, finalUrl } = await requestText(url, { signal });
    if (status !== 200) return [];
    return imagePlaylist === undefined
      ? await parseThumbnailTrack(body, finalUrl)
      : parseImagePlaylist(body, finalUrl);
  } catch {
    return [];
  }
}

const SHEET =
  /^#EXTINF:([\d.]+),[^\n]*\n#EXT-X-TILES:RESOLUTION=(\d+)x(\d+),LAYOUT=(\d+)x(\d+),DURATION=([\d.]+)\n(?!#)(\S+)$/gm;
const MAX_IMAGES = 20_000;

/** Reads an image media playlist, which lists sheets of equal images in rows (`EXT-X-TILES`). */
function parseImagePlaylist(text: string, base: string): readonly Thumbnail[] {
  const images: Thumbnail[] = [];
  let start = 0;
  for (const [, length = '', ...rest] of text.matchAll(SHEET)) {
    const url = sheetUrl(rest[5] ?? '', base);
    const [width = 0, height = 0, columns = 0, rows = 0, seconds = 0] = rest.map(Number);
    const count = Math.min(columns * rows, Math.round(Number(length) / seconds));
    if (!url || width === 0 || height === 0 || !(count > 0)) continue;
    for (let at = 0; at < count && images.length < MAX_IMAGES; at += 1) {
      const offset = { x: (at % columns) * width, y: Math.floor(at / columns) * height };
      images.push({ at: start + at * seconds, url, width, height, offset });
    }
    start += Number(length);
  }
  return images;
}

const SPRITE_AREA = /#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

/** Reads a WebVTT file with cues that name areas of a sprite sheet (`sheet.jpg#xywh=160,0,160,90`). */
async function parseThumbnailTrack(text: string, base: string): Promise<Thumbnail[]> {
  const { parseText } = await import('media-captions');
  const { cues } = await parseText(text, { type: 'vtt' });
  return cues
    .flatMap(({ startTime, endTime, text: line }) => {
      const area = SPRITE_AREA.exec(line.trim());
      const url = sheetUrl(line, base);
      if (!area || !url) return [];
      const [x = 0, y = 0, width = 0, height = 0] = area.slice(1).map(Number);
      if (width === 0 || height === 0) return [];
      return [{ at: (startTime + endTime) / 2, url, width, height, offset: { x, y } }];
    })
    .toSorted((one, other) => one.at - other.at);
}

function sheetUrl(line: string, base: string): string | undefined {
  const url = URL.parse(line.trim().replace(/#.*$/, ''), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** With this much buffered, a capture does not slow playback down. */
const FULL_BUFFER_SECONDS = 10;

function isBufferFull({ phase, media }: PlaybackState): boolean {
  if (phase === 'ended' || (media.paused && phase === 'ready')) return true;
  const ahead = media.buffered - media.time;
  const isComplete = media.buffered >= media.duration - 1;
  return phase === 'ready' && (ahead >= FULL_BUFFER_SECONDS || isComplete);
}

async function until(
  store: StoreApi<ThumbnailsSlice>,
  condition: (state: ThumbnailsSlice) => boolean,
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

const SLOW_CONNECTIONS = ['slow-2g', '2g', '3g'];
const MIN_MEMORY_GB = 4;
const MIN_CORES = 4;

/** The part of `navigator` that describes a device; Safari and Firefox leave much of it out. */
interface DeviceInfo {
  readonly userAgent: string;
  readonly hardwareConcurrency?: number | undefined;
}

/** Captured thumbnails cost data, memory and a second decoder. */
export function canCaptureThumbnails(device: DeviceInfo): boolean {
  const connection: unknown = Reflect.get(device, 'connection');
  const memory: unknown = Reflect.get(device, 'deviceMemory');
  return (
    !isTelevision(device.userAgent) &&
    !(typeof memory === 'number' && memory < MIN_MEMORY_GB) &&
    (device.hardwareConcurrency ?? MIN_CORES) >= MIN_CORES &&
    !isMetered(connection)
  );
}

function isMetered(connection: unknown): boolean {
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType, type } = {
    saveData: Reflect.get(connection, 'saveData'),
    effectiveType: Reflect.get(connection, 'effectiveType'),
    type: Reflect.get(connection, 'type'),
  } satisfies Record<string, unknown>;
  return (
    saveData === true || SLOW_CONNECTIONS.includes(String(effectiveType)) || type === 'cellular'
  );
}
