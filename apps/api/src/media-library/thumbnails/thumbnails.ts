// Makes the pictures over the timeline of the operator's files in the background, and serves them.
import { NotFoundError } from '@matinee/sources/source';
import { Readable } from 'node:stream';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { IdleWork } from '#media-library/idle-work.ts';
import { createFileServer, type FileServer } from '#media-library/transcode/file-server.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { makeThumbnails, type Thumbnails } from './make-pictures.ts';
import { thumbnailTrack } from './picture-times.ts';
import type { ThumbnailRows } from './thumbnail-rows.ts';

export interface PicturedFile {
  readonly path: string;
  readonly identity: string;
  readonly addedAt: Date;
}

/** What thumbnails know about the files of a store. */
export interface PicturedFiles {
  /** All files whose content is known. */
  readonly list: () => readonly PicturedFile[];
  readonly identityOf: (path: string) => string | undefined;
}

export interface ThumbnailMakerOptions {
  readonly rows: ThumbnailRows;
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  readonly idle: IdleWork;
  /** 0: none are made. */
  readonly maxBytes: number;
  /** Whether the first scan of all stores has ended. */
  readonly isComplete: () => boolean;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Those of one store. */
export interface StoreThumbnails {
  /** Opens a `THUMBNAIL_TRACK` or one of its sheets. */
  readonly open: (path: string, name: string, options: OpenOptions) => Promise<UpstreamResponse>;
}

export interface ThumbnailMaker {
  /** Undefined if the server makes none. */
  readonly add: (store: FileStore, files: PicturedFiles) => StoreThumbnails | undefined;
  /** Looks for files without thumbnails. */
  readonly wake: () => void;
  /** Resolves when the current work has ended, which the signal ends. */
  readonly stop: () => Promise<void>;
}

interface Pictured {
  readonly store: FileStore;
  readonly server: FileServer;
  readonly files: PicturedFiles;
}

export const THUMBNAIL_TRACK = 'thumbnails/track.vtt';
/** Their addresses, after that of the file. */
export const THUMBNAIL_URL = /\/thumbnails\/(track\.vtt|\d{1,3}\.jpg)$/;
/** The rest is for files that somebody plays. */
const BACKGROUND_SHARE = 0.9;
const MAX_WANTED = 100;
const NO_THUMBNAILS: Thumbnails = { width: 0, height: 0, duration: 0, seconds: [], sheets: [] };

export function createThumbnailMaker(options: ThumbnailMakerOptions): ThumbnailMaker {
  const { rows, findFfmpeg, idle, maxBytes, isComplete, warn, signal } = options;
  const stores: Pictured[] = [];
  /** Identities of files that were played, the latest last. */
  const wanted = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  /** Another run is due after the current one. */
  let isWaiting = false;

  async function make({ store, server }: Pictured, { path, identity }: PicturedFile) {
    const { canToneMap } = await findFfmpeg();
    const source = { store, server, path, canToneMap };
    await rows.leases.run(`thumbnails ${identity}`, signal, async () => {
      if (await rows.has(identity)) return;
      const made = await idle
        .run((limit) => makeThumbnails(source, limit))
        .catch((error: unknown) => {
          signal.throwIfAborted();
          // A share that can't be reached now may be there later.
          if (error instanceof NotFoundError) return undefined;
          return NO_THUMBNAILS;
        });
      if (made) await rows.save(identity, made, maxBytes);
    });
  }

  /** Files without thumbnails, the newest first. */
  async function filesToDo() {
    const known = await rows.identities();
    const all = stores.flatMap((store) =>
      store.files.list().flatMap((file) => (known.has(file.identity) ? [] : [{ store, file }])),
    );
    const sorted = all.toSorted((a, b) => Number(b.file.addedAt) - Number(a.file.addedAt));
    return new Map(sorted.map((each) => [each.file.identity, each]));
  }

  async function run(): Promise<void> {
    const { isAvailable } = await findFfmpeg();
    if (!isAvailable) return;
    if (isComplete()) {
      const files = stores.flatMap(({ files: each }) => each.list());
      await rows.keepOnly(new Set(files.map(({ identity }) => identity)));
    }
    const waiting = await filesToDo();
    for (const background of waiting.keys()) {
      // Those that viewers want come first.
      for (const identity of [...wanted].toReversed()) {
        const played = waiting.get(identity);
        wanted.delete(identity);
        waiting.delete(identity);
        if (played) await make(played.store, played.file);
      }
      if ((await rows.bytes()) > maxBytes * BACKGROUND_SHARE) return;
      const next = waiting.get(background);
      if (next) await make(next.store, next.file);
    }
  }

  function wake(): void {
    if (isWaiting || maxBytes === 0) return;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      try {
        if (!signal.aborted) await run();
      } catch (error) {
        if (!signal.aborted) warn(`thumbnails couldn't be made: ${String(error)}`);
      }
    });
  }

  async function track(identity: string): Promise<string> {
    const times = await rows.get(identity);
    if (times) return thumbnailTrack(times);
    wanted.delete(identity);
    wanted.add(identity);
    const [oldest] = wanted;
    if (wanted.size > MAX_WANTED && oldest !== undefined) wanted.delete(oldest);
    wake();
    // An empty track: browsers make their own.
    return 'WEBVTT\n';
  }

  return {
    add: (store, files) => {
      if (maxBytes === 0) return undefined;
      stores.push({ store, server: createFileServer(store), files });
      return {
        open: async (path, name, { method }) => {
          const identity = files.identityOf(path);
          const isTrack = name.endsWith('.vtt');
          if (identity === undefined && !isTrack) throw new NotFoundError('no such picture');
          const bytes = isTrack
            ? Buffer.from(identity === undefined ? 'WEBVTT\n' : await track(identity))
            : await rows.sheet(identity ?? '', Number.parseInt(name, 10));
          if (!bytes) throw new NotFoundError('no such picture');
          const headers = {
            'content-type': isTrack ? 'text/vtt' : 'image/jpeg',
            'content-length': String(bytes.length),
            'cache-control': isTrack ? 'no-cache' : 'private, max-age=3600',
          };
          const body = Readable.from(method === 'HEAD' ? [] : [Buffer.from(bytes)]);
          return { status: 200, headers, finalUrl: name, body };
        },
      };
    },
    wake,
    stop: async () => {
      for (const { server } of stores) server.close();
      await running;
    },
  };
}
