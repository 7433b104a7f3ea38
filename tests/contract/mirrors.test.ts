// Every outside service may be replaced by another host, also below a path of another server.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const requested: string[] = [];
let mirror: Upstream;
let server: TestApp;
beforeAll(async () => {
  mirror = await startUpstream(({ url = '' }, response) => {
    requested.push(url.split('?')[0] ?? '');
    response.writeHead(500).end();
  });
  server = await startTestApp({
    TMDB_READ_API_KEY: 'a.b.c',
    TMDB_URL: `${mirror.url}/tmdb/3/`,
    TMDB_FALLBACK_URL: `${mirror.url}/tmdb-too/3`,
    INTERNET_ARCHIVE_URL: `${mirror.url}/archive/`,
    PEERTUBE_HOSTS: `video.blender.org=${mirror.url}/blender/`,
    TMDB_IMAGE_URL: `${mirror.url}/images/`,
    PROXY_ECHO_URL: `${mirror.url}/echo/`,
  });
});
afterEach(() => void requested.splice(0));
afterAll(async () => {
  await server.close();
  await mirror.close();
});

const read = async (path: string): Promise<string> => (await fetch(server.url + path)).text();
const ofArchive = () => requested.filter((path) => path.startsWith('/archive/'));
const movie = (title: string, year: number, tmdbId: number) =>
  new URLSearchParams({ type: 'movie', title, releaseYear: `${year}`, tmdbId: `${tmdbId}` });

test('TMDB and its second host', async () => {
  await read('/catalogue/3/movie/603');
  expect(requested).toEqual(['/tmdb/3/movie/603', '/tmdb-too/3/movie/603']);
});

test('the Internet Archive, for searches and for items', async () => {
  await read(
    `/scrape/source?id=internet-archive&${movie('A Film That Nobody Kept', 1920, 4999999)}`,
  );
  // TMDB has the year of the movie, which its rights depend on.
  expect(ofArchive()).toEqual(['/archive/advancedsearch.php']);
  requested.splice(0);
  const found = await read(
    `/scrape/source?id=internet-archive&${movie('Night of the Living Dead', 1968, 10331)}`,
  );
  const [url = ''] = /http:[^"]+night_of_the_living_dead_dvd[^"]*/.exec(found) ?? [];
  await read(`/scrape/embed?id=internet-archive-item&url=${encodeURIComponent(url)}`);
  expect(ofArchive()).toEqual(['/archive/metadata/night_of_the_living_dead_dvd']);
});

test('a PeerTube host', async () => {
  const found = await read(`/scrape/source?id=open-films&${movie('Big Buck Bunny', 2008, 10378)}`);
  const [url = ''] = /https:\/\/video\.blender\.org[^"]*/.exec(found) ?? [];
  await read(`/scrape/embed?id=open-films-video&url=${encodeURIComponent(url)}`);
  const ofHost = requested.filter((path) => !path.startsWith('/tmdb'));
  expect(ofHost).not.toEqual([]);
  for (const path of ofHost) expect(path).toMatch(/^\/blender\/api\/v1\/videos\//);
});

test('addresses for requests of the page are in its configuration', async () => {
  const config = await read('/config.js');
  expect(config).toContain(`"VITE_TMDB_IMAGE_URL": "${mirror.url}/images"`);
  expect(config).toContain(`"VITE_PROXY_ECHO_URL": "${mirror.url}/echo"`);
});
