import { reportProviders } from '@matinee/shared/contract/metrics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { config } from '#config.ts';
import { setReporting } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { reportSearch, type SourceOutcome } from './report.ts';

const fetchExtensionStatus = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('#data/streams/extension/status.ts', () => ({ fetchExtensionStatus }));

const movie: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const episode = { number: 2, title: 'Two', tmdbId: '12' };
const season = { number: 1, title: 'S', tmdbId: '1' };
const show: ShowMeta = {
  ...movie,
  type: 'show',
  season,
  episode,
  episodes: [episode],
  seasons: [season],
};
const found: SourceOutcome = { providerId: 'a', status: 'success' };

const Body = z.looseObject({
  items: z.array(z.looseObject({ providerId: z.string() })),
  tool: z.string(),
  batchId: z.string(),
});
const posted: { url: string; method: string | undefined; body: z.infer<typeof Body> }[] = [];
const answering = (respond: () => Response) =>
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    posted.push({ url, method, body: Body.parse(JSON.parse(z.string().parse(body))) });
    return respond();
  });
const first = () => posted[0]?.body;

beforeEach(() => {
  posted.length = 0;
  fetchExtensionStatus.mockResolvedValue('success');
  answering(() => Response.json(true));
  sessionStore.setState({ proxySet: ['|type=api|https://relay.example'] });
  setReporting(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a movie is reported to this instance’s server, as the contract defines it', async () => {
  await reportSearch(movie, [{ ...found, embedId: 'host' }]);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({
    url: `${config.BACKEND_URL}/metrics/providers`,
    method: 'POST',
  });
  expect(first()).toEqual({
    items: [
      {
        tmdbId: '16093',
        type: 'movie',
        title: 'Carnival',
        providerId: 'a',
        embedId: 'host',
        status: 'success',
      },
    ],
    tool: 'custom-proxy',
    batchId: expect.stringMatching(/^[\da-f]{32}$/),
  });
  expect(reportProviders.body.safeParse(first()).success).toBe(true);
});

test('an episode is reported with its ids', async () => {
  await reportSearch(show, [found]);
  expect(first()?.items[0]).toMatchObject({ type: 'show', seasonId: '1', episodeId: '12' });
});

const RELAY = '|type=api|https://own.example';
const PROXY = 'https://proxy.example';

test.each([
  ['the servers of the site', RELAY, null, 'default'],
  ['the site’s relay with a proxy of the user', RELAY, [PROXY], 'default'],
  ['servers of the user', RELAY, ['|type=api|https://relay.example'], 'custom-proxy'],
  ['an extension, without a server', '', [PROXY], 'extension'],
])('the tool is %s', async (_, site, proxySet, tool) => {
  vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue(site);
  sessionStore.setState({ proxySet });
  await reportSearch(movie, [found]);
  expect(first()?.tool).toBe(tool);
});

test('without a relay and an extension the page itself is the tool', async () => {
  fetchExtensionStatus.mockResolvedValue('unknown');
  sessionStore.setState({ proxySet: ['https://proxy.example'] });
  await reportSearch(movie, [found]);
  expect(first()?.tool).toBe('custom-proxy');
});

test('a long search takes several requests of at most ten, under one id', async () => {
  const many = Array.from({ length: 23 }, (_, at) => ({ ...found, providerId: `p${at}` }));
  await reportSearch(movie, many);
  expect(posted.map(({ body }) => body.items.length)).toEqual([10, 10, 3]);
  expect(posted.flatMap(({ body }) => body.items.map(({ providerId }) => providerId))).toEqual(
    many.map(({ providerId }) => providerId),
  );
  expect(new Set(posted.map(({ body }) => body.batchId)).size).toBe(1);
  await reportSearch(movie, [found]);
  expect(posted.at(-1)?.body.batchId).not.toBe(first()?.batchId);
});

test('a title longer than the contract allows is truncated', async () => {
  await reportSearch({ ...movie, title: 'x'.repeat(900) }, [found]);
  expect(reportProviders.body.safeParse(first()).success).toBe(true);
});

test('nothing is sent without results', async () => {
  await reportSearch(movie, []);
  expect(posted).toEqual([]);
});

test('nothing is sent if the user has opted out', async () => {
  setReporting(false);
  await reportSearch(movie, [found]);
  expect(posted).toEqual([]);
});

test('nothing is sent if the operator has opted out', async () => {
  vi.spyOn(config, 'REPORT_SOURCES', 'get').mockReturnValue(false);
  await reportSearch(movie, [found]);
  expect(posted).toEqual([]);
});

test.each<[string, () => Response]>([
  [
    'is unreachable',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
  ['refuses', () => Response.json({ message: 'Too many' }, { status: 429 })],
])('a server that %s causes no error', async (_, respond) => {
  answering(respond);
  await expect(reportSearch(movie, [found])).resolves.toBeUndefined();
  expect(posted).toHaveLength(1);
});
