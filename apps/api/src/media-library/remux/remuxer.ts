import { NotFoundError } from '@matinee/sources/source';
import { LRUCache } from 'lru-cache';
import { Readable } from 'node:stream';
import { createSemaphore } from '#http/semaphore.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { UpstreamError, type UpstreamResponse } from '#proxy/http-client.ts';
import { PLAYLIST_TYPE } from '#stream-relay/headers.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { FileChangedError, InvalidMediaError, readVersion } from './media-input.ts';
import { audioName, masterPlaylist, mediaPlaylist, VIDEO } from './playlist.ts';
import { openRemuxedFile, type RemuxedFile } from './remuxed-file.ts';
import type { PlayableMedia } from './probe-media.ts';
import { cutSegment, type CutSegment, type SegmentRange, type SegmentTracks } from './segment.ts';
import type { SegmentTimes } from './segment-times.ts';

export interface Remuxer {
  /**
   * Opens the playlist of a file (`{any}/{hash}/master.m3u8`) or one of its children. Throws
   * `NotFoundError` if there is none, and `UpstreamError` if the file can't be read or played.
   */
  readonly open: (url: string, path: string, options: OpenOptions) => Promise<UpstreamResponse>;
  /** Height and duration, or the codec that can't be played. Throws what reading the file throws. */
  readonly inspect: (path: string, signal: AbortSignal) => Promise<RemuxedFacts>;
  readonly close: () => void;
}

export interface RemuxedFacts {
  readonly height: number | undefined;
  readonly seconds: number | undefined;
  /** `AC-3 audio` */
  readonly unplayable: string | undefined;
}

export interface RemuxerOptions {
  /** Whether ffmpeg is there and may convert audio. */
  readonly canConvert: () => Promise<boolean>;
}

/** Each holds up to 3 MB of its file, and an index. */
const MAX_OPEN_FILES = 24;
const IDLE_MS = 10 * 60_000;
/** For viewers of the same file, and for players that repeat a request. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const SEGMENT_TTL_MS = 30_000;
/** Each holds a segment and its source in memory. */
const MAX_SEGMENTS_AT_ONCE = 2;
const SEGMENT_TIMEOUT_MS = 30_000;
const OPEN_TIMEOUT_MS = 20_000;
const MASTER = 'master.m3u8';

