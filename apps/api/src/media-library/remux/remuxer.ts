import type { Capabilities } from '@matinee/shared/media/capabilities';
import { qualityOfHeight } from '@matinee/shared/media/stream';
import type { Timeline } from '@matinee/shared/media/timeline';
import type { FilePlaylists } from '@matinee/sources/lower-qualities';
import { NotFoundError } from '@matinee/sources/source';
import { Readable } from 'node:stream';
import { ApiError } from '#http/api-error.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { DetectedSegments } from '#media-library/segments/segment-rows.ts';
import { encodingSteps } from '#media-library/transcode/encoding-plan.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import { UpstreamError, type UpstreamResponse } from '#proxy/http-client.ts';
import { PLAYLIST_TYPE } from '#stream-relay/headers.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { FileChangedError, InvalidMediaError } from '../media-errors.ts';
import { withMediaInput } from './input/media-input.ts';
import { capabilitiesOfCode } from './input/codec-support.ts';
import { probeDirect, type DirectFacts } from './input/probe-media.ts';
import { readTextTrack } from './mp4/mp4-subtitles.ts';
import { masterPlaylist, singlePlaylist } from './master-playlist.ts';
import { mediaPlaylist } from './media-playlist.ts';
import { readMatroskaHead } from './matroska/matroska-head.ts';
import { readChapters, timelineOf, withSegments } from './timeline.ts';
import { toContent, type Content } from './subtitles/embedded-subtitles.ts';
import { createOpenFiles, type OpenFiles } from './open-files.ts';
import { isIndexed, type RemuxedFile } from './remuxed-file.ts';
import { createSegmentCutter } from './segment-cutter.ts';
import {
  COPIED_VIDEO,
  encodedName,
  findSubtitleVariant,
  findVariant,
  type SegmentReader,
  subtitleTimes,
} from './variants.ts';

export interface Remuxer {
  /**
   * Opens the playlist of a file (`{any}/{hash}/master.m3u8`, or
   * `{any}/{hash}/{capabilities}/master.m3u8`) or one of its children. Throws
   * `NotFoundError` if there is none, `UpstreamError` if the file can't be read or played, and an
   * `ApiError` if the server is busy.
   */
  readonly open: (url: string, path: string, options: OpenOptions) => Promise<UpstreamResponse>;
  /** Returns height and duration, or the codec that can't be played. Throws the errors of reading the file. */
  readonly inspect: (path: string, options: InspectOptions) => Promise<RemuxedFacts>;
  /** Returns the facts of a file that the browser plays as it is. Undefined if the browser doesn't. */
  readonly inspectDirect: (
    path: string,
    options: InspectOptions,
  ) => Promise<DirectFile | undefined>;
  readonly close: () => void;
}

/** A file that the browser plays as it is. `open` opens its playlists. */
interface DirectFile extends DirectFacts {
  /** The qualities that ffmpeg encodes for slow connections, highest first. */
  readonly lower: readonly { readonly lines: number; readonly playlist: string }[];
  /** The playlist of the unchanged file with all audio tracks. Undefined if the file has fewer than two. */
  readonly allAudio: string | undefined;
  /** False if the server must read the whole file to write the playlists. */
  readonly isIndexed: boolean;
}

