// Details of a title for its details page.
import type { MediaType } from '@matinee/shared/media/media';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { ENGLISH, imageUrl, posterUrl, tmdb } from './tmdb.ts';
import { MovieDetails, MovieItem, ShowDetails, TvItem, type TitleItem } from './schemas.ts';
import { isUntranslated, titleOf, type Title } from './title.ts';

const EXTRAS = 'credits,external_ids,similar,videos';
const CAST_AT_MOST = 12;
const SIMILAR_AT_MOST = 12;
const FRESH_MS = 60 * 60_000;

/** Drops only the invalid items. */
const listOf = <T>(item: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) =>
      items.flatMap((one): T[] => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const text = z.string().nullish();
const results = <T>(item: z.ZodType<T>) =>
  z
    .object({ results: listOf(item) })
    .catch({ results: [] })
    .default({ results: [] });

const Actor = z.object({ name: z.string().min(1), character: text, profile_path: text });
const CrewMember = z.object({ name: z.string().min(1), job: text });
const Video = z.object({ site: z.string(), type: z.string(), key: z.string(), iso_639_1: text });

const extras = {
  backdrop_path: text,
  vote_average: z.number().nullish(),
  vote_count: z.number().nullish(),
  genres: listOf(z.object({ name: z.string().min(1) })),
  credits: z
    .object({ cast: listOf(Actor), crew: listOf(CrewMember) })
    .catch({ cast: [], crew: [] })
    .default({ cast: [], crew: [] }),
  videos: results(Video),
};

const Movie = MovieDetails.unwrap().extend({
  ...extras,
  similar: results(MovieItem),
  belongs_to_collection: z.object({ id: z.number() }).nullish().catch(null),
});
const Collection = z.lazy(() => z.object({ parts: listOf(MovieItem) }));
const Show = ShowDetails.unwrap().extend({
  ...extras,
  similar: results(TvItem),
});
type Details = z.infer<typeof Movie> | z.infer<typeof Show>;

export interface CastMember {
  readonly name: string;
  readonly character?: string;
  readonly portrait?: string;
}

export interface SeasonSummary {
  readonly id: string;
  readonly number: number;
  /** '' if TMDB has none. */
  readonly name: string;
  /** w342. */
  readonly poster?: string;
}

export interface TitleDetails extends Title {
  readonly overview: string;
  /** True if TMDB has no overview in the requested language. */
  readonly isOverviewEnglish: boolean;
  readonly backdrop?: string;
  /** Minutes. */
  readonly runtime?: number;
  /** 0 to 10; missing without votes. */
  readonly rating?: number;
  readonly genres: readonly string[];
  readonly directors: readonly string[];
  readonly cast: readonly CastMember[];
  /** The id of a YouTube video. */
  readonly trailerKey?: string;
  /** Sorted by number; specials (number 0) come last. Empty for movies. */
  readonly seasons: readonly SeasonSummary[];
  readonly similar: readonly Title[];
  /** Set for a movie that is one of several parts. */
  readonly collectionId?: string;
}

/** The start of the query keys of a title's details, which all languages share. */
export const detailsQueryKey = (type: MediaType, tmdbId: string) =>
  ['catalogue', 'details', type, tmdbId] as const;

/** `language` is TMDB's. Rejects with CatalogError, `status` 404 for an unknown title. */
export function titleDetails(type: MediaType, tmdbId: string, language: string) {
  return queryOptions({
    queryKey: [...detailsQueryKey(type, tmdbId), language],
    queryFn: async ({ signal }): Promise<TitleDetails> => {
      const found = await loadDetails({ type, tmdbId, language }, signal);
      const { details, untranslated } = found;
      if (language === ENGLISH || (untranslated.size === 0 && details.overview !== ''))
        return details;
      const english = await loadDetails({ type, tmdbId, language: ENGLISH }, signal).catch(() => {
        signal.throwIfAborted();
      });
      return english ? withEnglish(found, english.details) : details;
    },
    staleTime: FRESH_MS,
  });
}

interface DetailsRequest {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly language: string;
}

interface FoundDetails {
  readonly details: TitleDetails;
  /** The ids of titles that have no name in the language: this title or similar ones. */
  readonly untranslated: ReadonlySet<string>;
}

async function loadDetails(
  { type, tmdbId, language }: DetailsRequest,
  signal: AbortSignal,
): Promise<FoundDetails> {
  const query = {
    append_to_response: EXTRAS,
    language,
    // Most trailers are English.
    include_video_language: [...new Set([language.slice(0, 2), 'en'])].join(','),
  };
  const now = new Date();
  const untranslatedOf = (items: readonly TitleItem[]): ReadonlySet<string> =>
    new Set(items.filter((one) => isUntranslated(one, language)).map(({ id }) => String(id)));
  if (type === 'movie') {
    const movie = await tmdb(`/movie/${tmdbId}`, { schema: Movie, query, signal });
    const items = [{ ...movie, media_type: 'movie' } as const, ...movie.similar.results];
    return { details: movieOf(movie, now), untranslated: untranslatedOf(items) };
  }
  const show = await tmdb(`/tv/${tmdbId}`, { schema: Show, query, signal });
  const items = [{ ...show, media_type: 'tv' } as const, ...show.similar.results];
  return { details: showOf(show, now), untranslated: untranslatedOf(items) };
}

function withEnglish({ details, untranslated }: FoundDetails, english: TitleDetails): TitleDetails {
  const names = new Map(
    [english, ...english.similar].map(({ tmdbId, title }) => [tmdbId, title] as const),
  );
  const nameOf = ({ tmdbId, title }: Title): string =>
    (untranslated.has(tmdbId) && names.get(tmdbId)) || title;
  return {
    ...details,
    title: nameOf(details),
    similar: details.similar.map((one) => ({ ...one, title: nameOf(one) })),
    ...(details.overview === '' && {
      overview: english.overview,
      isOverviewEnglish: english.overview !== '',
    }),
  };
}

/**
 * Released parts of a collection, in the order of release. Parts without a name in the language have an English name.
 * Rejects with CatalogError.
 */
export function collectionParts(collectionId: string | undefined, language: string) {
  return queryOptions({
    queryKey: ['catalogue', 'collection', collectionId, language],
    queryFn:
      collectionId === undefined
        ? skipToken
        : async ({ signal }): Promise<readonly Title[]> => {
            const now = new Date();
            const parts = await loadParts(collectionId, language, signal);
            const isForeign = (part: MovieItem): boolean => isUntranslated(part, language);
            const english = parts.some(isForeign)
              ? await loadParts(collectionId, ENGLISH, signal).catch(() => {
                  signal.throwIfAborted();
                })
              : undefined;
            const nameOf = (part: MovieItem): string =>
              (isForeign(part) && english?.find(({ id }) => id === part.id)?.title) || part.title;
            return parts
              .toSorted((one, other) => dateOf(one) - dateOf(other))
              .map((part) => ({ ...titleOf(part, now), title: nameOf(part) }))
              .filter(({ isReleased }) => isReleased);
          },
    staleTime: FRESH_MS,
  });
}

async function loadParts(collectionId: string, language: string, signal: AbortSignal) {
  const query = { language };
  return (await tmdb(`/collection/${collectionId}`, { schema: Collection, query, signal })).parts;
}

const dateOf = ({ release_date }: MovieItem): number => Date.parse(release_date ?? '') || 0;

function movieOf(details: z.infer<typeof Movie>, now: Date): TitleDetails {
  const { belongs_to_collection: collection, runtime } = details;
  return {
    ...titleOf({ ...details, media_type: 'movie' }, now),
    ...common(details),
    ...(runtime ? { runtime } : {}),
    ...(collection ? { collectionId: String(collection.id) } : {}),
    seasons: [],
    similar: similarOf(details.similar.results, now),
  };
}

function showOf(details: z.infer<typeof Show>, now: Date): TitleDetails {
  const runtime = details.episode_run_time?.[0];
  const seasons = details.seasons.map(({ id, season_number: number, name, poster_path }) => {
    const poster = posterUrl(poster_path);
    return { id: String(id), number, name: name ?? '', ...(poster ? { poster } : {}) };
  });
  return {
    ...titleOf({ ...details, media_type: 'tv' }, now),
    ...common(details),
    ...(runtime ? { runtime } : {}),
    seasons: seasons.toSorted((one, other) => rank(one.number) - rank(other.number)),
    similar: similarOf(details.similar.results, now),
  };
}

const rank = (season: number): number => (season === 0 ? Infinity : season);

function similarOf(items: readonly TitleItem[], now: Date): Title[] {
  return items.slice(0, SIMILAR_AT_MOST).map((item) => titleOf(item, now));
}

function common(details: Details) {
  const { backdrop_path, credits, genres, overview, videos, vote_average, vote_count } = details;
  const backdrop = imageUrl(backdrop_path, 'w1280');
  const trailerKey = trailerOf(videos.results);
  return {
    overview: overview ?? '',
    isOverviewEnglish: false,
    ...(backdrop ? { backdrop } : {}),
    ...(vote_average && vote_count ? { rating: vote_average } : {}),
    genres: genres.map(({ name }) => name),
    directors: credits.crew.flatMap(({ job, name }) => (job === 'Director' ? [name] : [])),
    cast: credits.cast.slice(0, CAST_AT_MOST).map(castMember),
    ...(trailerKey ? { trailerKey } : {}),
  };
}

function castMember({ name, character, profile_path }: z.infer<typeof Actor>): CastMember {
  const portrait = imageUrl(profile_path, 'w185');
  return { name, ...(character ? { character } : {}), ...(portrait ? { portrait } : {}) };
}

/** Prefers trailers to teasers, and other languages to English. Accepts only YouTube. */
function trailerOf(videos: readonly z.infer<typeof Video>[]): string | undefined {
  const isEnglish = ({ iso_639_1 }: z.infer<typeof Video>): number => Number(iso_639_1 === 'en');
  const playable = videos
    .filter(({ site, key }) => site === 'YouTube' && /^[\w-]{5,20}$/.test(key))
    .toSorted((one, other) => isEnglish(one) - isEnglish(other));
  const best = ['Trailer', 'Teaser'].flatMap((kind) =>
    playable.filter(({ type }) => type === kind),
  );
  return best[0]?.key;
}
