// Detects the openings, recaps and credits of seasons in the background, while no client plays a file.
import type { Segment } from '@matinee/shared/media/timeline';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { BackgroundQueue } from '#media-library/background-queue.ts';
import { createFileServer, type FileServer } from '#media-library/transcode/file-server.ts';
import { withRecaps } from './season-recaps.ts';
import { seasonSegments } from './season-segments.ts';
import type { DetectedSegments, SegmentRows } from './segment-rows.ts';
import { createAudioReader, type ReadFile, type SeasonFile } from './audio-reader.ts';

/** A season's files in the order of their episodes. */
export interface Season {
  readonly files: readonly SeasonFile[];
  /** The files of the previous season. */
  readonly before: readonly SeasonFile[];
}

/** Returns the seasons of a store. The seasons of a show are adjacent and in order. */
export type ListSeasons = () => readonly Season[];

export interface DetectionOptions {
  readonly rows: SegmentRows;
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  readonly queue: BackgroundQueue;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

export interface SegmentDetection {
  readonly add: (store: FileStore, seasons: ListSeasons) => void;
  /** Analyzes seasons that have new files. */
  readonly wake: () => void;
  /** Resolves when the current work has ended. The signal aborts it. */
  readonly stop: () => Promise<void>;
}

const MAX_FILES = 200;
/** The number of last files of a season that the next season may show clips of. */
const LAST_OF_SEASON = 4;

export function createSegmentDetection(options: DetectionOptions): SegmentDetection {
  const { rows, findFfmpeg, queue, warn, signal } = options;
  const stores: { readonly server: FileServer; readonly seasons: ListSeasons }[] = [];
  // The next season needs the sound of the last files, too.
  const reader = createAudioReader({ queue, remembered: LAST_OF_SEASON, signal });
  /** Files that are new in the current run. The next season may show clips of them. */
  const added = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  /** Another run is due after the current one. */
  let isWaiting = false;

  async function detect(server: FileServer, season: Season): Promise<void> {
    const files = season.files.filter(reader.isReadable).slice(0, MAX_FILES);
    const before = season.before.filter(reader.isReadable).slice(-LAST_OF_SEASON);
    const [first] = files;
    const isDue = async (): Promise<boolean> =>
      before.some(({ identity }) => added.has(identity)) || !(await areCurrent(files));
    if (!first || files.length + before.length < 2 || !(await isDue())) return;
    await rows.leases.run(`segments ${first.identity}`, signal, async () => {
      if (!(await isDue())) return;
      const earlier = await reader.read(server, before);
      await search(earlier, await reader.read(server, files));
    });
  }

  async function areCurrent(files: readonly SeasonFile[]): Promise<boolean> {
    const known = await rows.known(files.map(({ identity }) => identity));
    return files.every(({ identity }) => known.get(identity)?.isCurrent);
  }

  async function search(before: readonly ReadFile[], files: readonly ReadFile[]): Promise<void> {
    const known = await rows.known([...before, ...files].map(({ file }) => file.identity));
    const storedOf = ({ file }: ReadFile) => known.get(file.identity)?.segments;
    // Older results lack only the recaps.
    const common = files.every(storedOf)
      ? files.map((file) => withoutRecap(storedOf(file)))
      : await seasonSegments(
          files.map(({ audio }) => audio),
          signal,
        );
    const segments = await withRecaps(
      files.map(({ audio }, at) => ({ audio, segments: common[at] ?? [] })),
      before.map((file) => ({ audio: file.audio, segments: storedOf(file) ?? [] })),
      signal,
    );
    const found = new Map<string, DetectedSegments>();
    for (const [at, { file, audio }] of files.entries()) {
      const { identity } = file;
      found.set(identity, { duration: audio.duration, segments: segments[at] ?? [] });
      if (!known.get(identity)?.isCurrent) added.add(identity);
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
      if (!signal.aborted) warn(`parts to skip couldn't be detected: ${String(error)}`);
    } finally {
      added.clear();
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

const withoutRecap = (segments: readonly Segment[] = []): readonly Segment[] =>
  segments.filter(({ kind }) => kind !== 'recap');
