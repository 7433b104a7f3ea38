// Lists the titles of the folders: sorted, filtered and in pages.
import type {
  LibrarySection,
  LibrarySort,
  LibrarySummary,
  LibraryEntry,
  listLibraryTitles,
} from '@matinee/shared/contract/library';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import { namedLines } from '@matinee/shared/media/resolution';
import type { z } from 'zod';
import type { LibraryIndex } from './index/library-index.ts';
import type { Collections } from './collections.ts';
import type { AvailableTitle, TitleRecord } from './index/library-records.ts';

type Query = z.output<(typeof listLibraryTitles)['query']>;

export interface TitleListOptions {
  readonly index: Pick<LibraryIndex, 'all'>;
  /** The ID and name of each folder and share. */
  readonly sources: LibrarySummary['sources'];
  /** Returns the path of a title's poster. */
  readonly posterOf: (record: TitleRecord) => string | null;
  readonly collections: Collections;
  /** Returns TMDB's name of a genre. */
  readonly genreName: (id: number) => string | undefined;
}

export interface TitleList {
  /** `watched`: titles as `movie/289`, for sorting by whether they were watched. */
  readonly list: (query: Query, watched: ReadonlySet<string>) => ReplyOf<typeof listLibraryTitles>;
  readonly summary: () => Omit<LibrarySummary, 'isComplete'>;
}

/** A title with the fields that lists sort and filter by. */
interface Row {
  readonly title: AvailableTitle;
  readonly listed: LibraryEntry;
  /** Compared by code points, which is much faster than with a collator. */
  readonly sortTitle: string;
  readonly letter: string;
  readonly genreIds: readonly number[];
  readonly stores: ReadonlySet<string>;
}

interface SortedRows {
  readonly rows: readonly Row[];
  readonly letters: Letter[];
}

export function createTitleList({
  index,
  sources,
  posterOf,
  collections,
  genreName,
}: TitleListOptions): TitleList {
  let known: readonly AvailableTitle[] = [];
  let rows = new Map<AvailableTitle, Row>();
  const sorted = new Map<string, SortedRows>();

  function update(): void {
    const titles = index.all();
    if (titles === known) return;
    known = titles;
    const before = rows;
    rows = new Map(
      titles.map((title) => [title, before.get(title) ?? rowOf(title, posterOf(title.record))]),
    );
    sorted.clear();
  }

  /** Sorts each section once after a change. */
  function rowsOf(section: LibrarySection | undefined, sort: LibrarySort): SortedRows {
    update();
    const key = `${section ?? 'all'} ${sort}`;
    const before = sorted.get(key);
    if (before) return before;
    const some = [...rows.values()]
      .filter(({ listed }) => section === undefined || listed.section === section)
      .sort(ORDERS[sort]);
    const result = { rows: some, letters: lettersOf(some) };
    sorted.set(key, result);
    return result;
  }

  return {
    list: ({ section, sort, offset, limit, collection, ...filter }, watched) => {
      const all = rowsOf(section, sort);
      const among = collection === undefined ? undefined : collections.titlesOf(collection);
      if (collection !== undefined && !among) return { total: 0, titles: [] };
      const isFiltered = !!among || Object.values(filter).some((value) => value !== undefined);
      const matching = isFiltered
        ? all.rows.filter((row) => among?.has(row.title) !== false && matches(row, filter))
        : all.rows;
      return {
        total: matching.length,
        titles: (sort === 'unwatched' ? unwatchedFirst(matching, watched) : matching)
          .slice(offset, offset + limit)
          .map(({ listed }) => listed),
        ...(sort === 'title' && { letters: isFiltered ? lettersOf(matching) : all.letters }),
      };
    },
    summary: () => {
      const all = LIBRARY_SECTIONS.map((section) => rowsOf(section, 'added').rows);
      const [movies = 0, shows = 0, videos = 0] = all.map(({ length }) => length);
      const some = all.flat();
      const genres = [...new Set(some.flatMap(({ genreIds }) => genreIds))].flatMap((id) => {
        const name = genreName(id);
        return name === undefined ? [] : [{ id, name }];
      });
      const decades = new Set(
        some.flatMap(({ listed: { year } }) => (year === null ? [] : [decadeOf(year)])),
      );
      return {
        counts: { movies, shows, videos },
        collections: collections.all().length,
        genres: genres.toSorted((a, b) => COLLATOR.compare(a.name, b.name)),
        decades: [...decades].toSorted((a, b) => b - a),
        sources: sources.filter(({ id }) => some.some(({ stores }) => stores.has(id))),
      };
    },
  };
}

