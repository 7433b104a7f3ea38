// Reads the headers of files when a user opens their title, and stores the facts.
import { NotFoundError } from '@matinee/sources/source';
import { setTimeout } from 'node:timers/promises';
import type { MediaFacts } from '@matinee/shared/contract/library-files';
import { nameOfCodec } from '@matinee/shared/media/codec-names';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { FileChangedError } from '#media-library/media-errors.ts';
import { withMediaInput, type MediaInput } from '#media-library/remux/input/media-input.ts';
import { UpstreamError } from '#proxy/http-client.ts';
import { codecName } from '#media-library/remux/input/probe-media.ts';
import { createFileServer } from '#media-library/transcode/file-server.ts';
import { probeFile } from '#media-library/transcode/probe-file.ts';
import { coverIn } from '../artwork/embedded-covers.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { FileRecord, TitleRecord } from '../index/library-records.ts';

export interface MediaReader {
  /** Returns false if the file's facts are known, or known to be unreadable. */
  readonly isWaiting: (file: FileRecord) => boolean;
  /** Returns the files with the facts that could be read within some seconds. */
  readonly read: (
    files: readonly FileRecord[],
    signal: AbortSignal,
  ) => Promise<readonly FileRecord[]>;
}

interface MediaReaderOptions {
  readonly index: Pick<LibraryIndex, 'fileAt' | 'putFile'>;
  readonly stores: ReadonlyMap<string, FileStore>;
  readonly findFfmpeg: () => Promise<Pick<Ffmpeg, 'isAvailable'>>;
}

const AT_ONCE = 4;
/** The limit for one call. */
const MAX_READ = 40;
const TIMEOUT_MS = 6_000;
const UNREADABLE: MediaFacts = { seconds: null, video: null, audio: [], hasCover: false };

