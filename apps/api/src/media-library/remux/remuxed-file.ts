import type { Capabilities } from '@matinee/shared/media/capabilities';
import { IsobmffInputFormat } from 'mediabunny';
import { untilAborted } from '@matinee/shared/lib/poll';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import { foreignFormat } from '#media-library/folder/extensions.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import {
  encodingSteps,
  planEncoding,
  type EncodingPlan,
  type EncodingStep,
} from '#media-library/transcode/encoding-plan.ts';
import type { SharedFile } from '#media-library/transcode/file-server.ts';
import { probeFile, type ProbedFile } from '#media-library/transcode/probe-file.ts';
import { convertedChannels } from './audio/convert-audio.ts';
import { maxChannels } from './input/codec-support.ts';
import { InvalidMediaError } from '../media-errors.ts';
import { CACHE_BYTES, openMediaInput, type MediaInput } from './input/media-input.ts';
import type { UnplayableMedia } from './input/codec-support.ts';
import { probeMedia, type PlayableMedia } from './input/probe-media.ts';
import type { Chapter } from '@matinee/shared/media/timeline';
import { readMatroskaHead, type MatroskaHead } from './matroska/matroska-head.ts';
import { readChapters } from './timeline.ts';
import { readGopStructure, type GopStructure, type OpenGop } from './h264/open-gop.ts';
import { readSegmentTimes, type SegmentTimes, type TimedTracks } from './input/segment-times.ts';
import { createEmbeddedSubtitles, type FileSubtitles } from './subtitles/embedded-subtitles.ts';
import { CACHED_BYTES } from './subtitles/segment-subtitles.ts';

/** An open file with its variants. */
export interface RemuxedFile extends Variants {
  /** Bytes. */
  readonly size: number;
  /** Changes with the file's content. */
  readonly version: string;
  /** The estimated memory that the open file holds. */
  readonly heldBytes: number;
  /** False if the server must read the whole file to find the segments. */
  readonly isIndexed: boolean;
  readonly subtitles: FileSubtitles | undefined;
  /** Times are seconds of the file. */
  readonly chapters: () => Promise<readonly Chapter[]>;
  readonly close: () => void;
}

interface Variants {
  readonly height: number | undefined;
  /** The duration in the container's header. */
  readonly seconds: number | undefined;
  /** Undefined if browsers don't play its codecs. */
  readonly copied: CopiedVariant | undefined;
  /** Undefined without ffmpeg, or if ffmpeg can't read the file. */
  readonly encoded: EncodedVariants | undefined;
  /** The reason if there is no variant. */
  readonly unplayable: UnplayableMedia | undefined;
}

/** The tracks of the file as they are. */
export interface CopiedVariant {
  readonly media: PlayableMedia;
  /** Undefined if its groups of frames are independent or can't be changed. */
  readonly openGop: OpenGop | undefined;
  /** Reads the whole file once if it has no index. */
  readonly times: (signal: AbortSignal) => Promise<SegmentTimes>;
}

/** Variants that ffmpeg encodes to H.264. */
export interface EncodedVariants {
  /** Highest first. May be empty if there is a copied variant. */
  readonly steps: readonly EncodingStep[];
  readonly plan: (signal: AbortSignal) => Promise<EncodingPlan>;
  readonly share: () => Promise<SharedFile>;
}

