import type { LibraryEntry } from '@matinee/shared/contract/library';
import { expect, test } from 'vitest';
import { libraryPoster, libraryTitle } from './library.ts';

const ENTRY: LibraryEntry = {
  id: 10_331,
  kind: 'movie',
  section: 'movies',
  title: 'Night of the Living Dead',
  year: 1968,
  poster: '/library/pictures/signature/movie/1/poster.jpg',
  tmdbPoster: '/night.jpg',
  addedAt: '2026-11-27T00:00:00.000Z',
  rating: null,
  runtime: null,
  height: null,
};

test("a card shows the library's poster, and its bookmark stores TMDB's", () => {
  expect(libraryPoster(ENTRY)).toBe(ENTRY.poster);
  expect(libraryTitle(ENTRY).poster).toBe('https://image.tmdb.org/t/p/w342/night.jpg');
});

test("a title that TMDB doesn't know has the library's poster in bookmarks, too", () => {
  expect(libraryTitle({ ...ENTRY, tmdbPoster: null }).poster).toBe(ENTRY.poster);
});
