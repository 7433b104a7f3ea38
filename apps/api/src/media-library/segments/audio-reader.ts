import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';
import type { BackgroundQueue } from '#media-library/background-queue.ts';
import type { FileServer } from '#media-library/transcode/file-server.ts';
import { probeFile } from '#media-library/transcode/probe-file.ts';
import { readFingerprint } from './fingerprint.ts';
import type { EpisodeAudio } from './season-segments.ts';

export interface SeasonFile {
  readonly path: string;
  readonly identity: string;
  readonly episodes: readonly number[];
}

export interface ReadFile {
  readonly file: SeasonFile;
  readonly audio: EpisodeAudio;
}

export interface AudioReader {
  /** Leaves out files that can't be read. */
  readonly read: (server: FileServer, files: readonly SeasonFile[]) => Promise<readonly ReadFile[]>;
  /** False after a failure, until a restart. */
  readonly isReadable: (file: SeasonFile) => boolean;
}

interface AudioReaderOptions {
  readonly queue: BackgroundQueue;
  /** The number of sounds in the cache. */
  readonly remembered: number;
  readonly signal: AbortSignal;
}

const BEGINNING_SHARE = 0.25;
const BEGINNING_SECONDS = 600;
const END_SECONDS = 450;
/** The maximum length of the middle, which only the search for recaps needs. */
const MIDDLE_SECONDS = 3_600;

/** Reads one file at a time, while no client plays a file. */
export function createAudioReader({ queue, remembered, signal }: AudioReaderOptions): AudioReader {
  const failed = new Set<string>();
  const lastRead = new LRUCache<string, EpisodeAudio>({ max: remembered });

  /** Returns an empty fingerprint if reading takes too long. The other parts are still known. */
  async function middleOf(url: string, { middleFrom, endFrom }: EpisodeAudio) {
    const seconds = Math.min(endFrom - middleFrom, MIDDLE_SECONDS);
    if (seconds <= 0) return new Uint32Array();
    try {
      return await queue.run((limit) => readFingerprint(url, { from: middleFrom, seconds }, limit));
    } catch {
      signal.throwIfAborted();
      return new Uint32Array();
    }
  }

  async function audioOf(server: FileServer, file: SeasonFile): Promise<EpisodeAudio | undefined> {
    const { path, identity, episodes } = file;
    const known = lastRead.get(identity);
    countLookup('episode sounds', known ? 'hit' : 'miss');
    if (known) return { ...known, episodes };
    const { url, end } = await server.share(path);
    try {
      const outer = await queue.run((limit) => readOuterParts(url, episodes, limit));
      const audio = { ...outer, middle: await middleOf(url, outer) };
      lastRead.set(identity, audio);
      return audio;
    } catch {
      signal.throwIfAborted();
      failed.add(identity);
      return undefined;
    } finally {
      end();
    }
  }

  return {
    isReadable: ({ identity }) => !failed.has(identity),
    read: async (server, files) => {
      const all: ReadFile[] = [];
      for (const file of files) {
        const audio = await audioOf(server, file);
        if (audio) all.push({ file, audio });
      }
      return all;
    },
  };
}

/** Reads the beginning and the end, which contain openings and credits. */
async function readOuterParts(
  url: string,
  episodes: readonly number[],
  signal: AbortSignal,
): Promise<EpisodeAudio> {
  const file = await probeFile(url, signal);
  if (!file || file.audio.length === 0) throw new Error('the file has no sound');
  const duration = file.end - file.start;
  const seconds = Math.min(duration * BEGINNING_SHARE, BEGINNING_SECONDS);
  const endFrom = Math.max(seconds, duration - END_SECONDS);
  const beginning = await readFingerprint(url, { from: 0, seconds }, signal);
  const end = await readFingerprint(url, { from: endFrom, seconds: duration - endFrom }, signal);
  const middle = new Uint32Array();
  return { episodes, duration, beginning, middle, middleFrom: seconds, end, endFrom };
}
