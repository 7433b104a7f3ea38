// Looks for the openings and credits of seasons in the background, while nobody watches.
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { IdleWork } from '#media-library/idle-work.ts';
import { createFileServer, type FileServer } from '#media-library/transcode/file-server.ts';
import { probeFile } from '#media-library/transcode/probe-file.ts';
import { readFingerprint } from './fingerprint.ts';
import { seasonSegments, type EpisodeSound } from './season-segments.ts';
import type { DetectedSegments, SegmentRows } from './segment-rows.ts';

export interface SeasonFile {
  readonly path: string;
  readonly identity: string;
  readonly episodes: readonly number[];
}

/** The files of each season of a store. */
export type ListSeasons = () => readonly (readonly SeasonFile[])[];

export interface DetectionOptions {
  readonly rows: SegmentRows;
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  readonly idle: IdleWork;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

export interface SegmentDetection {
  readonly add: (store: FileStore, seasons: ListSeasons) => void;
  /** Looks at seasons that have new files. */
  readonly wake: () => void;
  /** Resolves when the current work has ended, which the signal ends. */
  readonly stop: () => Promise<void>;
}

const BEGINNING_SHARE = 0.25;
const BEGINNING_SECONDS = 600;
const END_SECONDS = 450;
const MAX_FILES = 200;

export function createSegmentDetection(options: DetectionOptions): SegmentDetection {
  const { rows, findFfmpeg, idle, warn, signal } = options;
  const stores: { readonly server: FileServer; readonly seasons: ListSeasons }[] = [];
  /** Identities of files that can't be read; tried again after a restart. */
  const failed = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  /** Another run is due after the current one. */
  let isWaiting = false;

  async function soundOf(server: FileServer, file: SeasonFile): Promise<EpisodeSound | undefined> {
    const { url, end } = await server.share(file.path);
    try {
      return await idle.run((limit) => readSound(url, file, limit));
    } catch {
      signal.throwIfAborted();
      failed.add(file.identity);
      return undefined;
    } finally {
      end();
    }
  }

  async function detect(server: FileServer, season: readonly SeasonFile[]): Promise<void> {
    const files = season.filter(({ identity }) => !failed.has(identity)).slice(0, MAX_FILES);
    const [first] = files;
    if (!first || files.length < 2 || (await areKnown(files))) return;
    await rows.leases.run(`segments ${first.identity}`, signal, async () => {
      if (!(await areKnown(files))) await search(server, files);
    });
  }

  async function areKnown(files: readonly SeasonFile[]): Promise<boolean> {
    const known = await rows.known(files.map(({ identity }) => identity));
    return files.every(({ identity }) => known.has(identity));
  }

  async function search(server: FileServer, files: readonly SeasonFile[]): Promise<void> {
    const read: { readonly file: SeasonFile; readonly sound: EpisodeSound }[] = [];
    for (const file of files) {
      const sound = await soundOf(server, file);
      if (sound) read.push({ file, sound });
    }
    const segments = await seasonSegments(
      read.map(({ sound }) => sound),
      signal,
    );
    const found = new Map<string, DetectedSegments>();
    for (const [at, { file, sound }] of read.entries()) {
      found.set(file.identity, { duration: sound.duration, segments: segments[at] ?? [] });
    }
    await rows.save(found);
  }

  async function run(): Promise<void> {
    try {
      const { canFingerprint } = await findFfmpeg();
      if (!canFingerprint) return;
      for (const { server, seasons } of stores) {
        for (const season of seasons()) await detect(server, season);
      }
    } catch (error) {
      if (!signal.aborted) warn(`openings couldn't be detected: ${String(error)}`);
    }
  }

  return {
    add: (store, seasons) => void stores.push({ server: createFileServer(store), seasons }),
    wake: () => {
      if (isWaiting) return;
      isWaiting = true;
      running = running.then(async () => {
        isWaiting = false;
        if (!signal.aborted) await run();
      });
    },
    stop: async () => {
      for (const { server } of stores) server.close();
      await running;
    },
  };
}

async function readSound(
  url: string,
  { episodes }: SeasonFile,
  signal: AbortSignal,
): Promise<EpisodeSound> {
  const file = await probeFile(url, signal);
  if (!file || file.audio.length === 0) throw new Error('the file has no sound');
  const duration = file.end - file.start;
  const seconds = Math.min(duration * BEGINNING_SHARE, BEGINNING_SECONDS);
  const endFrom = Math.max(seconds, duration - END_SECONDS);
  const beginning = await readFingerprint(url, { from: 0, seconds }, signal);
  const end = await readFingerprint(url, { from: endFrom, seconds: duration - endFrom }, signal);
  return { episodes, duration, beginning, end, endFrom };
}
