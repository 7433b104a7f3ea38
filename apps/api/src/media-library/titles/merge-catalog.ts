// Adds the titles of the operator's folders to the catalog, for viewers who may see them.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import { okResponse, type CatalogResponse } from '#catalog/response.ts';
import { matchRoute, type CatalogRequest } from '#catalog/tmdb-allowlist.ts';
import type { CopiedText } from './catalog-copies/language-copies.ts';
import type { AvailableTitle } from './index/library-records.ts';
import type { LibraryTitles } from './library-titles.ts';
import {
  episodesOf,
  libraryMovieDetails,
  searchItem,
  librarySeasonDetails,
  libraryShowDetails,
  withLibraryMetadata,
  type LibraryMetadata,
  type TitleWithArtwork,
} from './tmdb-shapes.ts';

const MAX_FOUND = 20;

const Page = z.looseObject({
  page: z.number(),
  results: z.array(z.looseObject({ id: z.number(), media_type: z.string().optional() })),
  total_results: z.number(),
});

type Titles = Pick<LibraryTitles, 'find' | 'search' | 'artwork' | 'isFolder' | 'copies'>;

const Season = z.looseObject({
  season_number: z.number(),
  episodes: z.array(z.looseObject({ episode_number: z.number() })).optional(),
});
type Season = z.infer<typeof Season>;
const Details = z.looseObject({ seasons: z.array(Season).optional() });

/**
 * Puts the operator's titles first in searches. Adds details of titles that the catalog lacks. Prefers notes and
 * backgrounds of the folders to TMDB's.
 */
export function mergeLibraryTitles(
  catalog: Pick<Catalog, 'get'>,
  titles: Titles,
): Pick<Catalog, 'get'> {
  return {
    get: async (path, query, signal) => {
      const requested = catalog.get(path, query, signal);
      const match = matchRoute(path, query);
      if (!match.allowed) return await requested;
      const { call } = match;
      if (call.name === 'search') return withFound(call, await requested, titles);
      const response = await orCopy(call, requested, titles);
      if (response.status === 200) return withLibrary(call, response, titles);
      const body = libraryResponse(call, titles);
      return body === undefined ? response : okResponse(body);
    },
  };
}

/** Shorter than the time limit of a page. Requests to both TMDB hosts could take longer. */
const COPY_AFTER_MS = 4_000;

/** Returns the copy of TMDB's response if TMDB is unreachable. */
async function orCopy(
  call: CatalogRequest,
  requested: Promise<CatalogResponse>,
  titles: Titles,
): Promise<CatalogResponse> {
  const text = copiedText(call, titles);
  if (!text) return await requested;
  const timer = new AbortController();
  const late = setTimeout(COPY_AFTER_MS, undefined, { signal: timer.signal });
  const first = await Promise.race([requested, late]).finally(() => timer.abort());
  if (first?.status === 200) titles.copies.keep(text, first.body);
  if (first?.status === 200 || first?.status === 404) return first;
  const copy = await titles.copies.get(text);
  if (!copy) return first ?? (await requested);
  const isDetails = call.name === 'details';
  return okResponse({ ...copy, ...(isDetails && { ...NO_LISTS, id: Number(call.named.id) }) });
}

/** Replaces lists of other titles, which aren't copied. */
const NO_LISTS = {
  similar: { page: 1, results: [], total_pages: 1, total_results: 0 },
  videos: { results: [] },
};

function copiedText(call: CatalogRequest, titles: Titles): CopiedText | undefined {
  const { name, kind, named, query } = call;
  if (kind === undefined || (name !== 'details' && name !== 'season')) return undefined;
  const found = titles.find(kind, Number(named.id));
  if (!found || found.record.tmdbId === null) return undefined;
  const title = { kind, id: found.id };
  const isSeason = name === 'season';
  const path = `/${kind}/${found.id}${isSeason ? `/season/${named.season}` : ''}`;
  return { title, path, isSeason, language: query.language };
}

