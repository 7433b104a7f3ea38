import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CatalogError, tmdb } from './tmdb.ts';

const schema = z.object({ id: z.number() });

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('asks our own server, in the language of the catalogue, and encodes what was typed', async () => {
  const fetched = answering(() => Response.json({ id: 5, more: true }));
  const query = { query: 'Tom & Jerry/?#ü', page: 1, include_adult: false };
  expect(await tmdb('/search/multi', { schema, query })).toEqual({ id: 5 });
  const url = new URL(fetched.mock.calls[0]?.[0] ?? '', 'http://localhost');
  expect(url.pathname).toBe('/catalogue/3/search/multi');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    language: 'en-US',
    query: 'Tom & Jerry/?#ü',
    page: '1',
    include_adult: 'false',
  });
});

test.each([
  [404, Response.json({ status_message: 'No such film' }, { status: 404 }), 'No such film'],
  [401, Response.json({ status_message: 'Bad key' }, { status: 401 }), 'Bad key'],
  [500, Response.json({ oops: 1 }, { status: 500 }), 'Status 500'],
  [0, Response.json({ id: 'five' }), /^\/movie\/5: /],
  [0, new Response('<!doctype html><h1>Log in to the hotel</h1>'), /Not JSON/],
  [0, new Response(''), /^\/movie\/5: /],
])('an answer that is no film rejects with status %i', async (status, answer, message) => {
  answering(() => answer);
  const error = await failure(tmdb('/movie/5', { schema }));
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).toMatchObject({ status, message: expect.stringMatching(message) });
});

test('a network that is gone rejects with status 0', async () => {
  answering(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await failure(tmdb('/movie/5', { schema }))).toMatchObject({ status: 0 });
});

test('whoever cancels gets their own reason back', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return Promise.resolve(Response.json({ id: 1 }));
  });
  const caller = new AbortController();
  caller.abort(new Error('left the page'));
  const error = await failure(tmdb('/movie/5', { schema, signal: caller.signal }));
  expect(error).toMatchObject({ message: 'left the page' });
});
