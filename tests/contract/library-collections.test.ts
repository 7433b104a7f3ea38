// Collections of the operator's folders: folders of several movies, and sets that NFO files name.
import { listLibraryCollections, listLibraryTitles } from '@matinee/shared/contract/library';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { register, type Member } from '../support/identity.ts';
import { movie } from '../support/library.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';

let disk = '';
let server: TestApp;

async function put(path: string, content = path): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  await put('Movies/Harbor/Harbor (1979).mp4');
  await put('Movies/Harbor/Harbors (1986).mp4');
  await put('Movies/Harbor/Harbor (1979)-trailer.mp4');
  await put('Movies/Noir/Alley (1941)/Alley (1941).mp4');
  await put('Movies/Noir/Alley (1941)/Alley (1941) 720p.mp4');
  await put('Movies/Noir/Bridge (1942)/Bridge (1942).mp4');
  await put('Movies/Alone (2001)/Alone (2001).mp4');
  await put('Movies/One (2001).mp4');
  await put('Movies/One (2001).nfo', '<movie><set>The Numbers</set></movie>');
  const set = '<set><name>The Numbers</name><overview>All</overview></set>';
  await put('Movies/Two (1999).mp4');
  await put('Movies/Two (1999).nfo', `<movie><title>Two</title>${set}</movie>`);
  server = await startTestApp({
    MEDIA_FOLDERS: disk,
    REGISTRATION: 'open',
    DISABLED_SOURCES: BUILT_IN_SOURCES,
  });
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
});

afterAll(async () => {
  await server.close();
  await rm(disk, { recursive: true });
});

async function collections() {
  const { body } = await request(server.url).get('/library/collections');
  return listLibraryCollections.reply.parse(body).collections;
}

test('folders of several movies and sets are collections, folders of one movie are not', async () => {
  expect((await collections()).map(({ name, count }) => ({ name, count }))).toEqual([
    { name: 'Harbor', count: 2 },
    { name: 'Noir', count: 2 },
    { name: 'The Numbers', count: 2 },
  ]);
});

test('a collection has its movies, the oldest first', async () => {
  const numbers = (await collections()).find(({ name }) => name === 'The Numbers');
  const query = { collection: numbers?.id ?? '', sort: 'oldest' };
  const { body } = await request(server.url).get('/library/titles').query(query);
  const { total, titles } = listLibraryTitles.reply.parse(body);
  expect(total).toBe(2);
  expect(titles.map(({ title }) => title)).toEqual(['Two', 'One']);
  const unknown = await request(server.url).get('/library/titles').query({ collection: 'none' });
  expect(unknown.body).toMatchObject({ total: 0, titles: [] });
});

test('unwatched titles come first for an account that has watched others', async () => {
  const [member, other] = [await register(server), await register(server)];
  const listed = async ({ headers }: Member) => {
    const { body } = await request(server.url)
      .get('/library/titles')
      .set(headers)
      .query({ sort: 'unwatched' });
    return listLibraryTitles.reply.parse(body).titles.map(({ id }) => id);
  };
  const [first = 0] = await listed(other);
  const stored = await request(server.url)
    .put(`/users/${member.user.id}/progress/${first}`)
    .set(member.headers)
    .send(movie(String(first), { watched: 5_990, duration: 6_000 }));
  expect(stored.status).toBe(200);
  expect((await listed(member)).at(-1)).toBe(first);
  expect((await listed(other))[0]).toBe(first);
});
