import { getMetadata } from '@matinee/shared/contract/scrape';
import { createRegistry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import { createStubNetwork, type StubPlan } from '@matinee/sources/testing/stub-source';
import { fastify } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { scrapeRoutes } from '../../apps/api/src/scrape/scrape-routes.ts';
import { cacheRuns } from '../../apps/api/src/scrape/run-cache.ts';
import { address, open, startStubRelay } from '../support/stub-relay.ts';

const MOVIE = { type: 'movie', title: 'Stub', releaseYear: '1968', tmdbId: '1' };
const SHOW = {
  ...MOVIE,
  type: 'show',
  seasonNumber: '1',
  seasonTmdbId: '2',
  episodeNumber: '3',
  episodeTmdbId: '4',
};
const RETRY = 'retry: 600000\n\n';

const serve = async (...plans: readonly Omit<StubPlan, 'rank'>[]): Promise<string> =>
  (await startStubRelay(...plans)).url;

async function read(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  const response = await open(url, headers);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

function frame(id: number, event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\nid: ${id}\n\n`;
}

function streamOf(id: string): string {
  const file = `{"type":"mp4","url":"http://stub.test/media/${id}.mp4"}`;
  return `{"id":"${id}","flags":[],"captions":[],"type":"file","qualities":{"720":${file}}}`;
}

describe('GET /scrape', () => {
  test('sends the bytes that movie-web clients read', async () => {
    const base = await serve(
      { id: 'a', after: 5, finds: 'nothing' },
      { id: 'b', after: 5, finds: 'an error' },
      { id: 'c', after: 5, finds: [{ embedId: 'host', url: '5/nothing' }] },
      { id: 'd', after: 5, finds: 'stream' },
    );
    const { status, headers, body } = await read(address(base, '/scrape', MOVIE), {
      origin: 'https://elsewhere.test',
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
      'transfer-encoding': 'chunked',
      'access-control-allow-origin': '*',
    });
    const update = (id: string, rest: string) => `{"id":"${id}",${rest}}`;
    const frames = [
      ['init', '{"sourceIds":["a","b","c","d"]}'],
      ['start', '"a"'],
      ['update', update('a', '"percentage":30,"status":"pending"')],
      ['race', '{"running":["a"]}'],
      ['update', update('a', '"percentage":100,"status":"notfound","reason":"a has not got it"')],
      ['start', '"b"'],
      ['update', update('b', '"percentage":30,"status":"pending"')],
      ['race', '{"running":["b"]}'],
      [
        'update',
        update(
          'b',
          '"percentage":100,"status":"failure","error":{"name":"TypeError","message":"b is broken"}',
        ),
      ],
      ['start', '"c"'],
      ['update', update('c', '"percentage":30,"status":"pending"')],
      ['race', '{"running":["c"]}'],
      ['discoverEmbeds', '{"embeds":[{"id":"c-0","embedScraperId":"host"}],"sourceId":"c"}'],
      ['start', '"c-0"'],
      [
        'update',
        update('c-0', '"percentage":100,"status":"notfound","reason":"host has not got it"'),
      ],
      ['start', '"d"'],
      ['update', update('d', '"percentage":30,"status":"pending"')],
      ['race', '{"running":["d"]}'],
      ['completed', `{"sourceId":"d","stream":${streamOf('d')}}`],
    ];
    expect(body).toBe(
      RETRY + frames.map(([event, data], id) => frame(id, event ?? '', data ?? '')).join(''),
    );
  });

  test('names the embed that has a stream', async () => {
    const base = await serve({ id: 'a', after: 0, finds: [{ embedId: 'host', url: '0/stream' }] });
    const { body } = await read(address(base, '/scrape', MOVIE));
    expect(body).toContain(
      `event: completed\ndata: {"sourceId":"a","embedId":"host","stream":${streamOf('host')}}\n`,
    );
  });

  test('reports with an empty data line that nothing was found', async () => {
    const base = await serve();
    const { body } = await read(address(base, '/scrape', MOVIE));
    expect(body).toBe(
      `${RETRY}${frame(0, 'init', '{"sourceIds":[]}')}event: noOutput\ndata: \nid: 1\n\n`,
    );
  });

  test('reports a race as if its sources had run one after another', async () => {
    const base = await serve(
      { id: 'hangs', after: 'forever', finds: 'stream' },
      { id: 'b', after: 0, finds: 'stream' },
    );
    const { body } = await read(address(base, '/scrape', MOVIE));
    const reported = body.split('\n\n').filter((block) => !/^(retry|event: race)/.test(block));
    expect(reported.map((block) => block.split('\n').slice(0, 2).join(' '))).toEqual([
      'event: init data: {"sourceIds":["hangs","b"]}',
      'event: start data: "hangs"',
      'event: update data: {"id":"hangs","percentage":30,"status":"pending"}',
      'event: update data: {"id":"hangs","percentage":100,"status":"notfound","reason":"slower than another source"}',
      'event: start data: "b"',
      'event: update data: {"id":"b","percentage":30,"status":"pending"}',
      `event: completed data: {"sourceId":"b","stream":${streamOf('b')}}`,
      '',
    ]);
  });

  test('responds before any source has', async () => {
    const base = await serve({ id: 'a', after: 'forever', finds: 'stream' });
    const response = await open(address(base, '/scrape', MOVIE));
    const start = RETRY + frame(0, 'init', '{"sourceIds":["a"]}');
    let received = '';
    for await (const chunk of response) {
      received += String(chunk);
      if (received.length >= start.length) break;
    }
    expect(received.startsWith(start)).toBe(true);
  });

  test('numbers its events anew for each connection', async () => {
    const base = await serve({ id: 'a', after: 0, finds: 'stream' });
    const url = address(base, '/scrape', MOVIE);
    const [first, second] = [await read(url), await read(url)];
    expect(second.body).toBe(first.body);
  });

  test('runs the preferred sources first, and disabled ones not at all', async () => {
    const plan = { after: 0, finds: 'nothing' } as const;
    const base = await serve(...['a', 'b', 'c', 'd'].map((id) => ({ ...plan, id })));
    const preferences = { sourceOrder: 'd, unknown,b', disabledSources: 'c,unknown' };
    const { body } = await read(address(base, '/scrape', { ...MOVIE, ...preferences }));
    expect(body).toContain('data: {"sourceIds":["d","b","a"]}');
    expect(body).not.toContain('"c"');
  });

  test('tells a reconnecting browser to stop, and runs nothing', async () => {
    const { url, network } = await startStubRelay({ id: 'a', after: 0, finds: 'stream' });
    const response = await read(address(url, '/scrape', MOVIE), { 'last-event-id': '4' });
    expect(response).toMatchObject({ status: 204, body: '' });
    expect(network.requests).toEqual([]);
  });

  test('runs nothing for HEAD', async () => {
    const { app, network } = await startStubRelay({ id: 'a', after: 0, finds: 'stream' });
    const response = await app.inject({ method: 'HEAD', url: '/scrape', query: MOVIE });
    expect(response.statusCode).toBe(404);
    expect(network.requests).toEqual([]);
  });

  test('passes everything in the query to the sources', async () => {
    const requested = vi.fn(async () => ({ embeds: [], streams: [] }));
    const source = { id: 'a', name: 'A', rank: 1, runsIn: 'anywhere', show: requested } as const;
    const registry = createRegistry({ sources: [source], embeds: [] });
    const { fetch } = createStubNetwork();
    const app = fastify();
    const alone = createScraper({ registry, fetch, now: Date.now });
    const scraper = cacheRuns({ scraper: alone, now: Date.now });
    await app.register(scrapeRoutes(async () => ({ scraper })));
    const query = { ...SHOW, imdbId: 'tt0063350', runtime: '25', episodeTitle: 'Pilot' };
    const response = await app.inject({ url: '/scrape', query: { ...query, token: 'jwt|x' } });
    expect(response.statusCode).toBe(200);
    expect(requested).toHaveBeenCalledWith(
      expect.objectContaining({
        media: {
          type: 'show',
          title: 'Stub',
          releaseYear: 1968,
          tmdbId: '1',
          imdbId: 'tt0063350',
          runtime: 25,
          season: { number: 1, tmdbId: '2' },
          episode: { number: 3, tmdbId: '4', title: 'Pilot' },
        },
      }),
    );
  });
});

describe('an invalid query', () => {
  test('is answered with the tree of its errors', async () => {
    const base = await serve();
    const { status, headers, body } = await read(
      address(base, '/scrape', { ...MOVIE, title: '', tmdbId: 'x' }),
    );
    expect(status).toBe(400);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(body)).toEqual({
      _errors: [],
      title: { _errors: [expect.any(String)] },
      tmdbId: { _errors: [expect.any(String)] },
    });
  });

  test.each([
    ['/scrape', {}, ['type']],
    ['/scrape', { ...MOVIE, type: 'song' }, ['type']],
    ['/scrape', { ...MOVIE, releaseYear: '0' }, ['releaseYear']],
    ['/scrape', { ...MOVIE, releaseYear: 'soon' }, ['releaseYear']],
    ['/scrape', { ...MOVIE, imdbId: '../tt1' }, ['imdbId']],
    [
      '/scrape',
      { ...SHOW, episodeTmdbId: 'x', seasonNumber: '1.5' },
      ['episodeTmdbId', 'seasonNumber'],
    ],
    ['/scrape', { ...MOVIE, title: 'x'.repeat(301) }, ['title']],
    ['/scrape', { ...MOVIE, tmdbId: '1'.repeat(21) }, ['tmdbId']],
    ['/scrape', { ...MOVIE, imdbId: `tt${'1'.repeat(21)}` }, ['imdbId']],
    ['/scrape', { ...MOVIE, releaseYear: '10000', runtime: '1e9' }, ['releaseYear', 'runtime']],
    ['/scrape', { ...MOVIE, token: 'x'.repeat(4_097) }, ['token']],
    ['/scrape', { ...MOVIE, sourceOrder: 'x'.repeat(4_001) }, ['sourceOrder']],
    ['/scrape', { ...MOVIE, disabledSources: ','.repeat(4_001) }, ['disabledSources']],
    [
      '/scrape',
      { ...SHOW, seasonNumber: '-1', episodeNumber: '1000001', episodeTitle: 'x'.repeat(1_001) },
      ['episodeNumber', 'episodeTitle', 'seasonNumber'],
    ],
    ['/scrape/source', { ...MOVIE, id: 'x'.repeat(201) }, ['id']],
    ['/scrape/embed', { id: 'x'.repeat(201), url: 'x'.repeat(8_001) }, ['id', 'url']],
    ['/scrape/source', MOVIE, ['id']],
    ['/scrape/embed', { id: 'host' }, ['url']],
  ])('%s with %j is refused for %j', async (path, query, errors) => {
    const base = await serve();
    const { status, body } = await read(address(base, path, query));
    expect(status).toBe(400);
    const { _errors, ...fields }: Record<string, unknown> = JSON.parse(body);
    expect(_errors).toEqual([]);
    expect(Object.keys(fields).toSorted()).toEqual(errors);
  });

  test('with a duplicate parameter is refused', async () => {
    const base = await serve();
    const { status } = await read(`${address(base, '/scrape', MOVIE)}&title=again`);
    expect(status).toBe(400);
  });
});

describe('GET /scrape/source', () => {
  const query = { ...MOVIE, id: 'a' };
  const progress = frame(0, 'update', '{"id":"a","percentage":30,"status":"pending"}');

  test('ends with the embeds, or with the streams as well', async () => {
    const found = { embedId: 'host', url: '0/stream' };
    const embeds = await serve({ id: 'a', after: 0, finds: [found] });
    expect((await read(address(embeds, '/scrape/source', query))).body).toBe(
      RETRY + progress + frame(1, 'completed', '{"embeds":[{"embedId":"host","url":"0/stream"}]}'),
    );
    const stream = await serve({ id: 'a', after: 0, finds: 'stream' });
    expect((await read(address(stream, '/scrape/source', query))).body).toBe(
      RETRY + progress + frame(1, 'completed', `{"embeds":[],"stream":[${streamOf('a')}]}`),
    );
  });

  test('ends with an error of name and message, and nothing else', async () => {
    const base = await serve(
      { id: 'a', after: 0, finds: 'an error' },
      { id: 'b', after: 0, finds: 'nothing' },
    );
    const run = async (id: string) =>
      (await read(address(base, '/scrape/source', { ...MOVIE, id }))).body.split('\n\n').at(-2);
    expect(await run('a')).toBe(
      'event: error\ndata: {"name":"TypeError","message":"a is broken"}\nid: 1',
    );
    expect(await run('b')).toBe(
      'event: error\ndata: {"name":"NotFoundError","message":"b has not got it"}\nid: 1',
    );
    expect(await run('c')).toBe(
      'event: error\ndata: {"name":"Error","message":"Source with ID not found"}\nid: 0',
    );
  });
});

describe('GET /scrape/embed', () => {
  test('ends with the streams', async () => {
    const base = await serve();
    const { body } = await read(address(base, '/scrape/embed', { id: 'host', url: '0/stream' }));
    expect(body).toBe(RETRY + frame(0, 'completed', `{"stream":[${streamOf('host')}]}`));
  });
});

describe('GET /metadata', () => {
  test('lists embeds and sources, best first', async () => {
    const base = await serve(
      { id: 'a', after: 0, finds: 'stream' },
      { id: 'b', after: 0, finds: 'stream' },
    );
    const { status, body } = await read(`${base}/metadata`);
    expect(status).toBe(200);
    expect(getMetadata.reply.parse(JSON.parse(body))).toEqual(JSON.parse(body));
    expect(JSON.parse(body)).toEqual([
      [{ type: 'embed', id: 'host', rank: 1, name: 'Stub host' }],
      [
        { type: 'source', id: 'a', rank: 100, name: 'Stub a', mediaTypes: ['movie'] },
        { type: 'source', id: 'b', rank: 99, name: 'Stub b', mediaTypes: ['movie'] },
      ],
    ]);
  });
});
