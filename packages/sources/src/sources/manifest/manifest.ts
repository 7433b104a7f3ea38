// The operator's list of movies and episodes with their streams.
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { NotFoundError, type Source, type SourceContext, type SourceResult } from '#source.ts';
import type { ManifestTitle } from './read-manifest.ts';

/** The server's copy of the list, which it reloads on changes. */
export interface ManifestLibrary {
  /** From the list; undefined until it is loaded. */
  readonly name: () => string | undefined;
  /** Waits for the first load. Rejects if no load has succeeded yet. */
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
    // Addresses may be private, and headers may be secret.
    trust: 'own',
    movie: find,
    show: find,
  };
}

/** Files with the same headers become qualities of one stream; the first of each quality wins. */
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
