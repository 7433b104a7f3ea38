// The key of a media server gives full access to it. Every byte that a client can get is searched for it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import {
  guid,
  ITEMS,
  PLAIN_MOVIE,
  source,
  video,
  type FakeItem,
} from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { ensureMedia } from '../support/media.ts';

/** No browser plays this movie, so it has a link for another player. */
const FOREIGN: FakeItem = {
  ...PLAIN_MOVIE,
  Id: guid(0xbc),
  Name: 'Topper',
  ProviderIds: { Tmdb: '4809' },
  sources: [{ ...source(0xbc, [video({ Codec: 'vc1' })], 'mkv'), isNeverEncoded: true }],
};

let jellyfin: FakeJellyfin;
let server: TestApp;
/** All responses, with their headers. */
let received: string[] = [];

beforeAll(async () => {
  const media = await ensureJellyfinMedia(await ensureMedia());
  jellyfin = await startJellyfin({ media, items: [...ITEMS, FOREIGN] });
  server = await startTestApp({
    JELLYFIN_URL: jellyfin.url,
    JELLYFIN_API_KEY: jellyfin.apiKey,
    LOG_LEVEL: 'trace',
  });
});
afterAll(async () => {
  await Promise.all([server.close(), jellyfin.close()]);
});

async function visit(address: string): Promise<string> {
  const response = await fetch(new URL(address, server.url));
  // Interrupted bodies are searched up to the interruption.
  const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer()));
  received.push(JSON.stringify([...response.headers]), bytes.toString('latin1'));
  return bytes.toString();
}

/** Requests every URL of this server in a text and in the responses, each kind once. */
async function followAll(text: string, seen = new Set<string>()): Promise<void> {
  for (const [address] of text.matchAll(/(?:http:\/\/127\.0\.0\.1:\d+)?\/stream\/[^"\s]+/g)) {
    const { pathname } = new URL(address, server.url);
    if (seen.has(pathname)) continue;
    seen.add(pathname);
    const reported = await visit(address);
    if (reported.startsWith('#EXTM3U')) await followAll(reported, seen);
  }
}

function movie(path: string, title: string, tmdbId: string): string {
  const query = { type: 'movie', id: 'jellyfin', title, tmdbId, releaseYear: '1998' };
  return `${path}?${new URLSearchParams(query).toString()}`;
}

function expectNothingLeaked(): void {
  const key = jellyfin.apiKey;
  const secrets = [key, jellyfin.host, 'MediaBrowser', 'ApiKey', btoa(key).slice(0, 40)];
  // Tokens are also decoded and searched.
  const inside = received.flatMap((text) =>
    [...text.matchAll(/[\w-]{60,}/g)].map(([word]) =>
      Buffer.from(word, 'base64url').toString('latin1'),
    ),
  );
  for (const secret of secrets) {
    expect([...received, ...inside].filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(server.log.filter((line) => line.includes(key))).toEqual([]);
}

test('neither the key nor the address is in any response', async () => {
  received = [];
  await visit('/metadata');
  await visit('/config.js');
  const seen = new Set<string>();
  for (const [title, tmdbId] of [
    ["The Lighthouse Keeper's Ledger", '990001'],
    ['Charade', '4808'],
    ['Topper', '4809'],
    ['Nobody has it', '31337'],
  ] as const) {
    for (const path of ['/scrape', '/scrape/source']) {
      await followAll(await visit(movie(path, title, tmdbId)), seen);
    }
  }
  const played = jellyfin.requests.map(({ url }) => url.pathname);
  expect(played.some((path) => path.endsWith('/main.m3u8'))).toBe(true);
  expect(played.some((path) => path.endsWith('.ts'))).toBe(true);
  expect(played.some((path) => path.endsWith('.vtt'))).toBe(true);
  expect(played.some((path) => path.endsWith('/stream.mp4'))).toBe(true);
  expect(played.some((path) => path.endsWith('/stream.mkv'))).toBe(true);
  expect(received.join('\n')).toContain('/stream/');
  expectNothingLeaked();
});

test('neither is in any response when the media server fails', async () => {
  received = [];
  const playlist = await visit(movie('/scrape/source', "The Lighthouse Keeper's Ledger", '990001'));
  const link = await visit(movie('/scrape/source', 'Topper', '4809'));
  const modes = ['error', 'html', 'down', 'truncated', 'redirectsToItself'] as const;
  for (const [at, mode] of modes.entries()) {
    jellyfin.behave(mode);
    await visit(movie('/scrape/source', `Another ${at}`, '4808'));
    await followAll(playlist + link);
  }
  jellyfin.behave({ redirectsTo: 'http://127.0.0.1:1/inside' });
  await visit(movie('/scrape/source', 'Elsewhere', '4808'));
  await followAll(playlist + link);
  jellyfin.behave('normal');
  expect(received.join('\n')).toContain('"name":"Error"');
  expectNothingLeaked();
});

test.each(['jellyfin', 'emby'] as const)(
  'the key goes to no other server when %s points at one',
  async (product) => {
    const media = await ensureJellyfinMedia(await ensureMedia());
    const [fake, otherUser] = await Promise.all([
      startJellyfin({ media, items: ITEMS, product }),
      startJellyfin({ media, items: ITEMS, product }),
    ]);
    const name = product.toUpperCase();
    const app = await startTestApp({
      [`${name}_URL`]: fake.url,
      [`${name}_API_KEY`]: fake.apiKey,
      OPERATOR_ALLOWED_HOSTS: otherUser.host,
    });
    fake.behave({ redirectsTo: `${otherUser.url}/elsewhere` });
    const query = movie('/scrape/source', 'Charade', '4808').replace(
      'id=jellyfin',
      `id=${product}`,
    );
    await (await fetch(`${app.url}${query}`)).text();
    expect(otherUser.count()).toBeGreaterThan(0);
    for (const { headers, url } of otherUser.requests) {
      expect(JSON.stringify(headers) + url.href).not.toContain(fake.apiKey);
    }
    await app.close();
    await Promise.all([fake.close(), otherUser.close()]);
  },
);
