import {
  findStarter,
  findStarterByImdb,
  loadStarter,
} from '@matinee/sources/starter-catalog/starter-catalog';
import type { StarterTitle } from '@matinee/sources/starter-catalog/starter-title';
import type { CallName, CatalogRequest } from './tmdb-allowlist.ts';
import { errorResponse, okResponse, type CatalogResponse } from './response.ts';
import { openGenreId, openGenres } from './genre-names.ts';
import { byAge, byNewest, byEditorialRank, rotateWeekly } from './starter-order.ts';
import {
  listItem,
  mixedItem,
  movieDetails,
  starterSeasonDetails,
  seriesDetails,
} from './starter-shapes.ts';
import { localId } from '@matinee/shared/media/media';

/** The first ID of the starter catalog, higher than all of TMDB's. */
export const FIRST_STARTER_ID = 1_000_000_000;

const PAGE_SIZE = 20;
const IN_CINEMAS_MS = 45 * 86_400_000;

type Responder = (call: CatalogRequest, now: number) => object | undefined;

const RESPONDERS: Readonly<Record<CallName, Responder>> = {
  search: (call) =>
    paged(searchStarter(loadStarter(), call.query.query ?? '').map(mixedItem), call),
  details,
  // No title of the starter catalog belongs to a collection.
  collection: () => undefined,
  season: ({ named }) => {
    const series = findStarter('tv', Number(named.id));
    const season = series?.seasons.find(({ number }) => number === Number(named.season));
    return series && season && starterSeasonDetails(series, season);
  },
  find: ({ named }) => {
    const title = findStarterByImdb(named.imdb ?? '');
    return {
      movie_results: title?.kind === 'movie' ? [mixedItem(title)] : [],
      person_results: [],
      tv_results: title?.kind === 'tv' ? [mixedItem(title)] : [],
      tv_episode_results: [],
      tv_season_results: [],
    };
  },
  nowPlaying: (call, now) => ({
    dates: { maximum: day(now), minimum: day(now - IN_CINEMAS_MS) },
    ...listed(ofKind(call).filter(isOfThisCentury).toSorted(byNewest), call),
  }),
  popular: (call) => listed(ofKind(call).toSorted(byEditorialRank), call),
  topRated: (call) => listed(ofKind(call).toSorted(byAge), call),
  trending: (call, now) => {
    const titles = rotateWeekly(ofKind(call).toSorted(byEditorialRank), now);
    return paged(titles.map(mixedItem), call);
  },
  discover: (call) => listed(discovered(call), call),
  // TMDB's genres would overlap, and half of them would have only two or three titles.
  genres: (call) => ({ genres: openGenres(call.kind ?? 'movie') }),
  // No title of the open collection is on a paid service.
  providers: () => ({ results: [] }),
};

/** Serves TMDB's paths from the built-in starter catalog. */
export function starterResponse(call: CatalogRequest, now: number): CatalogResponse {
  const content = RESPONDERS[call.name](call, now);
  return content === undefined ? errorResponse('notFound') : okResponse(content);
}

function details({ kind, named, query }: CatalogRequest): object | undefined {
  const title = findStarter(kind ?? 'movie', Number(named.id));
  if (!title) return undefined;
  const body = title.kind === 'movie' ? movieDetails(title) : seriesDetails(title);
  return { ...body, ...appendToResponse(title, query.append_to_response) };
}

function ofKind({ kind }: CatalogRequest): readonly StarterTitle[] {
  return loadStarter().filter((title) => title.kind === kind);
}

/** Filters with TMDB's syntax: `,` is "and", `|` is "or". Providers need a region. */
function discovered(call: CatalogRequest): readonly StarterTitle[] {
  const { watch_region: region, with_genres: genres, with_watch_providers: providers } = call.query;
  if (providers !== undefined && region !== undefined) return [];
  const titles = ofKind(call).toSorted(byEditorialRank);
  if (genres === undefined) return titles;
  const groups = genres.split(',').map((group) => group.split('|').map(Number));
  return titles.filter(({ genreIds, openGenre }) => {
    const titleGenres = [...genreIds, openGenreId(openGenre)];
    return groups.every((group) => group.some((genre) => titleGenres.includes(genre)));
  });
}

