import { expect, test } from 'vitest';
import type { AvailableTitle, TitleRecord } from './index/library-records.ts';
import { createLibrarySearch } from './search-titles.ts';

function available(id: number, title: string, rest: Partial<TitleRecord> = {}): AvailableTitle {
  const record: TitleRecord = {
    kind: 'movie',
    id,
    key: title,
    title,
    originalTitle: null,
    year: 1968,
    isVideo: false,
    tmdbId: null,
    imdbId: null,
    setName: null,
    notes: null,
    people: [],
    matchedAt: null,
    overview: '',
    genreIds: [],
    rating: null,
    runtime: null,
    poster: null,
    backdrop: null,
    posterFile: null,
    backdropFile: null,
    correction: null,
    ...rest,
  };
  return { record, id, files: [] };
}

const many = Array.from({ length: 3_000 }, (_, at) => available(at, `Filler ${at}`));

function setUp(...some: readonly AvailableTitle[]) {
  let titles: readonly AvailableTitle[] = [...many, ...some];
  const { prepare, search } = createLibrarySearch({ all: () => titles });
  return {
    prepare,
    names: (query: string) => search(query, 5).map(({ record }) => record.title),
    replace: (next: readonly AvailableTitle[]) => void (titles = next),
  };
}

test.each([
  ['a word that begins so', 'marv night', ['Night of Marvels']],
  ['the exact title first', 'lamps', ['Lamps', 'Lamps and Oil']],
  ['an original title without accents', 'lampuyot', ['Lamps and Oil']],
  ['a year', 'night 1970', ['Night of Marvels']],
  ['a typing error', 'nigt marvls', ['Night of Marvels']],
  ['nothing', "'", []],
])('%s is found while titles are indexed, and afterwards', async (_, query, expected) => {
  const { prepare, names } = setUp(
    available(9_001, 'Lamps and Oil', { originalTitle: 'Lampuyöt' }),
    available(9_002, 'Night of Marvels', { year: 1970 }),
    available(9_003, 'Lamps'),
  );
  const prepared = prepare();
  expect(names(query)).toEqual(expected);
  await prepared;
  expect(names(query)).toEqual(expected);
});

test('titles that change while they are indexed are found by their new names alone', async () => {
  const before = available(9_001, 'Lamps', { people: ['Ada Weber'] });
  const { prepare, names, replace } = setUp(before);
  const prepared = prepare();
  expect(names('lmps')).toEqual(['Lamps']);
  replace([...many.slice(1), available(9_001, 'Lanterns', { people: ['Jon Kettle'] })]);
  expect(names('lanterns')).toEqual(['Lanterns']);
  await prepared;
  expect([names('lmps'), names('ada weber'), names('filler 0')]).toEqual([[], [], []]);
  expect([names('lantern'), names('jon kettle')]).toEqual([['Lanterns'], ['Lanterns']]);
});