/** Converts files into HLS with fragmented MP4 on demand, without temporary files. */
export function createRemuxer(
  store: Pick<FileStore, 'open'>,
  { canConvert }: RemuxerOptions,
): Remuxer {
  const files = new LRUCache<string, RemuxedFile>({
    max: MAX_OPEN_FILES,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: (file) => file.close(),
  });
  // `files` is the cache.
  const opening = createSingleFlightCache<RemuxedFile>({
    maxBytes: 1,
    bytesOf: () => 1,
    now: Date.now,
  });
  const segments = createSingleFlightCache<CutSegment>({
    maxBytes: MAX_CACHED_BYTES,
    bytesOf: ({ init, media }) => init.length + media.length,
    now: Date.now,
  });
  const slots = createSemaphore(MAX_SEGMENTS_AT_ONCE, MAX_SEGMENTS_AT_ONCE);

  const fileAt: Cutter['fileAt'] = async (path, isChecked, signal) => {
    const known = files.get(path);
    if (known && (!isChecked || (await readVersion(store, path, signal)) === known.version)) {
      return known;
    }
    const open = async (everyone: AbortSignal) => {
      const limit = AbortSignal.any([everyone, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
      const options = { canConvert: await canConvert(), signal: limit };
      const file = await openRemuxedFile(store, path, options);
      files.set(path, file);
      return { value: file, ttlMs: 0 };
    };
    return await opening.get(path, open, signal);
  };

  async function segmentOf(
    key: string,
    tracks: SegmentTracks,
    range: SegmentRange,
    signal: AbortSignal,
  ): Promise<CutSegment> {
    const cut = async (everyone: AbortSignal) => {
      const limit = AbortSignal.any([everyone, AbortSignal.timeout(SEGMENT_TIMEOUT_MS)]);
      const release = await slots.acquire(key, limit);
      try {
        return { value: await cutSegment(tracks, range, limit), ttlMs: SEGMENT_TTL_MS };
      } finally {
        release();
      }
    };
    return await segments.get(key, cut, signal);
  }

  return {
    inspect: async (path, signal) => {
      const { media, seconds } = await fileAt(path, false, signal);
      if ('format' in media) return { height: undefined, seconds, unplayable: media.format };
      return { height: await media.video.getDisplayHeight(), seconds, unplayable: undefined };
    },
    open: async (url, path, { method, signal }) => {
      try {
        const { type, bytes } = await contentOf({ fileAt, segmentOf }, url, path, signal);
        return {
          status: 200,
          headers: { 'content-type': type, 'content-length': String(bytes.length) },
          finalUrl: url,
          body: Readable.from(method === 'HEAD' ? [] : [bytes]),
        };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NotFoundError || error instanceof UpstreamError) throw error;
        if (error instanceof FileChangedError) files.delete(path);
        throw new UpstreamError("The file couldn't be read.", { cause: error });
      }
    },
    close: () => files.clear(),
  };
}

interface Cutter {
  /** `isChecked`: opens a file anew if it has been replaced. */
  readonly fileAt: (path: string, isChecked: boolean, signal: AbortSignal) => Promise<RemuxedFile>;
  readonly segmentOf: (
    key: string,
    tracks: SegmentTracks,
    range: SegmentRange,
    signal: AbortSignal,
  ) => Promise<CutSegment>;
}

async function contentOf(
  { fileAt, segmentOf }: Cutter,
  url: string,
  path: string,
  signal: AbortSignal,
): Promise<Content> {
  const [, base = '', child = ''] = CHILD_URL.exec(url) ?? [];
  // Each playback starts with the master playlist.
  const file = await fileAt(path, child === MASTER, signal);
  const { media } = file;
  if ('format' in media) throw new InvalidMediaError(`browsers don't play ${media.format}`);
  const times = await file.times(media, signal);
  if (child === MASTER) return playlist(await masterPlaylist(base, file, media, times));
  const [, name = '', part = ''] = CHILD.exec(child) ?? [];
  const tracks = tracksOf(media, name);
  if (!tracks) throw new NotFoundError("This stream doesn't exist.");
  if (part === '.m3u8') return playlist(mediaPlaylist(`${base}${name}`, times));
  const isInit = part === '/init.mp4';
  const index = isInit ? 0 : Number.parseInt(part.slice(1), 10);
  const range = rangeOf(times, index);
  if (!range) throw new NotFoundError("This segment doesn't exist.");
  const key = `${path}\0${file.version}\0${name}\0${index}`;
  const segment = await segmentOf(key, tracks, range, signal);
  return { type: 'video/mp4', bytes: isInit ? segment.init : segment.media };
}

interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const playlist = (text: string): Content => ({ type: PLAYLIST_TYPE, bytes: Buffer.from(text) });

/** `library:folder/0/{hash}/` and `video/12.m4s` */
const CHILD_URL = /^(.*\/[\w-]{32}\/)(.*)$/;
const CHILD = /^([a-z]+\d{0,2})(\.m3u8|\/init\.mp4|\/\d{1,6}\.m4s)$/;

function tracksOf({ video, audio }: PlayableMedia, name: string): SegmentTracks | undefined {
  if (name === VIDEO) return { video, audio: audio[0] };
  const track = audio.find((_, index) => index > 0 && audioName(index) === name);
  return track && { video: undefined, audio: track };
}

function rangeOf(times: SegmentTimes, index: number): SegmentRange | undefined {
  const from = times.starts[index];
  if (from === undefined) return undefined;
  return { from: index === 0 ? -Infinity : from, to: times.starts[index + 1] ?? Infinity, times };
}
