/** An operator's own list of films and episodes with their streams. */
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import type { ManifestTitle } from './read-manifest.ts';

/** Where the list is kept: the server reads it, watches it and has it at hand. */
export interface ManifestLibrary {
  /** What the operator calls it, once it has been read. */
  readonly name: () => string | undefined;
  /** Waits for the first reading; rejects when there has never been one that could be used. */
  readonly find: (media: ScrapeMedia, signal: AbortSignal) => Promise<ManifestTitle | undefined>;
}

export function manifest({ library }: { readonly library: ManifestLibrary }): Source {
  const find = async ({ media, signal }: SourceContext): Promise<SourceResult> => {
    const title = await library.find(media, signal);
    if (!title) throw new NotFoundError('not in the manifest');
    return { embeds: [], streams: streamsOf(title) };
  };
  return {
    id: 'manifest',
    get name() {
      return library.name() ?? 'Manifest';
    },
    rank: 280,
    runsIn: 'server',
    // Its addresses may be of a private network, and its headers are nobody's business.
    isOwn: true,
    movie: find,
    show: find,
  };
}

/** Files with the same headers become the qualities of one stream; the first of a quality counts. */
function streamsOf(manifestTitle: ManifestTitle): Stream[] {
  const { title, rights, streams, captions, imageCaptions } = manifestTitle;
  const made: Stream[] = [];
  const open = new Map<string, FileStream['qualities']>();
  for (const { url, type, quality, headers = {} } of streams) {
    const isPlaylist = (type ?? typeOf(url)) === 'hls';
    const alike = JSON.stringify(headers);
    const qualities = open.get(alike);
    if (!isPlaylist && qualities) {
      qualities[quality] ??= { type: 'mp4', url };
      continue;
    }
    const common = {
      id: `${made.length + 1}`,
      flags: [],
      captions: [...captions],
      ...(imageCaptions.length > 0 && { imageCaptions: [...imageCaptions] }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...creditOf(title, rights),
    };
    if (isPlaylist) {
      made.push({ ...common, type: 'hls', playlist: url });
    } else {
      const fresh = { [quality]: { type: 'mp4' as const, url } };
      open.set(alike, fresh);
      made.push({ ...common, type: 'file', qualities: fresh });
    }
  }
  return made;
}

function creditOf(title: string | undefined, licence: string | undefined) {
  if (licence === undefined) return {};
  return { attribution: { text: title ?? '', licence } };
}

function typeOf(url: string): 'hls' | 'mp4' {
  return /\.m3u8?$/i.test(new URL(url).pathname) ? 'hls' : 'mp4';
}
