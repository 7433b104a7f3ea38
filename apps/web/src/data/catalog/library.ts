// Titles of the site's own library: the operator's folders and shares.
import {
  getLibrarySummary,
  listLibraryCollections,
  listLibraryTitles,
  type LibraryEntry,
  type LibrarySection,
  type LibrarySort,
  type LibrarySummary,
} from '@matinee/shared/contract/library';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import { mediaType } from '@matinee/shared/media/media';
import { queryOptions } from '@tanstack/react-query';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';
import { posterUrl } from './tmdb.ts';
import type { Title } from './title.ts';

export interface LibraryQuery {
  readonly section?: LibrarySection | undefined;
  readonly sort: LibrarySort;
  /** TMDB's genre id. */
  readonly genre?: number;
  /** The first year of the decade. */
  readonly decade?: number;
  /** The minimum number of lines. */
  readonly height?: number;
  /** The id of a folder or share in the summary. */
  readonly source?: string;
  /** The id of a collection. */
  readonly collection?: string;
}

/** The site's own library, whichever account server the viewer has chosen. */
const HERE = { server: siteOrigin } as const;
const CACHED_MS = 60_000;
/** While the first scan runs. */
const SCAN_POLL_MS = 3_000;

/** Keyed by account: viewers see different titles. */
const viewer = (): string => sessionStore.getState().account?.userId ?? '';

export function librarySummary() {
  return queryOptions({
    queryKey: ['library', 'summary', viewer()],
    queryFn: ({ signal }): Promise<LibrarySummary> =>
      call(getLibrarySummary, {}, { ...HERE, signal }),
    staleTime: CACHED_MS,
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? SCAN_POLL_MS : false),
  });
}

export function libraryCollections() {
  return queryOptions({
    queryKey: ['library', 'collections', viewer()],
    queryFn: async ({ signal }) =>
      (await call(listLibraryCollections, {}, { ...HERE, signal })).collections,
    staleTime: CACHED_MS,
  });
}

/** Titles per request. */
export const LIBRARY_PAGE = 60;
/** A page that the viewer only scrolls past is not requested. */
const SETTLE_MS = 120;

type TitlesPart = LibraryQuery & { readonly offset: number; readonly limit: number };

/** Loads titles of this site. */
export type LoadTitles = (
  part: TitlesPart,
  options: { readonly server: string; readonly signal: AbortSignal },
) => Promise<ReplyOf<typeof listLibraryTitles>>;

const loadTitles: LoadTitles = (query, options) => call(listLibraryTitles, { query }, options);

/** `page` counts from 0. Rejects with ApiRequestError. */
export function libraryPage(query: LibraryQuery, page: number, load = loadTitles) {
  return queryOptions({
    queryKey: ['library', 'titles', viewer(), query, page],
    queryFn: async ({ signal }) => {
      if (page > 0) await settled(signal);
      const part = { offset: page * LIBRARY_PAGE, limit: LIBRARY_PAGE };
      return await load({ ...query, ...part }, { ...HERE, signal });
    },
    staleTime: CACHED_MS,
  });
}

async function settled(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  signal.throwIfAborted();
}

export const libraryPoster = ({ poster }: LibraryEntry): string | undefined => posterUrl(poster);

/** Converts an entry for bookmarks, with TMDB's poster if there is one. */
export function libraryTitle({ kind, id, title, year, poster, tmdbPoster }: LibraryEntry): Title {
  const url = posterUrl(tmdbPoster ?? poster);
  return {
    type: mediaType(kind),
    tmdbId: String(id),
    title,
    ...(year === null ? {} : { year }),
    isReleased: true,
    ...(url === undefined ? {} : { poster: url }),
  };
}
