// Reads the headers of files when somebody looks at their title, and remembers what they tell.
import { NotFoundError } from '@matinee/sources/source';
import { setTimeout } from 'node:timers/promises';
import type { MediaFacts } from '@matinee/shared/contract/library-files';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { FileChangedError } from '#media-library/remux/media-errors.ts';
import { withMediaInput, type MediaInput } from '#media-library/remux/media-input.ts';
import { UpstreamError } from '#proxy/http-client.ts';
import { codecName } from '#media-library/remux/probe-media.ts';
import { coverIn } from './embedded-covers.ts';
import type { LibraryIndex } from './library-index.ts';
import type { FileRecord, TitleRecord } from './library-records.ts';

export interface MediaReader {
  /** The files with their facts, as far as they could be read within some seconds. */
  readonly read: (
    files: readonly FileRecord[],
    signal: AbortSignal,
  ) => Promise<readonly FileRecord[]>;
}

interface MediaReaderOptions {
  readonly index: Pick<LibraryIndex, 'fileAt' | 'putFile'>;
  readonly stores: ReadonlyMap<string, FileStore>;
}

const AT_ONCE = 4;
/** Files of one call. */
const MAX_READ = 40;
const TIMEOUT_MS = 6_000;
const UNREADABLE: MediaFacts = { seconds: null, video: null, audio: [], hasCover: false };

export function createMediaReader({ index, stores }: MediaReaderOptions): MediaReader {
  // Viewers of the same title share a read; the index is the cache.
  const reading = createSingleFlightCache<MediaFacts>({
    name: 'reading media',
    maxBytes: 1,
    bytesOf: () => 1,
    now: Date.now,
  });

  async function readOne(file: FileRecord, signal: AbortSignal): Promise<void> {
    const store = stores.get(file.store);
    if (!store) return;
    const load = async (everyone: AbortSignal) => ({
      value: await readMedia(store, file.path, everyone),
      ttlMs: 0,
    });
    try {
      const media = await reading.get(`${file.store}/${file.path} ${file.size}`, load, signal);
      const current = index.fileAt(file.store, file.path);
      if (current?.size === file.size && current.media === null)
        index.putFile({ ...current, media });
    } catch {
      // The next visit reads it again.
    }
  }

  return {
    read: async (files, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const waiting = files.filter(({ media }) => media === null).slice(0, MAX_READ);
      const work = async (): Promise<void> => {
        for (let file = waiting.shift(); file && !limit.aborted; file = waiting.shift())
          await readOne(file, limit);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return files.map((file) => index.fileAt(file.store, file.path) ?? file);
    },
  };
}

/** Time for viewers between two files. */
const PAUSE_MS = 50;

/**
 * Reads the headers that lists need, one after another: of titles without a poster, which may have a cover
 * in it, and of those whose names don't tell the resolution. It also tells the length of a home video.
 */
export async function readMissingFacts(
  { index, reader }: { readonly index: LibraryIndex; readonly reader: MediaReader },
  signal: AbortSignal,
): Promise<void> {
  for (const { record, files } of index.all()) {
    const hasPoster = record.posterFile !== null || record.poster !== null;
    const [first] = files;
    if (first?.media !== null || (hasPoster && first.height !== null)) continue;
    signal.throwIfAborted();
    await reader.read([first], signal);
    await setTimeout(PAUSE_MS, undefined, { signal });
  }
}

/** Returns the seconds of a title's first file; undefined if they can't be read. */
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

/** Throws what reading the file throws. */
export async function readMedia(
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<MediaFacts> {
  try {
    return await withMediaInput(store, path, { signal, run: ({ input }) => factsOf(input) });
  } catch (error) {
    signal.throwIfAborted();
    // All else is mediabunny's, about damaged files.
    if (UNAVAILABLE.some((kind) => error instanceof kind)) throw error;
    return UNREADABLE;
  }
}

/** The file may be read later. `DOMException` is a timeout. */
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
    // A damaged picture doesn't matter to the rest.
    hasCover: await coverIn(input).then(
      (cover) => cover !== undefined,
      () => false,
    ),
  };
}

const MAX_TRACKS = 20;

const languageOf = (code: string): string | null =>
  /^[a-z]{2,3}$/i.test(code) && code !== 'und' ? code.toLowerCase() : null;
