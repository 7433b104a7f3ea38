// Creates timeline thumbnails of the operator's files in the background, and serves them.
import { NotFoundError } from '@matinee/sources/source';
import { Readable } from 'node:stream';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { BackgroundQueue } from '#media-library/background-queue.ts';
import { InvalidMediaError } from '#media-library/media-errors.ts';
import { readVersion } from '#media-library/remux/input/media-input.ts';
import { createFileServer, type FileServer } from '#media-library/transcode/file-server.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import {
  makeFrame,
  makeThumbnails,
  type ThumbnailSource,
  type Thumbnails,
} from './make-thumbnails.ts';
import type { FrameRows } from './frame-rows.ts';
import { thumbnailTrack } from './thumbnail-times.ts';
import type { ThumbnailRows } from './thumbnail-rows.ts';

export interface ThumbnailTarget {
  readonly path: string;
  readonly identity: string;
  readonly addedAt: Date;
}

/** A store's files that need thumbnails. */
export interface ThumbnailTargets {
  /** Returns all files with a known identity. */
  readonly list: () => readonly ThumbnailTarget[];
  readonly identityOf: (path: string) => string | undefined;
  /** Returns home videos without a picture. */
  readonly withoutImage: () => readonly ThumbnailTarget[];
  /** Call it when a frame of the file is available. */
  readonly setFrame: (file: ThumbnailTarget) => void;
}

export interface ThumbnailMakerOptions {
  readonly rows: ThumbnailRows;
  readonly frames: FrameRows;
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  readonly queue: BackgroundQueue;
  /** 0: the server creates no thumbnails. */
  readonly maxBytes: number;
  /** Returns whether the first scan of all stores has ended. */
  readonly isComplete: () => boolean;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The thumbnails of one store. */
export interface StoreThumbnails {
  /** Opens a `THUMBNAIL_TRACK` or one of its sheets. */
  readonly open: (path: string, name: string, options: OpenOptions) => Promise<UpstreamResponse>;
}

export interface ThumbnailMaker {
  /** Returns undefined if the server creates no thumbnails. */
  readonly add: (store: FileStore, files: ThumbnailTargets) => StoreThumbnails | undefined;
  /** Processes files without thumbnails. */
  readonly wake: () => void;
  /** Resolves when the current work has ended. The signal aborts it. */
  readonly stop: () => Promise<void>;
}

interface StoreTargets {
  readonly store: FileStore;
  readonly server: FileServer;
  readonly files: ThumbnailTargets;
}

export const THUMBNAIL_TRACK = 'thumbnails/track.vtt';
/** The part of thumbnail URLs after the file's URL. */
export const THUMBNAIL_URL = /\/thumbnails\/(track\.vtt|\d{1,3}\.jpg)$/;
/** The rest is reserved for files that users play. */
const BACKGROUND_SHARE = 0.9;
const FRAMES_SHARE = 0.25;
const NO_IMAGE = Buffer.alloc(0);
const MAX_WANTED = 100;
const NO_THUMBNAILS: Thumbnails = { width: 0, height: 0, duration: 0, seconds: [], sheets: [] };

interface MakerState extends ThumbnailMakerOptions {
  readonly stores: StoreTargets[];
  /** The identities of played files, latest last. */
  readonly wanted: Set<string>;
}

export function createThumbnailMaker(options: ThumbnailMakerOptions): ThumbnailMaker {
  const { maxBytes, warn, signal } = options;
  const state: MakerState = { ...options, stores: [], wanted: new Set() };
  let running: Promise<void> = Promise.resolve();
  /** Another run is due after the current one. */
  let isWaiting = false;

  function wake(): void {
    if (isWaiting || maxBytes === 0) return;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      try {
        if (!signal.aborted) await makeAll(state);
      } catch (error) {
        if (!signal.aborted) warn(`thumbnails couldn't be made: ${String(error)}`);
      }
    });
  }

  return {
    add: (store, files) => {
      if (maxBytes === 0) return undefined;
      state.stores.push({ store, server: createFileServer(store), files });
      return {
        open: (path, name, request) =>
          openThumbnail({ state, identity: files.identityOf(path), name, wake }, request),
      };
    },
    wake,
    stop: async () => {
      for (const { server } of state.stores) server.close();
      await running;
    },
  };
}