export function createMediaReader({ index, stores, findFfmpeg }: MediaReaderOptions): MediaReader {
  // Users of the same title share a read. The index is the cache.
  const reading = createSingleFlightCache<MediaFacts>({
    name: 'reading media',
    maxBytes: 1,
    bytesOf: () => 1,
    now: Date.now,
  });

  // Retry unreadable files once after each start, because ffmpeg may have been installed since.
  const tried = new Set<string>();
  const keyOf = ({ store, path, size }: FileRecord): string => `${store}/${path} ${size}`;
  const isWaiting = (file: FileRecord): boolean =>
    file.media === null ||
    (file.media.video === null && stores.has(file.store) && !tried.has(keyOf(file)));

  async function readOne(file: FileRecord, signal: AbortSignal): Promise<void> {
    const store = stores.get(file.store);
    if (!store) return;
    const load = async (everyone: AbortSignal) => ({
      value: await readFacts(store, file.path, { findFfmpeg, signal: everyone }),
      ttlMs: 0,
    });
    try {
      const media = await reading.get(keyOf(file), load, signal);
      if (media.video === null) tried.add(keyOf(file));
      const current = index.fileAt(file.store, file.path);
      if (current?.size === file.size && isUnknown(current)) index.putFile({ ...current, media });
    } catch {
      // The next visit tries again.
    }
  }

  return {
    isWaiting,
    read: async (files, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const waiting = files.filter(isWaiting).slice(0, MAX_READ);
      const work = async (): Promise<void> => {
        for (let file = waiting.shift(); file && !limit.aborted; file = waiting.shift())
          await readOne(file, limit);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return files.map((file) => index.fileAt(file.store, file.path) ?? file);
    },
  };
}

const isUnknown = ({ media }: FileRecord): boolean => media === null || media.video === null;

/** Leaves time for viewers' requests between two files. */
const PAUSE_MS = 50;

/**
 * Reads the headers that lists need, one after another: of titles without a poster, for an embedded cover, and of files
 * whose names don't tell the resolution. The header also tells the length of a home video.
 */
export async function readMissingFacts(
  { index, reader }: { readonly index: LibraryIndex; readonly reader: MediaReader },
  signal: AbortSignal,
): Promise<void> {
  for (const { record, files } of index.all()) {
    const hasPoster = record.posterFile !== null || record.poster !== null;
    const [first] = files;
    if (!first || !reader.isWaiting(first) || (hasPoster && first.height !== null)) continue;
    signal.throwIfAborted();
    await reader.read([first], signal);
    await setTimeout(PAUSE_MS, undefined, { signal });
  }
}

/** Returns a function that returns the seconds of a title's first file. Undefined if the file can't be read. */
export function createLengthReader({
  index,
  reader,
}: {
  readonly index: Pick<LibraryIndex, 'filesOf'>;
  readonly reader: MediaReader;
}) {
  return async (record: TitleRecord, signal: AbortSignal): Promise<number | undefined> => {
    const first = index
      .filesOf(record)
      .find(({ extra, missingSince }) => extra === null && missingSince === null);
    const [read] = first ? await reader.read([first], signal) : [];
    return read?.media?.seconds ?? undefined;
  };
}

/** Throws the errors of reading the file. */
export async function readMedia(
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<MediaFacts> {
  try {
    return await withMediaInput(store, path, { signal, run: ({ input }) => factsOf(input) });
  } catch (error) {
    signal.throwIfAborted();
    // All other errors are mediabunny's, about damaged files.
    if (UNAVAILABLE.some((kind) => error instanceof kind)) throw error;
    return UNREADABLE;
  }
}

interface FactsOptions extends Pick<MediaReaderOptions, 'findFfmpeg'> {
  readonly signal: AbortSignal;
}

/** Uses ffprobe if mediabunny finds no video. Throws the errors of reading the file. */
async function readFacts(
  store: Pick<FileStore, 'open'>,
  path: string,
  { findFfmpeg, signal }: FactsOptions,
): Promise<MediaFacts> {
  const facts = await readMedia(store, path, signal);
  if (facts.video !== null || !(await findFfmpeg()).isAvailable) return facts;
  return (await probedFacts(store, path, signal)) ?? facts;
}

/** Undefined if ffprobe finds no video either. */
async function probedFacts(
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<MediaFacts | undefined> {
  const server = createFileServer(store);
  try {
    const { url } = await server.share(path);
    const file = await probeFile(url, signal);
    if (!file) return undefined;
    const { codec, width, height, isHdr } = file.video;
    const seconds = file.end - file.start;
    return {
      seconds: seconds > 0 ? seconds : null,
      video: { codec: nameOfCodec(codec), width, height, isHdr },
      audio: file.audio.slice(0, MAX_TRACKS).map((track) => ({
        codec: nameOfCodec(track.codec),
        channels: track.channels,
        language: languageOf(track.language ?? ''),
      })),
      hasCover: false,
    };
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    server.close();
  }
}

/** Errors after which the file may become readable. `DOMException` is a timeout. */
const UNAVAILABLE = [NotFoundError, UpstreamError, FileChangedError, DOMException];

async function factsOf(input: MediaInput['input']): Promise<MediaFacts> {
  if (!(await input.canRead())) return UNREADABLE;
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getAudioTracks();
  return {
    seconds: await input.getDurationFromMetadata(),
    video: video && {
      codec: await codecName(video),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      isHdr: await video.hasHighDynamicRange(),
    },
    audio: await Promise.all(
      audio.slice(0, MAX_TRACKS).map(async (track) => ({
        codec: await codecName(track),
        channels: await track.getNumberOfChannels(),
        language: languageOf(await track.getLanguageCode()),
      })),
    ),
    // A damaged picture doesn't affect the other facts.
    hasCover: await coverIn(input).then(
      (cover) => cover !== undefined,
      () => false,
    ),
  };
}

const MAX_TRACKS = 20;

const languageOf = (code: string): string | null =>
  /^[a-z]{2,3}$/i.test(code) && code !== 'und' ? code.toLowerCase() : null;
