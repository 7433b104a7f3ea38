import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { makeWebDist } from '../support/web-dist.ts';

const dist = makeWebDist();
let tmdb: Fake;
let server: TestApp;

beforeAll(async () => {
  tmdb = await startTmdb();
  const env = { TMDB_URL: `${tmdb.url}/3`, TMDB_READ_API_KEY: TMDB_KEY };
  server = await startTestApp(env, { webDist: dist.root });
});
afterEach(() => tmdb.forget());
afterAll(async () => {
  await server.close();
  await tmdb.close();
  dist.remove();
});

const open = (path: string) => request(server.url).get(path).set('Accept', 'text/html');

test.each([
  ['/media/tmdb-movie-10331-night-of-the-living-dead?t=30', '/movie/10331'],
  ['/media/tmdb-tv-1930-the-beverly-hillbillies/1/2', '/tv/1930'],
])('a page at %s has its details asked for while it is on its way, once', async (page, path) => {
  await open(page).expect(200);
  await vi.waitFor(() => expect(tmdb.count(`/3${path}`)).toBe(1));
  await request(server.url).get(`/catalogue/3${path}`).query(DETAILS_QUERY).expect(200);
  expect(tmdb.count(`/3${path}`)).toBe(1);
});

test('a page of nothing known asks for nothing, and one of nothing there is sent all the same', async () => {
  await open('/media/garbage').expect(200);
  await open('/media/tmdb-movie-%2e%2e').expect(200);
  await open('/browse/tmdb-movie-10331').expect(200);
  await open('/media/tmdb-movie-99999999-nothing').expect(200);
  await vi.waitFor(() => expect(tmdb.count('/3/movie/99999999')).toBe(1));
  expect(tmdb.requests).toHaveLength(1);
});
