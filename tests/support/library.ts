// Bookmarks and progress as a client sends them, and the client that does.
import type { BookmarkInput } from '@matinee/shared/contract/bookmarks';
import type { ProgressInput } from '@matinee/shared/contract/progress';
import request from 'supertest';
import type { z } from 'zod';
import type { TestAccount } from './account.ts';
import type { TestApp } from './app.ts';

type ProgressBody = z.input<typeof ProgressInput>;
type BookmarkBody = z.input<typeof BookmarkInput>;

export const POSTER = 'https://image.tmdb.org/t/p/w342/x.jpg';

export const movie = (
  tmdbId: string,
  rest: Partial<ProgressBody> = {},
): ProgressBody & { tmdbId: string } => ({
  tmdbId,
  meta: { title: `Film ${tmdbId}`, year: 1968, poster: POSTER, type: 'movie' },
  duration: 5760,
  watched: 100,
  ...rest,
});

export const episode = (
  tmdbId: string,
  number: number,
  rest: Partial<ProgressBody> = {},
): ProgressBody & { tmdbId: string } => ({
  tmdbId,
  meta: { title: `Series ${tmdbId}`, year: 1959, poster: POSTER, type: 'show' },
  duration: 1500,
  watched: 60,
  seasonId: `s${tmdbId}`,
  episodeId: `e${tmdbId}-${number}`,
  seasonNumber: 1,
  episodeNumber: number,
  ...rest,
});

export const bookmark = (tmdbId: string, rest: Partial<BookmarkBody> = {}): BookmarkBody => ({
  tmdbId,
  meta: { title: `Film ${tmdbId}`, year: 1968, poster: POSTER, type: 'movie' },
  ...rest,
});

/** `at` paths are relative to the account. */
export function signedIn({ url }: Pick<TestApp, 'url'>, { userId, headers }: TestAccount) {
  const at = (path: string): string => `/users/${userId}${path}`;
  return {
    get: (path: string) => request(url).get(at(path)).set(headers),
    put: (path: string, body: object) => request(url).put(at(path)).set(headers).send(body),
    post: (path: string, body: object) => request(url).post(at(path)).set(headers).send(body),
    patch: (path: string, body: object) => request(url).patch(at(path)).set(headers).send(body),
    delete: (path: string, body?: object) => request(url).delete(at(path)).set(headers).send(body),
  };
}
