// The operator's list of movies and episodes with their streams.
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { lowerQualitiesOf, type FilePlaylists } from '#lower-qualities.ts';
import { findPlaylists, inspectFiles, isPlaylistByName, withFacts } from '#remote-files.ts';
import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import type { ManifestTitle } from './read-manifest.ts';
import type { ManifestStream } from './schema.ts';

/** The server's copy of the list. The server reloads it after changes. */
export interface ManifestLibrary {
  /** Returns the name in the list. Undefined until the list is loaded. */
  readonly name: () => string | undefined;
  /** Waits for the first load. Rejects if no load has succeeded yet. */
  readonly find: (media: ScrapeMedia, signal: AbortSignal) => Promise<ManifestTitle | undefined>;
}

export function manifest({ library }: { readonly library: ManifestLibrary }): Source {
  const find = async (context: SourceContext): Promise<SourceResult> => {
    const title = await library.find(context.media, context.signal);
    if (!title) throw new NotFoundError('not in the manifest');
    return { embeds: [], streams: streamsOf(title, await offeredStreams(title, context)) };
  };
  return {
    id: 'manifest',
    get name() {
      return library.name() ?? 'Manifest';
    },
    rank: 280,
    runsIn: 'server',
    // URLs may be private, and headers may be secret.
    trust: 'own',
    movie: find,
    show: find,
  };
}

interface OfferedStream extends Pick<ManifestStream, 'url' | 'quality'>, FilePlaylists {
  readonly isPlaylist: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The URL of a `Timeline`. */
  readonly timeline?: string;
  /** The URL of `EmbeddedSubtitles`. */
  readonly embeddedSubtitles?: string | undefined;
}

/** Returns the streams that play, unchanged or converted. Throws if none does. */
async function offeredStreams(
  { streams }: ManifestTitle,
  context: SourceContext,
): Promise<readonly OfferedStream[]> {
  const named = streams.map(({ url, type, quality, headers = {} }) => {
    const isPlaylist = type ? type === 'hls' : isPlaylistByName(new URL(url).pathname);
    return { url, quality, headers, isPlaylist };
  });
  const offered = await findPlaylists(named, context);
  const files = await inspectFiles(offered, context);
  const infos = new Map(files.map(({ file, info }) => [file, info]));
  const playable = offered.flatMap((stream): OfferedStream[] => {
    const info = infos.get(stream);
    if (info?.plays === 'never' || info?.plays === 'silently') return [];
    if (info?.plays !== 'converted') return [withFacts(stream, info)];
    const { plays: _converted, playlist, ...parts } = info;
    return [{ ...stream, ...parts, url: playlist, isPlaylist: true, headers: {} }];
  });
  if (playable.length > 0) return playable;
  const silent = offered.filter((stream) => infos.get(stream)?.plays === 'silently');
  const never = files.find(({ info }) => info?.plays === 'never');
  if (silent.length > 0 || never?.info?.plays !== 'never') return silent;
  const { format, part } = never.info;
  const reason = `it's in the manifest, but browsers don't play ${format}`;
  // A link can't contain headers.
  const isOpen = Object.keys(never.file.headers).length === 0;
  const link = isOpen ? { url: never.file.url } : {};
  if (never.file.isPlaylist) {
    throw new NotFoundError(reason, { code: 'unplayableStreams', format, ...link });
  }
  throw new NotFoundError(reason, { code: 'unplayableFile', format, part, ...link });
}

/** Groups files with the same headers as qualities of one stream. The first file of each quality wins. */
function streamsOf(
  { title, rights, captions, imageCaptions }: ManifestTitle,
  streams: readonly OfferedStream[],
): Stream[] {
  const made: Stream[] = [];
  const open = new Map<string, { readonly stream: FileStream; readonly files: OfferedStream[] }>();
  for (const offered of streams) {
    const { url, isPlaylist, quality, headers, timeline, embeddedSubtitles } = offered;
    const alike = JSON.stringify(headers);
    const started = open.get(alike);
    if (!isPlaylist && started) {
      if (quality in started.stream.qualities) continue;
      started.stream.qualities[quality] = { type: 'mp4', url };
      started.files.push(offered);
      continue;
    }
    const common = {
      id: `${made.length + 1}`,
      flags: [],
      captions: [...captions],
      ...(imageCaptions.length > 0 && { imageCaptions: [...imageCaptions] }),
      ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
      ...(timeline !== undefined && { timeline }),
      ...(embeddedSubtitles !== undefined && { embeddedSubtitles }),
      ...creditOf(title, rights),
    };
    if (isPlaylist) {
      made.push({ ...common, type: 'hls', playlist: url });
    } else {
      const qualities = { [quality]: { type: 'mp4' as const, url } };
      const stream: FileStream = { ...common, type: 'file', qualities };
      open.set(alike, { stream, files: [offered] });
      made.push(stream);
    }
  }
  for (const { stream, files } of open.values()) Object.assign(stream, lowerQualitiesOf(files));
  return made;
}

function creditOf(title: string | undefined, licence: string | undefined) {
  if (licence === undefined) return {};
  return { attribution: { text: title ?? '', licence } };
}
