// Home videos without a picture show a frame, which ffmpeg makes in the background.
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ensureMedia } from '../support/media.ts';

const Details = z.object({ backdrop_path: z.string().nullable() });

let database: TestDatabase;
let disk = '';

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await mkdtemp(join(tmpdir(), 'matinee-frames-'));
  const { video360, poster } = await ensureMedia();
  await mkdir(join(disk, 'Videos'));
  await copyFile(video360, join(disk, 'Videos/plain.mp4'));
  await writeFile(join(disk, 'Videos/damaged.mp4'), 'no video');
  await copyFile(video360, join(disk, 'Videos/with poster.mp4'));
  await copyFile(poster, join(disk, 'Videos/with poster-poster.png'));
  await copyFile(video360, join(disk, 'Unknown Movie (2001).mp4'));
}, 60_000);

afterAll(async () => {
  await database.drop();
  await rm(disk, { recursive: true });
});

const open = (environment: Readonly<Record<string, string>>): Promise<TestApp> =>
  startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    SEGMENT_DETECTION: 'off',
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    ...environment,
  });

async function entryOf({ url }: TestApp, title: string) {
  const { body } = await request(url).get('/library/titles').query({ limit: 200 });
  return listLibraryTitles.reply.parse(body).titles.find((each) => each.title === title);
}

test('a home video shows a frame as its poster and backdrop, even after a restart', async () => {
  const first = await open({ THUMBNAILS_MAX_MIB: '64' });
  try {
    const poster = await vi.waitUntil(async () => (await entryOf(first, 'plain'))?.poster, {
      timeout: 120_000,
      interval: 500,
    });
    const { body, headers } = await request(first.url).get(poster);
    expect(headers['content-type']).toBe('image/jpeg');
    expect([...Buffer.from(body).subarray(0, 3)]).toEqual([255, 216, 255]);
    const forged = poster.replace(/pictures\/(.)/, (_, at) => `pictures/${at === 'A' ? 'B' : 'A'}`);
    expect((await request(first.url).get(forged)).status).toBe(404);
    const { id } = (await entryOf(first, 'plain')) ?? {};
    const details = Details.parse((await request(first.url).get(`/catalogue/3/movie/${id}`)).body);
    expect((await request(first.url).get(details.backdrop_path ?? '')).status).toBe(200);
    // Other titles keep their own picture, or the placeholder with their name.
    expect((await entryOf(first, 'Unknown Movie'))?.poster).toBeNull();
    expect((await entryOf(first, 'damaged'))?.poster).toBeNull();
    const own = (await entryOf(first, 'with poster'))?.poster ?? '';
    expect((await request(first.url).get(own)).headers['content-type']).toBe('image/png');
  } finally {
    await first.close();
  }
  const later = await open({ THUMBNAILS_MAX_MIB: '0' });
  try {
    const poster = await vi.waitUntil(async () => (await entryOf(later, 'plain'))?.poster, {
      timeout: 20_000,
    });
    expect((await request(later.url).get(poster)).status).toBe(200);
  } finally {
    await later.close();
  }
}, 180_000);