export interface InspectOptions {
  /** The capabilities of the viewer's browser. Undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  readonly signal: AbortSignal;
}

/** Returns the detected segments of a file. */
type SegmentsOf = (path: string) => Promise<DetectedSegments | undefined>;

export interface RemuxerOptions {
  readonly segmentsOf?: SegmentsOf | undefined;
  /** Adds skip times from other services. */
  readonly addSkipTimes?: (
    path: string,
    timeline: Timeline,
    signal: AbortSignal,
  ) => Promise<Timeline>;
  readonly segmentsAtOnce?: number;
}

export type RemuxedFacts = Pick<
  RemuxedFile,
  'height' | 'seconds' | 'unplayable' | 'isIndexed' | 'size' | 'subtitles'
>;

export const MASTER = 'master.m3u8';
/** Chapters in seconds of the playlist, or of a file that the browser plays as it is. */
export const TIMELINE = 'timeline.json';
export const DIRECT_TIMELINE = 'direct-timeline.json';

/** A separate directory, because one token opens a directory. */
const EMBEDDED = 'embedded/';
const LIST = 'list.json';
export const EMBEDDED_SUBTITLES = `${EMBEDDED}${LIST}`;

/** Converts files into HLS with fragmented MP4 on demand, without temporary files. */
export function createRemuxer(
  store: Pick<FileStore, 'open'>,
  transcoder: Transcoder,
  options: RemuxerOptions = {},
): Remuxer {
  const files = createOpenFiles(store, transcoder);
  const complete = createCompletion(options);
  const segments = createSegmentCutter(transcoder, options.segmentsAtOnce);

  async function contentOf(url: string, path: string, reader: SegmentReader): Promise<Content> {
    const { signal } = reader;
    const address = readAddress(url);
    const { capabilities, child } = address;
    if (child === DIRECT_TIMELINE) {
      return json(await complete(await directTimeline(store, path, signal), path, signal));
    }
    if (TEXT_TRACK.test(child)) {
      return await textTrackContent({ store, files }, { ...address, path }, signal);
    }
    // Each playback starts with a master playlist.
    const isChecked = child === MASTER || SINGLE.test(child);
    const file = await files.get(path, { capabilities, isChecked }, signal);
    return child === TIMELINE
      ? json(await complete(await convertedTimeline(file, signal), path, signal))
      : await streamContent(file, { ...address, path }, reader);
  }

  async function streamContent(
    file: RemuxedFile,
    { base, code, child, path }: AddressOfPath,
    reader: SegmentReader,
  ): Promise<Content> {
    const { signal } = reader;
    const { unplayable } = file;
    if (unplayable) throw new InvalidMediaError(`browsers don't play ${unplayable.format}`);
    if (child === MASTER) return playlist(await masterPlaylist(base, file, signal));
    const quality = SINGLE.exec(child)?.[1];
    if (quality !== undefined)
      return playlist(await singlePlaylist(base, file, { quality, signal }));
    const [, name = '', part = ''] = CHILD.exec(child) ?? [];
    const index = Number.parseInt(part.slice(1), 10) || 0;
    const subtitles = await subtitleContent(file, { base, child, name, part, index }, signal);
    if (subtitles) return subtitles;
    const variant = await findVariant(file, { path, code, name }, signal);
    if (!variant) throw new NotFoundError("This stream doesn't exist.");
    if (part === '.m3u8') return playlist(mediaPlaylist(`${base}${name}`, variant));
    if (variant.times.starts[index] === undefined) {
      throw new NotFoundError("This segment doesn't exist.");
    }
    const segment = await segments.cut(variant, index, reader);
    return toContent('video/mp4', part.endsWith('.mp4') ? segment.init : segment.media);
  }

  return {
    inspect: async (path, { capabilities, signal }) => {
      const options = { capabilities, isChecked: false };
      return await files.get(path, options, signal);
    },
    open: async (url, path, opening) => {
      const { method, signal } = opening;
      try {
        const { type, length, chunks } = await contentOf(url, path, opening);
        return {
          status: 200,
          headers: { 'content-type': type, 'content-length': String(length) },
          finalUrl: url,
          body: Readable.from(method === 'HEAD' ? [] : chunks),
        };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FileChangedError) files.forget(path);
        const isKnown = [NotFoundError, UpstreamError, ApiError].some(
          (kind) => error instanceof kind,
        );
        throw isKnown ? error : new UpstreamError("The file couldn't be read.", { cause: error });
      }
    },
    inspectDirect: (path, inspection) => inspectDirect({ store, transcoder }, path, inspection),
    close: files.close,
  };
}

async function inspectDirect(
  {
    store,
    transcoder,
  }: { readonly store: Pick<FileStore, 'open'>; readonly transcoder: Transcoder },
  path: string,
  { capabilities, signal }: InspectOptions,
): Promise<DirectFile | undefined> {
  const facts = await withMediaInput(store, path, {
    signal,
    run: async (media) => {
      const found = await probeDirect(media, capabilities);
      return (
        found && { ...found, isIndexed: await isIndexed(media, await readMatroskaHead(media)) }
      );
    },
  });
  if (!facts) return undefined;
  const allAudio = facts.hasAudioChoice ? singlePlaylistOf(COPIED_VIDEO) : undefined;
  return { ...facts, allAudio, lower: await lowerQualities(facts, transcoder) };
}

async function lowerQualities(
  { size }: DirectFacts,
  { findFfmpeg }: Transcoder,
): Promise<DirectFile['lower']> {
  if (!size || !(await findFfmpeg()).h264) return [];
  return encodingSteps(size, true).map((step) => ({
    lines: Math.max(step.height, (step.width * 9) / 16),
    playlist: singlePlaylistOf(encodedName(step)),
  }));
}

/** The master playlist of one quality. */
const singlePlaylistOf = (quality: string): string => `single-${quality}.m3u8`;

/** The URLs of the playlists beside a file that is sent as it is. */
export function playlistsOf(
  { lower, allAudio }: DirectFile,
  urlOf: (playlist: string) => string,
): FilePlaylists {
  const qualities = lower.map(
    ({ lines, playlist }) => [qualityOfHeight(lines), urlOf(playlist)] as const,
  );
  return {
    lowerQualities: Object.fromEntries(qualities),
    ...(allAudio !== undefined && { allAudio: urlOf(allAudio) }),
  };
}

