import { expect, test } from 'vitest';
import { episodesPath, episodesView } from './EpisodesButton.tsx';

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

test('each page has its own path', () => {
  for (const view of ['seasons', 'episodes'] as const) {
    expect(episodesView(episodesPath(view))).toBe(view);
  }
});