function libraryResponse(call: CatalogRequest, titles: Titles): object | undefined {
  const { name, kind, named, query } = call;
  if ((name !== 'details' && name !== 'season') || kind === undefined) return undefined;
  const title = titles.find(kind, Number(named.id));
  if (title === undefined) return undefined;
  // Keep the requested ID, even if TMDB's ID is known by now.
  const listed = { ...withArtwork(title, titles), id: Number(named.id) };
  if (kind === 'movie') return libraryMovieDetails(listed, query.append_to_response);
  if (name === 'details') return libraryShowDetails(listed, title.files, query.append_to_response);
  return librarySeasonDetails(listed, title.files, Number(named.season));
}

/** Merges the operator's notes and pictures with the catalog's. The operator's win. */
function withLibrary(
  { name, kind, named }: CatalogRequest,
  response: CatalogResponse,
  titles: Titles,
): CatalogResponse {
  if (kind === undefined || (name !== 'details' && name !== 'season')) return response;
  const title = titles.find(kind, Number(named.id));
  if (!title) return response;
  const content: unknown = JSON.parse(response.body);
  if (name === 'season') {
    const season = Season.safeParse(content).data;
    return season ? okResponse(withNotedEpisodes(title, season, titles)) : response;
  }
  const details = Details.safeParse(content).data;
  if (!details) return response;
  const { seasons } = details;
  return okResponse({
    ...withLibraryMetadata(details, libraryMetadata(title, titles)),
    ...(seasons && { seasons: seasons.map((season) => withPoster(title, season, titles)) }),
  });
}

function withNotedEpisodes(title: AvailableTitle, season: Season, titles: Titles): object {
  const noted = new Map(
    episodesOf(
      // Skip media servers, because their texts are TMDB's.
      title.files.filter((file) => file.season === season.season_number && titles.isFolder(file)),
    ).map((episode) => [episode.number, episode]),
  );
  const episodes = season.episodes?.map((episode) => {
    const own = noted.get(episode.episode_number);
    return {
      ...episode,
      ...(own && own.name !== '' && { name: own.name }),
      ...(own && own.overview !== '' && { overview: own.overview }),
    };
  });
  return { ...withPoster(title, season, titles), ...(episodes && { episodes }) };
}

function withPoster({ record }: AvailableTitle, season: Season, { artwork }: Titles): object {
  const poster = artwork.pathOf(record, season.season_number);
  return poster === null ? season : { ...season, poster_path: poster };
}

const libraryMetadata = ({ record }: AvailableTitle, { artwork }: Titles): LibraryMetadata => ({
  record,
  backdrop: artwork.folderBackdropOf(record),
});

function withArtwork({ record, id, files }: AvailableTitle, { artwork }: Titles): TitleWithArtwork {
  return {
    record,
    id,
    addedAt: new Date(Math.max(...files.map(({ addedAt }) => addedAt.getTime()))),
    // Prefer TMDB's poster, because bookmarks store its path.
    poster: record.poster ?? artwork.pathOf(record, 'poster'),
    backdrop: artwork.pathOf(record, 'backdrop'),
    seasonPoster: (season) => artwork.pathOf(record, season),
  };
}

function withFound(
  { query }: CatalogRequest,
  response: CatalogResponse,
  titles: Titles,
): CatalogResponse {
  const found = titles.search(query.query ?? '', MAX_FOUND);
  if (found.length === 0) return response;
  const page = Number(query.page ?? 1);
  const parsed =
    response.status === 200 ? Page.safeParse(JSON.parse(response.body)).data : undefined;
  // Search own titles even if TMDB is unreachable.
  if (parsed === undefined && page > 1) return response;
  const content = parsed ?? { page, results: [], total_pages: 1, total_results: 0 };
  const isSame = (result: Page['results'][number], { record, id }: AvailableTitle): boolean =>
    result.id === id && result.media_type === record.kind;
  const others = content.results.filter((result) => !found.some((title) => isSame(result, title)));
  // Prefer TMDB's item, because it has more fields than the index.
  const items = found.map((title) => {
    const item = content.results.find((result) => isSame(result, title));
    return item
      ? withLibraryMetadata(item, libraryMetadata(title, titles))
      : searchItem(withArtwork(title, titles));
  });
  return okResponse({
    ...content,
    results: page === 1 ? [...items, ...others] : others,
    total_results: content.total_results + found.length - (content.results.length - others.length),
  });
}

type Page = z.infer<typeof Page>;
