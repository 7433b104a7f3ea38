import { json, startFake, type Fake, type FakeResponse, type FakeRequest } from './http.ts';
import {
  collection,
  genre,
  listItem,
  movieDetails,
  PERSON,
  seasonDetails,
  seriesDetails,
} from './tmdb-bodies.ts';
import { TITLES, type FakeTitle } from './tmdb-titles.ts';

export interface TmdbOptions {
  readonly titles?: readonly FakeTitle[];
  /** Accepted as Bearer or as `api_key`; anything else is refused like TMDB does. */
  readonly key?: string;
  /** A PNG, sent for every image of every size. */
  readonly poster?: string;
}

export const TMDB_KEY = 'eyJhbGciOiJIUzI1NiJ9.eyJzY29wZXMiOlsiYXBpX3JlYWQiXX0.c2lnbmF0dXJl';

/** One of TMDB's hosts: the API under `/3`, the images under `/t/p`. Start it twice for both hosts. */
export function startTmdb(options: TmdbOptions = {}): Promise<Fake> {
  const { key = TMDB_KEY, poster, titles = TITLES } = options;
  return startFake((request) => {
    const { pathname } = request.url;
    if (pathname.startsWith('/t/p/') && poster !== undefined)
      return { file: poster, headers: { 'access-control-allow-origin': '*' } };
    if (!isAllowed(request, key))
      return failure(401, 7, 'Invalid API key: You must be granted a valid key.');
    return respond(request, request.isEmpty ? [] : titles) ?? notFound();
  });
}

function isAllowed({ headers, url }: FakeRequest, key: string): boolean {
  return headers.authorization === `Bearer ${key}` || url.searchParams.get('api_key') === key;
}

const languageOf = (query: URLSearchParams): string => query.get('language')?.slice(0, 2) ?? 'en';

/** Genres are translated. Titles also have an overview in German, but none in Japanese. */
function inLanguage({ title, genreIds }: FakeTitle, { searchParams }: URL): object {
  const language = languageOf(searchParams);
  const genres = genreIds.map((id) => genre(id, language));
  if (language === 'de') return { genres, overview: `Was in ${title} geschieht.` };
  return language === 'ja' ? { genres, overview: '' } : { genres };
}

function respond({ url }: FakeRequest, titles: readonly FakeTitle[]): FakeResponse | undefined {
  const [, version, ...parts] = url.pathname.split('/');
  if (version !== '3') return undefined;
  const list = lists(parts.join('/'), url.searchParams, titles);
  if (list) return json(list);
  const [first, second = '', third, number] = parts;
  const extras = url.searchParams.get('append_to_response')?.split(',') ?? [];
  const title = titles.find(({ id, kind }) => kind === first && id === Number(second));
  if (title?.kind === 'movie' && third === undefined)
    return json({ ...movieDetails(title, extras, titles), ...inLanguage(title, url) });
  if (title?.kind === 'tv' && third === undefined)
    return json({ ...seriesDetails(title, extras, titles), ...inLanguage(title, url) });
  const inCollection = titles.filter(
    (one) => one.kind === 'movie' && first === 'collection' && one.collection === Number(second),
  );
  if (inCollection.length > 0)
    return json({
      ...collection(Number(second)),
      overview: '',
      parts: inCollection.map(mixedItem),
    });
  const season =
    title?.kind === 'tv' && third === 'season'
      ? title.seasons.find((one) => one.number === Number(number))
      : undefined;
  return title?.kind === 'tv' && season ? json(seasonDetails(title, season)) : undefined;
}

/** Starts in the middle of the list: lists of a real catalog begin differently. */
function turned<T>(titles: readonly T[]): readonly T[] {
  const middle = Math.floor(titles.length / 2);
  return [...titles.slice(middle), ...titles.slice(0, middle)];
}

function lists(path: string, query: URLSearchParams, titles: readonly FakeTitle[]) {
  const page = Number(query.get('page') ?? 1);
  const of = (kind: string): readonly FakeTitle[] => titles.filter((title) => title.kind === kind);
  switch (path) {
    case 'search/multi':
      return paged(found(titles, query.get('query') ?? ''), page);
    case 'movie/popular':
      return paged(of('movie').map(listItem), page);
    case 'movie/top_rated':
      return paged(of('movie').map(listItem).toReversed(), page);
    case 'movie/now_playing':
      return {
        dates: { maximum: '2026-11-25', minimum: '2026-10-10' },
        ...paged(turned(of('movie')).map(listItem), page),
      };
    case 'tv/popular':
      return paged(of('tv').map(listItem), page);
    case 'tv/top_rated':
      return paged(of('tv').map(listItem).toReversed(), page);
    case 'trending/movie/week':
    case 'trending/tv/week':
      return paged(of(path.includes('movie') ? 'movie' : 'tv').map(mixedItem), page);
    case 'discover/movie':
    case 'discover/tv':
      return paged(of(path.slice('discover/'.length)).filter(inGenres(query)).map(listItem), page);
    case 'genre/movie/list':
    case 'genre/tv/list': {
      const ids = of(path.includes('movie') ? 'movie' : 'tv').flatMap(({ genreIds }) => genreIds);
      return { genres: [...new Set(ids)].map((id) => genre(id, languageOf(query))) };
    }
    case 'watch/providers/movie':
    case 'watch/providers/tv':
      return {
        results: [
          {
            display_priorities: {},
            display_priority: 0,
            logo_path: null,
            provider_id: 8,
            provider_name: 'Netflix',
          },
        ],
      };
    default:
      return path.startsWith('find/') ? finding(path.slice('find/'.length), titles) : undefined;
  }
}

function finding(imdbId: string, titles: readonly FakeTitle[]) {
  const of = (kind: string) =>
    titles.filter((title) => title.kind === kind && title.imdbId === imdbId).map(mixedItem);
  return {
    movie_results: of('movie'),
    person_results: [],
    tv_results: of('tv'),
    tv_episode_results: [],
    tv_season_results: [],
  };
}

function found(titles: readonly FakeTitle[], query: string): readonly object[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hits = titles.filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  return words.length === 0 || hits.length === 0 ? [] : [...hits.map(mixedItem), PERSON];
}

function mixedItem(title: FakeTitle) {
  return { ...listItem(title), media_type: title.kind };
}

function inGenres(query: URLSearchParams) {
  const wanted = query.get('with_genres')?.split(',').map(Number) ?? [];
  return ({ genreIds }: FakeTitle): boolean => wanted.every((id) => genreIds.includes(id));
}

function paged(items: readonly object[], page: number) {
  return {
    page,
    results: items.slice((page - 1) * 20, page * 20),
    total_pages: Math.max(1, Math.ceil(items.length / 20)),
    total_results: items.length,
  };
}

function failure(status: number, code: number, message: string): FakeResponse {
  return json({ success: false, status_code: code, status_message: message }, status);
}

function notFound(): FakeResponse {
  return failure(404, 34, 'The resource you requested could not be found.');
}