/** Creates frames for posters first, because they are few and small. */
async function makeAll(state: MakerState): Promise<void> {
  const { rows, frames, stores, wanted, findFfmpeg, isComplete, maxBytes } = state;
  const { isAvailable, canToneMap } = await findFfmpeg();
  if (!isAvailable) return;
  if (isComplete()) {
    const files = stores.flatMap(({ files: each }) => each.list());
    const identities = new Set(files.map(({ identity }) => identity));
    await rows.keepOnly(identities);
    await frames.keepOnly(identities);
  }
  await makeFrames(state, canToneMap);
  const waiting = await filesToDo(state);
  for (const background of waiting.keys()) {
    // Process files that users have played first.
    for (const identity of [...wanted].toReversed()) {
      const played = waiting.get(identity);
      wanted.delete(identity);
      waiting.delete(identity);
      if (played) await makeOne(state, played, canToneMap);
    }
    if ((await rows.bytes()) > maxBytes * BACKGROUND_SHARE) return;
    const next = waiting.get(background);
    if (next) await makeOne(state, next, canToneMap);
  }
}

interface FileToDo {
  readonly store: StoreTargets;
  readonly file: ThumbnailTarget;
}

/** Returns files without thumbnails, newest first. */
async function filesToDo({
  rows,
  stores,
}: MakerState): Promise<Map<ThumbnailTarget['identity'], FileToDo>> {
  const known = await rows.identities();
  const all = stores.flatMap((store) =>
    store.files.list().flatMap((file) => (known.has(file.identity) ? [] : [{ store, file }])),
  );
  const sorted = all.toSorted((a, b) => Number(b.file.addedAt) - Number(a.file.addedAt));
  return new Map(sorted.map((each) => [each.file.identity, each]));
}

async function makeOne(
  { rows, queue, maxBytes, signal }: MakerState,
  { store: { store, server }, file: { path, identity } }: FileToDo,
  canToneMap: boolean,
): Promise<void> {
  const source = { store, server, path, canToneMap };
  await rows.leases.run(`thumbnails ${identity}`, signal, async () => {
    if (await rows.has(identity)) return;
    const made = await queue
      .run((limit) => makeThumbnails(source, limit))
      .catch(async () => {
        signal.throwIfAborted();
        return (await isReadable(source, signal)) ? NO_THUMBNAILS : undefined;
      });
    if (made) await rows.save(identity, made, maxBytes);
  });
}

/** Checks the file, because a network share may be temporarily unreachable. */
const isReadable = ({ store, path }: ThumbnailSource, signal: AbortSignal): Promise<boolean> =>
  readVersion(store, path, signal).then(
    () => true,
    (error: unknown) => error instanceof InvalidMediaError,
  );

async function makeFrames(state: MakerState, canToneMap: boolean): Promise<void> {
  const { rows, frames, stores, queue, maxBytes, signal } = state;
  const made = await frames.known();
  for (const { store, server, files } of stores) {
    for (const file of files.withoutImage()) {
      const { path, identity } = file;
      const known = made.get(identity);
      if (known) files.setFrame(file);
      if (known !== undefined) continue;
      if ((await frames.bytes()) > maxBytes * FRAMES_SHARE) return;
      const source = { store, server, path, canToneMap };
      await rows.leases.run(`frame ${identity}`, signal, async () => {
        if (await frames.get(identity)) return files.setFrame(file);
        const image = await queue
          .run((limit) => makeFrame(source, limit))
          .catch(async () => {
            signal.throwIfAborted();
            return (await isReadable(source, signal)) ? NO_IMAGE : undefined;
          });
        if (image) await frames.save(identity, image);
        if (image && image !== NO_IMAGE) files.setFrame(file);
      });
    }
  }
}

interface ThumbnailRequest {
  readonly state: MakerState;
  /** Undefined until the file's identity is known. */
  readonly identity: string | undefined;
  readonly name: string;
  readonly wake: () => void;
}

async function openThumbnail(
  { state, identity, name, wake }: ThumbnailRequest,
  { method }: OpenOptions,
): Promise<UpstreamResponse> {
  const isTrack = name.endsWith('.vtt');
  const bytes = isTrack
    ? Buffer.from(await trackOf(state, identity, wake))
    : identity && (await state.rows.sheet(identity, Number.parseInt(name, 10)));
  if (!bytes) throw new NotFoundError('no such picture');
  const headers = {
    'content-type': isTrack ? 'text/vtt' : 'image/jpeg',
    'content-length': String(bytes.length),
    'cache-control': isTrack ? 'no-cache' : 'private, max-age=3600',
  };
  const body = Readable.from(method === 'HEAD' ? [] : [Buffer.from(bytes)]);
  return { status: 200, headers, finalUrl: name, body };
}

/** Returns an empty track if there are no pictures yet. Browsers then create their own. */
async function trackOf(
  { rows, wanted }: MakerState,
  identity: string | undefined,
  wake: () => void,
): Promise<string> {
  const times = identity === undefined ? undefined : await rows.get(identity);
  if (times) return thumbnailTrack(times);
  if (identity !== undefined) {
    wanted.delete(identity);
    wanted.add(identity);
    const [oldest] = wanted;
    if (wanted.size > MAX_WANTED && oldest !== undefined) wanted.delete(oldest);
    wake();
  }
  return 'WEBVTT\n';
}
