import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Parts of the library. `videos`: recordings that are neither movies nor episodes. */
export const LibrarySection = z.enum(['movies', 'shows', 'videos']);
export type LibrarySection = z.infer<typeof LibrarySection>;

/** `unwatched`: titles that the account hasn't watched come first, newest first. */
export const LIBRARY_SORTS = [
  'added',
  'title',
  'year',
  'oldest',
  'rating',
  'runtime',
  'unwatched',
] as const;
export const LibrarySort = z.enum(LIBRARY_SORTS);
export type LibrarySort = z.infer<typeof LibrarySort>;

export const LibraryEntry = z.object({
  /** A TMDB ID, or a `localId`. */
  id: z.number().int(),
  kind: z.enum(['movie', 'tv']),
  section: LibrarySection,
  title: z.string(),
  year: z.number().int().nullable(),
  /** A path on TMDB's image host, or a path on this server that begins with `/library/`. */
  poster: z.string().nullable(),
  /** The path on TMDB's image host. Bookmarks store it, because other clients and servers can show it. */
  tmdbPoster: z.string().nullable(),
  /** ISO 8601. */
  addedAt: z.string(),
  /** 0 to 10. */
  rating: z.number().nullable(),
  /** Minutes. */
  runtime: z.number().nullable(),
  /** The nominal height of the best version: 1080 for 1920 × 800. */
  height: z.number().int().nullable(),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** The filter of a list of titles. */
const Filter = z.object({
  /** Default: all sections. */
  section: LibrarySection.optional(),
  /** A TMDB genre ID. */
  genre: z.coerce.number().int().optional(),
  /** The first year of the decade: 1990. */
  decade: z.coerce.number().int().optional(),
  /** The minimum nominal height: 720, 1080 or 2160. */
  height: z.coerce.number().int().optional(),
  /** The ID of a source in `LibrarySummary`. */
  source: z.string().max(200).optional(),
  /** The ID of a `LibraryCollection`. */
  collection: z.string().max(200).optional(),
});

/** A folder of movies, or a set that notes name. */
export const LibraryCollection = z.object({
  id: z.string(),
  name: z.string(),
  /** The number of titles. */
  count: z.number().int(),
  /** Paths like those of `LibraryEntry`. */
  posters: z.array(z.string()),
});
export type LibraryCollection = z.infer<typeof LibraryCollection>;

export const MAX_COLLECTIONS = 2_000;

export const MAX_LIBRARY_PAGE = 200;

const TITLES = { bucket: 'titles', max: 1_200, seconds: 600, store: 'memory' } as const;

export const listLibraryTitles = endpoint({
  method: 'GET',
  path: '/library/titles',
  summary: 'Lists the titles that this server holds, a window at a time.',
  access: 'optional',
  budget: TITLES,
  query: Filter.extend({
    sort: LibrarySort.default('added'),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(MAX_LIBRARY_PAGE).default(60),
  }),
  reply: z.object({
    total: z.number().int(),
    titles: z.array(LibraryEntry),
    /** With `sort=title`: the offset of the first title of each letter, and of `#` for all others. */
    letters: z.array(z.object({ letter: z.string(), offset: z.number().int() })).optional(),
  }),
});

export const getLibrarySummary = endpoint({
  method: 'GET',
  path: '/library/summary',
  summary: 'Reports how much this server holds, and by what it can be filtered.',
  access: 'optional',
  budget: TITLES,
  reply: z.object({
    /** False while the first scan runs. */
    isComplete: z.boolean(),
    counts: z.object({
      movies: z.number().int(),
      shows: z.number().int(),
      videos: z.number().int(),
    }),
    collections: z.number().int(),
    genres: z.array(z.object({ id: z.number().int(), name: z.string() })),
    decades: z.array(z.number().int()),
    sources: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The start of paths of this server's copies of TMDB's pictures. A slash and TMDB's file name follow. */
    pictures: z.string().optional(),
  }),
});
export type LibrarySummary = z.infer<(typeof getLibrarySummary)['reply']>;

export const listLibraryCollections = endpoint({
  method: 'GET',
  path: '/library/collections',
  summary: 'Lists the collections among the titles that this server holds.',
  access: 'optional',
  budget: TITLES,
  reply: z.object({ collections: z.array(LibraryCollection) }),
});

/** The reason why a file in a folder is neither a movie nor an episode. */
export const SkipReason = z.enum([
  /** The name has a date instead of an episode number. */
  'airDate',
  'noEpisodeNumber',
  'noSeason',
  'noShowTitle',
  'noTitle',
  /** `Night-cd1.mp4` */
  'partOfMovie',
  'unreadable',
  /** A link to a file outside the folder. */
  'outside',
  /** A folder with the files of a DVD or Blu-ray disc. */
  'disc',
  'discImage',
  /** A text file that contains a URL. */
  'link',
]);
export type SkipReason = z.infer<typeof SkipReason>;

export const MAX_SKIPPED_FILES = 200;

export const listSkippedFiles = endpoint({
  method: 'GET',
  path: '/library/skipped',
  summary:
    'Lists files in the folders of this server that are neither a movie nor an episode, and why.',
  access: 'admin',
  budget: TITLES,
  query: z.object({ offset: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({
    /**
     * `off`: the server has no own sources. `needsRelay`: its own sources need the stream relay, which is turned off.
     * `scanning`: some sources haven't been read yet.
     */
    state: z.enum(['off', 'needsRelay', 'scanning', 'complete']),
    total: z.number().int(),
    /** At most `MAX_SKIPPED_FILES`. */
    files: z.array(
      z.object({
        folder: z.string(),
        path: z.string(),
        reason: SkipReason,
        /** Set for videos, which `/library/match` can assign to a title. */
        file: z.string().optional(),
      }),
    ),
  }),
});
export type SkippedFiles = z.infer<(typeof listSkippedFiles)['reply']>;

export const listOwnSources = endpoint({
  method: 'GET',
  path: '/library/sources',
  summary: 'Tells how much each own source of this server holds.',
  access: 'admin',
  budget: TITLES,
  reply: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        movies: z.number().int(),
        episodes: z.number().int(),
        videos: z.number().int(),
        /** False if the last read failed. */
        isReachable: z.boolean(),
      }),
    ),
    /** True if folders or media servers are left out because the stream relay is turned off. */
    needsRelay: z.boolean(),
  }),
});
export type OwnSources = z.infer<(typeof listOwnSources)['reply']>;

const TitleId = z.object({ kind: z.enum(['movie', 'tv']), id: z.number().int() });

/** Returns the IDs of titles that this server can play, for the mark on cards. */
export const checkLibraryTitles = endpoint({
  method: 'POST',
  path: '/library/holdings',
  summary: 'Reports which of the given titles this server holds.',
  access: 'optional',
  budget: TITLES,
  body: z.object({ titles: z.array(TitleId).max(500) }),
  reply: z.object({ titles: z.array(TitleId) }),
});