/** Leaves out classics, because a movie of 1964 isn't now in theaters. */
function isOfThisCentury({ year }: StarterTitle): boolean {
  return year > 2000;
}

function listed(titles: readonly StarterTitle[], call: CatalogRequest) {
  return paged(titles.map(listItem), call);
}

function paged(items: readonly object[], { query }: CatalogRequest) {
  const page = Number(query.page ?? 1);
  return {
    page,
    results: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total_pages: Math.max(1, Math.ceil(items.length / PAGE_SIZE)),
    total_results: items.length,
  };
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const FILLERS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'on', 'to']);

/** Returns the best first, and equal matches in the order of `byEditorialRank`. */
function searchStarter(titles: readonly StarterTitle[], query: string): readonly StarterTitle[] {
  const wanted = words(query);
  if (wanted.length === 0) return [];
  return titles
    .map((title) => ({ title, score: score(title, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || byEditorialRank(a.title, b.title))
    .map(({ title }) => title);
}

function score(title: StarterTitle, wanted: readonly string[]): number {
  const rest = wanted.filter((word) => word !== String(title.year));
  // "1984" alone may be a title. With other words, it is a year.
  const searched = rest.length > 0 ? rest : wanted;
  const names = [title.title, ...(title.originalTitle ? [title.originalTitle] : [])];
  const named = Math.max(...names.map((name) => scoreName(words(name), searched)));
  if (named > 0) return named;
  const people = [...title.directors, ...title.cast];
  return people.some((name) => scoreName(words(name), searched) > 0) ? 1 : 0;
}

function scoreName(name: readonly string[], searched: readonly string[]): number {
  const significant = searched.filter((word) => !FILLERS.has(word));
  const required = significant.length > 0 ? significant : searched;
  if (!required.every((word) => name.some((part) => part.startsWith(word)))) return 0;
  const fullName = ` ${name.join(' ')} `;
  const phrase = searched.join(' ');
  if (fullName === ` ${phrase} `) return 100;
  if (fullName.startsWith(` ${phrase}`)) return 80;
  if (fullName.includes(` ${phrase} `)) return 70;
  if (fullName.includes(` ${phrase}`)) return 60;
  return required.every((word) => name.includes(word)) ? 40 : 20;
}

/** Removes accents, case and punctuation: "haxan" finds "Häxan", "fathers" finds "Father's". */
function words(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const MAX_SIMILAR = 20;

const APPENDABLE: Readonly<Record<string, (title: StarterTitle) => object>> = {
  external_ids: externalIds,
  credits: ({ cast, directors }) => ({
    cast: cast.map((name, order) => ({ ...person(name, 'Acting'), character: '', order })),
    crew: directors.map((name) => ({
      ...person(name, 'Directing'),
      department: 'Directing',
      job: 'Director',
    })),
  }),
  videos: () => ({ results: [] }),
  similar,
};

/** Returns the parts that `append_to_response` lists, by name. */
export function appendToResponse(title: StarterTitle, names: string | undefined): object {
  const extras = (names?.split(',') ?? []).flatMap((name) => {
    const respond = APPENDABLE[name];
    return respond ? [[name, respond(title)] as const] : [];
  });
  return Object.fromEntries(extras);
}

function externalIds({ imdbId, kind }: StarterTitle) {
  const common = {
    imdb_id: imdbId ?? null,
    wikidata_id: null,
    facebook_id: null,
    instagram_id: null,
    twitter_id: null,
  };
  return kind === 'movie'
    ? common
    : { ...common, freebase_mid: null, freebase_id: null, tvdb_id: null, tvrage_id: null };
}

function person(name: string, department: string) {
  return {
    adult: false,
    credit_id: '',
    gender: 0,
    id: localId(`person ${name}`),
    known_for_department: department,
    name,
    original_name: name,
    popularity: 0,
    profile_path: null,
  };
}

function similar(title: StarterTitle) {
  const shared = (other: StarterTitle): number =>
    other.genreIds.filter((genre) => title.genreIds.includes(genre)).length;
  const results = loadStarter()
    .filter((other) => other.kind === title.kind && other.id !== title.id && shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || byEditorialRank(a, b))
    .slice(0, MAX_SIMILAR)
    .map(listItem);
  return { page: 1, results, total_pages: 1, total_results: results.length };
}
