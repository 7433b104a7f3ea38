// Finds titles of the folders in the catalog, and stores its texts and pictures.
import { setTimeout } from 'node:timers/promises';
import { compactTitle } from '@matinee/sources/match';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import type { LibraryIndex } from './index/library-index.ts';
import { withNotes, type TitleRecord } from './index/library-records.ts';
import { validPeople } from './index/parsed-title.ts';

interface MatchOptions {
  readonly index: LibraryIndex;
  readonly fetchCatalog: Catalog['get'];
  /** Whether the catalog is TMDB, not the starter catalog. */
  readonly hasTmdb: boolean;
  /** Returns the length of the title's first file. Undefined if it can't be read. */
  readonly secondsOf: (record: TitleRecord, signal: AbortSignal) => Promise<number | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const text = z.string().catch('');
const Person = z.object({ name: z.string() });
const Item = z.object({
  id: z.number().int(),
  title: z.string().optional(),
  name: z.string().optional(),
  original_title: z.string().optional(),
  original_name: z.string().optional(),
  release_date: text,
  first_air_date: text,
  overview: text,
  poster_path: z.string().nullable().catch(null),
  backdrop_path: z.string().nullable().catch(null),
  vote_average: z.number().catch(0),
  vote_count: z.number().catch(0),
  genre_ids: z.array(z.number().int()).optional(),
  genres: z.array(z.object({ id: z.number().int() })).optional(),
  runtime: z.number().int().nullish().catch(null),
  episode_run_time: z.array(z.number().int()).catch([]),
  created_by: z.array(Person).catch([]),
  credits: z
    .object({
      cast: z.array(Person).catch([]),
      crew: z.array(Person.extend({ job: text })).catch([]),
    })
    .optional()
    .catch(undefined),
});
type Item = z.infer<typeof Item>;
export type CatalogItem = Item;
const Found = z.object({ results: z.array(z.looseObject({ media_type: z.string() })) });
const FoundByImdb = z.object({ movie_results: z.array(Item), tv_results: z.array(Item) });

const WITH_CREDITS = { append_to_response: 'credits' };
const MAX_CAST = 12;
/** In minutes. TMDB rounds lengths to minutes, and states only one cut's. */
const MAX_DIFFERENCE = 2.5;
/** Other recordings without a year in their names are rarely as long. A guess is limited to well-known movies. */
const MIN_MINUTES = 55;
const MIN_VOTES = 50;
/** The limit of movies with the same name to compare. */
const MAX_CANDIDATES = 5;
/** Leaves time for viewers' requests between two titles. */
const PAUSE_MS = 50;
/** The starter catalog is in memory. */
const STARTER_PAUSE_MS = 2;

interface Matcher {
  /**
   * Looks up each new title in the catalog, one after another. Stops at the first failure of the catalog. The next
   * call continues from there.
   */
  readonly matchAll: () => Promise<void>;
  /** Undefined if the catalog doesn't have the title. */
  readonly lookUp: (
    kind: TitleRecord['kind'],
    id: number,
    calling: AbortSignal,
  ) => Promise<CatalogItem | undefined>;
}

export function createMatcher({
  index,
  fetchCatalog,
  hasTmdb,
  secondsOf,
  now,
  signal,
}: MatchOptions): Matcher {
  /** Short home videos, and titles that the starter catalog lacks. With a TMDB key, the latter are looked up. */
  const unknown = new WeakSet<TitleRecord>();

  const get = async (
    path: string,
    query: Readonly<Record<string, string>> = {},
    calling: AbortSignal = signal,
  ) => {
    const { status, body } = await fetchCatalog(path, { language: 'en-US', ...query }, calling);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The catalog responded with status ${status}`);
    const content: unknown = JSON.parse(body);
    return content;
  };

  const { idByName, idByImdb, isLong } = createIdFinder({ get, secondsOf, signal });

  async function match(record: TitleRecord): Promise<void> {
    const { kind } = record;
    if (record.isVideo && !(await isLong(record))) return void unknown.add(record);
    const id = record.tmdbId ?? (await idByImdb(record)) ?? (await idByName(record));
    const item =
      id === undefined ? undefined : Item.safeParse(await get(`/${kind}/${id}`, WITH_CREDITS)).data;
    const current = index.recordOf({ kind, titleId: record.id });
    if (!current) return;
    if (item === undefined && !hasTmdb) return void unknown.add(current);
    const matchedAt = new Date(now());
    index.putTitle(
      item === undefined
        ? { ...current, matchedAt }
        : withNotes(withTexts(current, item, matchedAt)),
    );
  }

  const isWanted = (record: TitleRecord): boolean =>
    record.matchedAt === null &&
    !unknown.has(record) &&
    (!record.isVideo || (hasTmdb && record.correction === null));

  return {
    matchAll: async () => {
      const wanted = index.titles().filter(isWanted);
      // Match home videos last, because their headers must be read, which takes time.
      for (const record of wanted.toSorted((a, b) => Number(a.isVideo) - Number(b.isVideo))) {
        signal.throwIfAborted();
        await match(record);
        await setTimeout(hasTmdb ? PAUSE_MS : STARTER_PAUSE_MS, undefined, { signal });
      }
    },
    lookUp: async (kind, id, calling) =>
      Item.safeParse(await get(`/${kind}/${id}`, WITH_CREDITS, calling)).data,
  };
}

interface IdFinderOptions extends Pick<MatchOptions, 'secondsOf' | 'signal'> {
  /** Returns the catalog's response. Undefined if the catalog doesn't have the title. */
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** Finds the TMDB ID of a title. */
function createIdFinder({ get, secondsOf, signal }: IdFinderOptions) {
  async function idByName(record: TitleRecord): Promise<number | undefined> {
    const { kind, title, originalTitle, year, isVideo } = record;
    const found = Found.safeParse(await get('/search/multi', { query: title }));
    const items = (found.data?.results ?? [])
      .filter(({ media_type }) => media_type === kind)
      .flatMap((result) => Item.safeParse(result).data ?? []);
    const names = [title, originalTitle ?? title].map(compactTitle);
    const same = items.filter((item) => namesOf(item).some((name) => names.includes(name)));
    // A show's folder often has no year.
    if (kind === 'tv' && year === null) return same[0]?.id;
    if (isVideo)
      return await idByLength(
        record,
        same.filter(({ vote_count }) => vote_count >= MIN_VOTES),
      );
    if (year === null) return undefined;
    // Accept a difference of a year, because release years differ between countries.
    const near = same.filter((item) => Math.abs(yearOf(item) - year) <= 1);
    const exact = near.filter((item) => yearOf(item) === year);
    const [first, ...others] = exact.length > 0 ? exact : near;
    if (first === undefined || others.length === 0 || kind === 'tv') return first?.id;
    return (await idByLength(record, [first, ...others])) ?? first.id;
  }

  /** Returns the ID of the movie with the same length as the file. */
  async function idByLength(record: TitleRecord, items: readonly Item[]) {
    const seconds = items.length > 0 ? await secondsOf(record, signal) : undefined;
    if (seconds === undefined) return undefined;
    const differences: { id: number; minutes: number }[] = [];
    for (const { id } of items.slice(0, MAX_CANDIDATES)) {
      const { runtime = null } = Item.safeParse(await get(`/movie/${id}`)).data ?? {};
      if (runtime !== null) differences.push({ id, minutes: Math.abs(runtime - seconds / 60) });
    }
    const [closest] = differences.toSorted((a, b) => a.minutes - b.minutes);
    return closest && closest.minutes <= MAX_DIFFERENCE ? closest.id : undefined;
  }

  /** Separates movies without a year in their names from home videos, whose names are private and not looked up. */
  async function isLong(record: TitleRecord): Promise<boolean> {
    const seconds = await secondsOf(record, signal);
    return seconds !== undefined && seconds >= 60 * MIN_MINUTES;
  }

  async function idByImdb({ kind, imdbId }: TitleRecord) {
    if (imdbId === null) return undefined;
    const found = FoundByImdb.safeParse(
      await get(`/find/${imdbId}`, { external_source: 'imdb_id' }),
    ).data;
    return (kind === 'movie' ? found?.movie_results : found?.tv_results)?.[0]?.id;
  }

  return { idByName, idByImdb, isLong };
}

export function withTexts(record: TitleRecord, item: Item, matchedAt: Date): TitleRecord {
  const [runtime = null] = [item.runtime, ...item.episode_run_time].filter((each) => !!each);
  return {
    ...record,
    tmdbId: item.id,
    matchedAt,
    title: item.title ?? item.name ?? record.title,
    originalTitle: item.original_title ?? item.original_name ?? record.originalTitle,
    year: yearOf(item) || record.year,
    overview: item.overview,
    genreIds: item.genre_ids ?? (item.genres ?? []).map(({ id }) => id),
    rating: item.vote_average > 0 ? item.vote_average : null,
    runtime: runtime ?? null,
    poster: item.poster_path,
    backdrop: item.backdrop_path,
    people: validPeople([...peopleOf(item), ...record.people]),
  };
}

/** Lists the people whose names users search for. */
function peopleOf({ created_by, credits }: Item): readonly string[] {
  const directors = credits?.crew.filter(({ job }) => job === 'Director') ?? [];
  const cast = credits?.cast.slice(0, MAX_CAST) ?? [];
  return [...created_by, ...directors, ...cast].map(({ name }) => name);
}

const yearOf = ({ release_date, first_air_date }: Item): number =>
  Number(/^\d{4}/.exec(release_date || first_air_date)?.[0] ?? 0);

const namesOf = ({ title, name, original_title, original_name }: Item): readonly string[] =>
  [title, name, original_title, original_name].flatMap((each) =>
    each === undefined ? [] : compactTitle(each),
  );
