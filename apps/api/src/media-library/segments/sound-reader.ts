import type { IdleWork } from '#media-library/idle-work.ts';
import type { FileServer } from '#media-library/transcode/file-server.ts';
import { probeFile } from '#media-library/transcode/probe-file.ts';
import { readFingerprint } from './fingerprint.ts';
import type { EpisodeSound } from './season-segments.ts';

export interface SeasonFile {
  readonly path: string;
  readonly identity: string;
  readonly episodes: readonly number[];
}

export interface ReadFile {
  readonly file: SeasonFile;
  readonly sound: EpisodeSound;
}

export interface SoundReader {
  /** Leaves out files that can't be read. */
  readonly read: (server: FileServer, files: readonly SeasonFile[]) => Promise<readonly ReadFile[]>;
  /** False after a failure, until a restart. */
  readonly isReadable: (file: SeasonFile) => boolean;
}

interface SoundReaderOptions {
  readonly idle: IdleWork;
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
export function createSoundReader({ idle, remembered, signal }: SoundReaderOptions): SoundReader {
  const failed = new Set<string>();
  const lastRead = new Map<string, EpisodeSound>();

  /** Returns an empty fingerprint if reading takes too long. The other parts are still known. */
  async function middleOf(url: string, { middleFrom, endFrom }: EpisodeSound) {
    const seconds = Math.min(endFrom - middleFrom, MIDDLE_SECONDS);
    if (seconds <= 0) return new Uint32Array();
    try {
      return await idle.run((limit) => readFingerprint(url, { from: middleFrom, seconds }, limit));
    } catch {
      signal.throwIfAborted();
      return new Uint32Array();
    }
  }

  function remember(identity: string, sound: EpisodeSound): void {
    lastRead.set(identity, sound);
    const [oldest] = lastRead.keys();
    if (oldest !== undefined && lastRead.size > remembered) lastRead.delete(oldest);
  }

  async function soundOf(server: FileServer, file: SeasonFile): Promise<EpisodeSound | undefined> {
    const { path, identity, episodes } = file;
    const known = lastRead.get(identity);
    if (known) return { ...known, episodes };
    const { url, end } = await server.share(path);
    try {
      const outer = await idle.run((limit) => readOuterParts(url, episodes, limit));
      const sound = { ...outer, middle: await middleOf(url, outer) };
      remember(identity, sound);
      return sound;
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
        const sound = await soundOf(server, file);
        if (sound) all.push({ file, sound });
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
): Promise<EpisodeSound> {
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
