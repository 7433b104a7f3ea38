import { expect, test } from 'vitest';
import { episodesPath, episodesView } from './episodes-path.ts';

test.each([
  [null, null],
  ['', null],
  ['/settings/episodes', null],
  ['/episodesx', null],
  ['/episodes', 'seasons'],
  ['//episodes/', 'seasons'],
  ['/episodes/nowhere', 'seasons'],
  ['/episodes/episodes', 'episodes'],
  ['/episodes//episodes/', 'episodes'],
])('%s opens %s', (path, view) => {
  expect(episodesView(path)).toBe(view);
});

test('each page has an address of its own', () => {
  for (const view of ['seasons', 'episodes'] as const) {
    expect(episodesView(episodesPath(view))).toBe(view);
  }
});