const LIBRARY_SECTIONS = ['movies', 'shows', 'videos'] as const satisfies LibrarySection[];
const COLLATOR = new Intl.Collator('en');
const decadeOf = (year: number): number => Math.floor(year / 10) * 10;

function sectionOf({ kind, isVideo, tmdbId }: TitleRecord): LibrarySection {
  if (kind === 'tv') return 'shows';
  return isVideo && tmdbId === null ? 'videos' : 'movies';
}

function rowOf(available: AvailableTitle, poster: string | null): Row {
  const { record, id, files } = available;
  const { kind, title, year, rating, runtime, genreIds } = record;
  const heights = files.flatMap(({ media, height: named }) => {
    const video = media?.video;
    return video ? namedLines(video) : (named ?? []);
  });
  const seconds = Math.max(0, ...files.map(({ media }) => media?.seconds ?? 0));
  const sortTitle = sortable(title);
  const [letter = '#'] = sortTitle.toUpperCase();
  const addedAt = Math.max(...files.map((file) => file.addedAt.getTime()));
  return {
    title: available,
    listed: {
      id,
      kind,
      section: sectionOf(record),
      title,
      year,
      poster,
      tmdbPoster: record.poster,
      addedAt: new Date(addedAt).toISOString(),
      rating,
      runtime: runtime ?? (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : null),
      height: heights.length === 0 ? null : Math.max(...heights),
    },
    sortTitle,
    letter: /[A-Z]/.test(letter) ? letter : '#',
    genreIds,
    stores: new Set(files.map(({ store }) => store)),
  };
}

/** Removes article, accents and case, and pads numbers to the same length. */
const sortable = (title: string): string =>
  title
    .replace(/^(?:the|an?)\s+(?=\S)/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(10, '0'));

type Order = (a: Row, b: Row) => number;

/** Sorts `#` first, because digits sort before letters. */
const byTitle: Order = (a, b) =>
  compare(a.letter === '#' ? '' : a.letter, b.letter === '#' ? '' : b.letter) ||
  compare(a.sortTitle, b.sortTitle) ||
  a.listed.id - b.listed.id;

/** Sorts the highest value first, and titles without a value last. */
const byHighest =
  (valueOf: (title: LibraryEntry) => number | null): Order =>
  (a, b) =>
    (valueOf(b.listed) ?? -1) - (valueOf(a.listed) ?? -1) || byTitle(a, b);

const MAX_YEAR = 10_000;

const ORDERS: Readonly<Record<LibrarySort, Order>> = {
  added: (a, b) => compare(b.listed.addedAt, a.listed.addedAt) || byTitle(a, b),
  title: byTitle,
  year: byHighest(({ year }) => year),
  unwatched: (a, b) => ORDERS.added(a, b),
  oldest: byHighest(({ year }) => (year === null ? null : MAX_YEAR - year)),
  rating: byHighest(({ rating }) => rating),
  runtime: byHighest(({ runtime }) => runtime),
};

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function matches(
  { listed: { year, height }, genreIds, stores }: Row,
  filter: Pick<Query, 'genre' | 'decade' | 'height' | 'source'>,
): boolean {
  return (
    (filter.genre === undefined || genreIds.includes(filter.genre)) &&
    (filter.decade === undefined || (year !== null && decadeOf(year) === filter.decade)) &&
    (filter.height === undefined || (height ?? 0) >= filter.height) &&
    (filter.source === undefined || stores.has(filter.source))
  );
}

function unwatchedFirst(rows: readonly Row[], watched: ReadonlySet<string>): readonly Row[] {
  const isWatched = ({ listed: { kind, id } }: Row): boolean => watched.has(`${kind}/${id}`);
  return [...rows.filter((row) => !isWatched(row)), ...rows.filter(isWatched)];
}

interface Letter {
  readonly letter: string;
  readonly offset: number;
}

function lettersOf(rows: readonly Row[]): Letter[] {
  const letters: Letter[] = [];
  for (const [offset, { letter }] of rows.entries())
    if (letters.at(-1)?.letter !== letter) letters.push({ letter, offset });
  return letters;
}