export interface OpeningOptions {
  readonly ffmpeg: Ffmpeg;
  /** Serves the file to ffmpeg, which reads it itself. */
  readonly share: () => Promise<SharedFile>;
  /** The capabilities of the viewer's browser. Undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  readonly signal: AbortSignal;
}

const INDEX_TIMEOUT_MS = 120_000;

export async function openRemuxedFile(
  store: Pick<FileStore, 'open'>,
  path: string,
  options: OpeningOptions,
): Promise<RemuxedFile> {
  const { signal } = options;
  const opened = await openMediaInput(store, path, signal);
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
    opened.close();
  };
  // Abort pending reads, too.
  signal.addEventListener('abort', close, { once: true });
  try {
    const media = await mediaOf(opened, path, options);
    const head = await readMatroskaHead(opened);
    const gopStructure = 'format' in media ? undefined : await readGopStructure(media.video);
    // Chromium doesn't play these groups. Safari and Firefox do.
    const isEncoded =
      gopStructure === 'unchangeable' && options.capabilities && options.ffmpeg.h264;
    const variants =
      'format' in media
        ? await encodedOnly(opened, media, options)
        : isEncoded
          ? await encodedOnly(opened, { format: 'H.264', part: 'video' }, options)
          : await copied(
              opened,
              { ...media, head, gopStructure },
              { ...options, closed: closed.signal },
            );
    return {
      size: opened.fileSize,
      version: opened.version,
      heldBytes: heldBytes(opened, head),
      isIndexed: !variants.copied || (await isIndexed(opened, head)),
      subtitles: head && createEmbeddedSubtitles(opened, head),
      chapters: () => readChapters(opened, head),
      ...variants,
      close,
    };
  } catch (error) {
    close();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

/** Measured with an index of 120,000 entries: 190 bytes each, here and in mediabunny. */
const CUE_BYTES = 200;
/** mediabunny converts the tables to objects. Measured with reordered frames: 9 times the tables' bytes. */
const TABLE_FACTOR = 10;

function heldBytes(opened: MediaInput, head: MatroskaHead | undefined): number {
  const caches = CACHE_BYTES + (head ? CACHED_BYTES : 0);
  const index = head ? head.tracks.length + head.cues.length * CUE_BYTES : 0;
  return caches + index + opened.indexBytes + opened.tableBytes() * TABLE_FACTOR;
}

export async function isIndexed(
  { input }: MediaInput,
  head: MatroskaHead | undefined,
): Promise<boolean> {
  return (head?.cues.length ?? 0) > 0 || (await input.getFormat()) instanceof IsobmffInputFormat;
}

async function mediaOf(
  opened: MediaInput,
  path: string,
  { ffmpeg, capabilities }: OpeningOptions,
): Promise<PlayableMedia | UnplayableMedia> {
  try {
    return await probeMedia(opened, { hasFfmpeg: ffmpeg.canEncodeAac, capabilities });
  } catch (error) {
    const format = foreignFormat(path);
    if (format === undefined || !(error instanceof InvalidMediaError)) throw error;
    return { format, part: undefined };
  }
}

async function copied(
  opened: MediaInput,
  media: PlayableMedia & TimedTracks & { readonly gopStructure: GopStructure | undefined },
  { closed, ...options }: OpeningOptions & { readonly closed: AbortSignal },
): Promise<Variants> {
  const { video, gopStructure } = media;
  const { ffmpeg, share } = options;
  const times = readOnce(closed, (limit) => readSegmentTimes(opened, media, limit));
  const plan = readOnce(closed, async (limit) => {
    const { origin, end } = await times(limit);
    const file = await probeShared({ ...options, signal: limit });
    if (!file) throw new InvalidMediaError('ffmpeg found no video in it');
    return planEncoding(file, { origin, end });
  });
  const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  // A client that sends no capabilities may lack the codec.
  const isDecoded = options.capabilities !== undefined || (await video.getCodec()) === 'avc';
  const steps = encodingSteps(size, isDecoded);
  return {
    height: size.height,
    seconds: (await opened.input.getDurationFromMetadata()) ?? undefined,
    copied: { media, openGop: typeof gopStructure === 'object' ? gopStructure : undefined, times },
    encoded: ffmpeg.h264 && { steps, plan, share },
    unplayable: undefined,
  };
}

async function encodedOnly(
  { input }: MediaInput,
  media: UnplayableMedia,
  options: OpeningOptions,
): Promise<Variants> {
  const { ffmpeg, share } = options;
  const file = ffmpeg.h264 && (await probeShared(options));
  const plan = file && planEncoding(file);
  const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null;
  return {
    height: file?.video.height ?? (await video?.getDisplayHeight()),
    seconds: file && file.end - file.start,
    copied: undefined,
    encoded: plan && { steps: encodingSteps(file.video, false), plan: async () => plan, share },
    unplayable: plan ? undefined : media,
  };
}

async function probeShared({
  share,
  capabilities,
  signal,
}: OpeningOptions): Promise<ProbedFile | undefined> {
  const { url, end } = await share();
  try {
    const file = await probeFile(url, signal);
    const limit = maxChannels(capabilities);
    const audio = file?.audio.map((track) => ({
      ...track,
      channels: convertedChannels(track.channels, limit),
    }));
    return file && { ...file, audio: audio ?? [] };
  } finally {
    end();
  }
}

/** Returns a function that reads on its first call. Closing the file aborts the read. */
function readOnce<T>(
  closed: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): (reader: AbortSignal) => Promise<T> {
  let reading: Promise<T> | undefined;
  return async (reader) => {
    const limit = AbortSignal.any([closed, AbortSignal.timeout(INDEX_TIMEOUT_MS)]);
    reading ??= read(limit).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return await untilAborted(reading, reader);
  };
}
