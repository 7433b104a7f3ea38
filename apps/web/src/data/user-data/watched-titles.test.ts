import { MAX_WATCHED_TITLES } from '@matinee/shared/contract/library-history';
import { expect, test } from 'vitest';
import { ProgressItem } from './progress-schema.ts';
import { watchedTitleIds } from './watched-titles.ts';

const AT_END = { watched: 5_990, duration: 6_000 };
const HALFWAY = { watched: 3_000, duration: 6_000 };

const movie = (progress: object, updatedAt = 0) =>
  ProgressItem.parse({ type: 'movie', progress, updatedAt });
const show = (...positions: readonly object[]) =>
  ProgressItem.parse({
    type: 'show',
    episodes: Object.fromEntries(
      positions.map((progress, at) => [at, { id: `${at}`, number: at, seasonId: '1', progress }]),
    ),
  });

test('finished movies and shows with a finished episode are watched', () => {
  const items = {
    1: movie(AT_END),
    2: movie(HALFWAY),
    3: ProgressItem.parse({ type: 'movie' }),
    4: show(HALFWAY, AT_END),
    5: show(HALFWAY),
    6: show(),
    'tt-7': movie(AT_END),
  };
  expect(watchedTitleIds({ items })).toEqual({ movies: [1], shows: [4] });
});

test('of too many titles, the newest are listed', () => {
  const ids = Array.from({ length: MAX_WATCHED_TITLES + 1 }, (_, at) => at + 1);
  const items = Object.fromEntries(ids.map((id) => [id, movie(AT_END, id)]));
  expect(watchedTitleIds({ items }).movies).toEqual(ids.slice(1).toReversed());
});