/** Adds detected segments and skip times from other services. */
function createCompletion({ segmentsOf, addSkipTimes }: RemuxerOptions) {
  return async (timeline: Timeline, path: string, signal: AbortSignal): Promise<Timeline> => {
    // If the database fails, return the chapters only.
    const known = withSegments(timeline, await segmentsOf?.(path).catch(() => undefined));
    return addSkipTimes ? await addSkipTimes(path, known, signal) : known;
  };
}

async function textTrackContent(
  { store, files }: { readonly store: Pick<FileStore, 'open'>; readonly files: OpenFiles },
  { path, capabilities, code, child }: AddressOfPath,
  signal: AbortSignal,
): Promise<Content> {
  const index = Number(TEXT_TRACK.exec(child)?.[1]);
  const file =
    code === undefined
      ? undefined
      : await files.get(path, { capabilities, isChecked: false }, signal);
  const origin = file ? await originOf(file, signal) : 0;
  return webVtt(await readTextTrack(store, path, { index, origin, signal }));
}

type AddressOfPath = ReturnType<typeof readAddress> & { readonly path: string };

/** The time of the file at which the playback begins. */
async function originOf({ copied, encoded }: RemuxedFile, signal: AbortSignal): Promise<number> {
  if (copied) return (await copied.times(signal)).origin;
  return (await encoded?.plan(signal))?.origin ?? 0;
}

function readAddress(url: string) {
  const [, folder = '', code, child = ''] = CHILD_URL.exec(url) ?? [];
  if (code === undefined) return { base: folder, code, capabilities: undefined, child };
  return { base: `${folder}${code}/`, code, capabilities: capabilitiesOfCode(code), child };
}

const directTimeline = (
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<Timeline> =>
  withMediaInput(store, path, {
    signal,
    run: async (media) => {
      const duration = (await media.input.getDurationFromMetadata()) ?? 0;
      const chapters = await readChapters(media, await readMatroskaHead(media));
      return timelineOf(chapters, { origin: 0, duration });
    },
  });

async function convertedTimeline(
  { chapters, copied, encoded }: RemuxedFile,
  signal: AbortSignal,
): Promise<Timeline> {
  if (copied) {
    const { origin, end } = await copied.times(signal);
    return timelineOf(await chapters(), { origin, duration: end - origin });
  }
  const plan = await encoded?.plan(signal);
  if (!plan) throw new NotFoundError("This file doesn't play.");
  const { file, origin } = plan;
  return timelineOf(await chapters(), { origin, duration: file.end - origin });
}

/** Returns the list of embedded subtitles, or one of the files that it names. */
async function embeddedContent(
  file: RemuxedFile,
  name: string,
  signal: AbortSignal,
): Promise<Content> {
  const times = file.subtitles && (await subtitleTimes(file, signal));
  if (file.subtitles && times) {
    if (name === LIST) return json(await file.subtitles.list(times));
    const found = await file.subtitles.file(name, times, signal);
    if (found) return found;
  }
  throw new NotFoundError("This file doesn't have these subtitles.");
}

interface ChildOfFile {
  readonly base: string;
  readonly child: string;
  readonly name: string;
  readonly part: string;
  readonly index: number;
}

/** Undefined if the path isn't one of a subtitle track. */
async function subtitleContent(
  file: RemuxedFile,
  { base, child, name, part, index }: ChildOfFile,
  signal: AbortSignal,
): Promise<Content | undefined> {
  if (child.startsWith(EMBEDDED)) {
    return await embeddedContent(file, child.slice(EMBEDDED.length), signal);
  }
  const subtitles = await findSubtitleVariant(file, name, signal);
  if (!subtitles) return undefined;
  const { times, segment } = subtitles;
  if (part === '.m3u8') {
    return playlist(mediaPlaylist(`${base}${name}`, { times, segments: 'webvtt' }));
  }
  if (times.starts[index] === undefined) throw new NotFoundError("This segment doesn't exist.");
  return webVtt(await segment(index));
}

const json = (value: object): Content =>
  toContent('application/json', Buffer.from(JSON.stringify(value)));

const webVtt = (text: string): Content => toContent('text/vtt', Buffer.from(text));

const playlist = (text: string): Content => toContent(PLAYLIST_TYPE, Buffer.from(text));

/** Returns the name of a complete subtitle track of an MP4 file. */
export const textTrackName = (index: number): string => `text${index}.vtt`;
const TEXT_TRACK = /^text(\d{1,2})\.vtt$/;
/** `library:folder/0/{hash}/`, the capabilities' code, and `video/12.m4s`. */
const CHILD_URL = /^(.*\/[\w-]{32}\/)(?:(p[\da-z]{1,8})\/)?(.*)$/;
const SINGLE = /^single-([a-z\d-]{1,20})\.m3u8$/;
const CHILD = /^([a-z\d-]{1,30})(\.m3u8|\/init\.mp4|\/\d{1,6}\.(?:mp4|m4s|vtt))$/;
