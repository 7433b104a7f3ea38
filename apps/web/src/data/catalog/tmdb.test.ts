import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CatalogError, tmdb, catalogLocale } from './tmdb.ts';

const schema = z.object({ id: z.number() });

function answering(respond: () => Response | Promise<Response>) {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve().then(respond));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('requests go to this server, in the catalog language, with the query encoded', async () => {
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
])('a response that is not a movie rejects with status %i', async (status, respond, message) => {
  answering(() => respond);
  const error = await failure(tmdb('/movie/5', { schema }));
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).toMatchObject({ status, message: expect.stringMatching(message) });
});

test('a network failure rejects with status 0', async () => {
  answering(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await failure(tmdb('/movie/5', { schema }))).toMatchObject({ status: 0 });
});

test('a cancelled request rejects with the caller’s reason', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return Promise.resolve(Response.json({ id: 1 }));
  });
  const caller = new AbortController();
  caller.abort(new Error('left the page'));
  const error = await failure(tmdb('/movie/5', { schema, signal: caller.signal }));
  expect(error).toMatchObject({ message: 'left the page' });
});

test.each([
  ['en', 'en-US'],
  ['en-GB', 'en-US'],
  ['de', 'de-DE'],
  ['he', 'he-IL'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['zh', 'zh-CN'],
  ['zh-Hant', 'zh-TW'],
  ['ca-valencia', 'ca-ES'],
  ['es-419', 'es'],
  ['tok', 'en-US'],
  ['en-x-pirate', 'en-US'],
  ['not a language', 'en-US'],
])('for an interface in %s the catalog language is %s', (language, expected) => {
  expect(catalogLocale(language, 'en-US').language).toBe(expected);
});

test.each([
  ['de-CH', 'CH'],
  ['de', 'DE'],
  ['es-419', 'US'],
  ['', 'US'],
])('a browser with %j is in the region %s', (spoken, region) => {
  expect(catalogLocale('en', spoken).region).toBe(region);
});
