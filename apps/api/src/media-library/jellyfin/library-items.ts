// Converts items of a media server to titles of the library.
import type { LibraryItem } from '@matinee/sources/sources/jellyfin/items';
import {
  addressOn,
  credentials,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { NotFoundError } from '@matinee/sources/source';
import { genreIdsNamed } from '#catalog/genre-names.ts';
import type { HttpClient } from '#proxy/http-client.ts';
import type { FoundItem } from '#media-library/titles/indexers/item-indexer.ts';
import type { TitleTexts } from '#media-library/titles/index/library-records.ts';
import type { ArtworkStore } from '#media-library/titles/artwork/artwork.ts';
import {
  parsedTitle,
  validText,
  videoTitle,
  type ParsedTitle,
} from '#media-library/titles/index/parsed-title.ts';

/** A show with the details that its episodes inherit. */
export interface ReadSeries extends Pick<FoundItem, 'texts' | 'poster' | 'backdrop'> {
  readonly title: ParsedTitle;
}

const MAX_OVERVIEW = 4_000;
const MAX_EPISODE_NAME = 300;
const MAX_NUMBER = 9_999;
const MAX_EPISODES = 100;
const TICKS_A_MINUTE = 600_000_000;
/** Wide enough for cards and details. */
const WIDTHS = { Primary: 500, Backdrop: 1280 } as const;

/** Undefined for an item without a name, and for other kinds of items. `server`: the key of the item's store. */
export function movieOf(item: LibraryItem, server: string): FoundItem | undefined {
  const { type, name } = item;
  if (!name || !item.hasFile || (type !== 'Movie' && type !== 'Video')) return undefined;
  const title =
    type === 'Video'
      ? videoTitle(`${server}/${item.id}`, name)
      : parsedTitle({ kind: 'movie', claim: claimOf(item, name) }, `${server}/${item.id}`);
  return {
    ...fileOf(item),
    ...described(item),
    title: { ...title, year: title.year ?? yearOf(item) ?? null },
    season: null,
    episodes: [],
    episodeName: null,
  };
}

export function seriesOf(item: LibraryItem, server: string): ReadSeries | undefined {
  const { type, name } = item;
  if (!name || type !== 'Series') return undefined;
  const reading = { kind: 'episode', claim: claimOf(item, name) } as const;
  return { ...described(item), title: parsedTitle(reading, `${server}/${item.id}`) };
}

/** Undefined for an episode without a file or without numbers. */
export function episodeOf(
  item: LibraryItem,
  series: ReadSeries | undefined,
  seasonPoster: string | undefined,
): FoundItem | undefined {
  const { type, season, episode, lastEpisode = episode, name } = item;
  if (!series || type !== 'Episode' || !item.hasFile) return undefined;
  if (!isNumber(season) || !isNumber(episode)) return undefined;
  const count = Math.min(Math.max(1, (lastEpisode ?? 0) - episode + 1), MAX_EPISODES);
  return {
    ...fileOf(item),
    ...series,
    season,
    seasonPoster,
    episodes: Array.from({ length: count }, (_, at) => episode + at),
    episodeName: (name && validText(name, MAX_EPISODE_NAME)) || null,
  };
}

/** Returns a season's key for the show's ID and the season's number. */
export const seasonKey = (seriesId = '', number = Number.NaN): string => `${seriesId} ${number}`;

/** Returns the path of the season's own picture. The server sends a tag only if there is one. */
export function seasonPosterOf(item: LibraryItem): { key: string; path: string } | undefined {
  const { id, type, seriesId, episode: number, posterTag } = item;
  if (type !== 'Season' || posterTag === undefined) return undefined;
  return { key: seasonKey(seriesId, number), path: primaryPath(id, posterTag) };
}

const primaryPath = (id: string, tag: string): string => `${id}/Primary/${tag}`;

const isNumber = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= MAX_NUMBER;

const claimOf = (item: LibraryItem, name: string) => {
  const { originalName, tmdbId, imdbId } = item;
  const year = yearOf(item);
  return {
    titles: originalName && originalName !== name ? [name, originalName] : [name],
    ...(year !== undefined && { year }),
    ids: {
      ...(tmdbId !== undefined && { tmdb: String(Number(tmdbId)) }),
      ...(imdbId !== undefined && { imdb: imdbId }),
    },
  };
};

const yearOf = ({ year }: LibraryItem): number | undefined =>
  Number.isInteger(year) && inRange(year, 1850, 2200) ? year : undefined;

function fileOf({ id, addedAt, width, height }: LibraryItem) {
  const added = Date.parse(addedAt ?? '');
  // 1920 × 800 counts as 1080p.
  const lines = Math.max(height ?? 0, Math.round(((width ?? 0) * 9) / 16));
  return {
    path: id,
    size: undefined,
    modifiedAt: added > 0 ? added : undefined,
    height: inRange(lines, 1, 20_000) ? Math.round(lines) : null,
    isPlayable: true,
    extra: null,
  };
}

function described(item: LibraryItem): Omit<ReadSeries, 'title'> {
  const { id, type, posterTag, backdropTag, overview, genres, rating, ticks } = item;
  const minutes = Math.round((ticks ?? 0) / TICKS_A_MINUTE);
  const texts: TitleTexts = {
    overview: validText(overview ?? '', MAX_OVERVIEW),
    genreIds: genreIdsNamed(type === 'Series' ? 'tv' : 'movie', genres),
    rating: rating !== undefined && inRange(rating, 0.1, 10) ? rating : null,
    runtime: inRange(minutes, 1, 10_000) ? minutes : null,
  };
  return {
    texts,
    poster: posterTag && primaryPath(id, posterTag),
    backdrop: backdropTag && `${id}/Backdrop/${backdropTag}`,
  };
}

const inRange = (value: number | undefined, min: number, max: number): boolean =>
  value !== undefined && value >= min && value <= max;

const IMAGE_TIMEOUT_MS = 15_000;

/** Opens pictures by the paths above. Clients see neither the server's address nor its API key. */
export function artworkOpener(server: MediaServer, upstream: HttpClient): ArtworkStore['open'] {
  return async (path, { method, headers, signal }) => {
    const [, id, kind, tag] = /^([\w-]+)\/(Primary|Backdrop)\/([\w-]+)$/.exec(path) ?? [];
    if (id === undefined || tag === undefined) throw new NotFoundError('no such picture');
    const width = kind === 'Backdrop' ? WIDTHS.Backdrop : WIDTHS.Primary;
    const query = new URLSearchParams({ tag, maxWidth: String(width), quality: '90' }).toString();
    const response = await upstream.open({
      url: `${server.base}/Items/${id}/Images/${kind}?${query}`,
      method,
      headers: { ...headers, ...credentials(server) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(IMAGE_TIMEOUT_MS)]),
    });
    const isHere = addressOn(server, response.finalUrl) !== undefined;
    if (isHere && (response.status === 200 || response.status === 304)) return response;
    response.body.destroy();
    throw new NotFoundError('no such picture');
  };
}
