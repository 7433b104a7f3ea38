import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { afterEach, describe, expect, test } from 'vitest';
import { clearToken, tokenProof } from './proxies/human-check.ts';
import { runEmbedThroughRelay, runSourceThroughRelay, scrapeThroughRelay } from './relay.ts';

const movie: ScrapeMedia = {
  type: 'movie',
  title: 'Night & Day',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
};
const stream = {
  id: 'primary',
  type: 'file',
  flags: ['cors-allowed'],
  captions: [],
  qualities: { '720': { type: 'mp4', url: 'https://films.example/a.mp4' } },
};
const DONE = `event: completed\ndata: ${JSON.stringify({ sourceId: 'alpha', stream })}\nid: 3\n\n`;

let servers: Server[] = [];
const requested: URL[] = [];

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
  requested.length = 0;
  clearToken(tokenProof() ?? '');
});

async function relay(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    requested.push(new URL(request.url ?? '', 'http://relay'));
    respond(response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const events = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

const saying = (bytes: string) =>
  relay((response) => {
    events(response).end(bytes);
  });

async function scrapeAll(base: string, signal = new AbortController().signal) {
  const seen: ScrapeEvent[] = [];
  for await (const event of scrapeThroughRelay(base, { media: movie }, signal)) seen.push(event);
  return seen;
}

describe('a whole run', () => {
  test('is read from the bytes that movie-web relays send', async () => {
    const base = await saying(
      'event: init\ndata: {"sourceIds":["alpha","beta"]}\nid: 0\n\n' +
        ': ping\n\n' +
        'event: start\ndata: "alpha"\nid: 1\n\n' +
        'event: update\ndata: {"id":"alpha","percentage":50,"status":"pending"}\nid: 2\n\n' +
        'event: discoverEmbeds\ndata: {"embeds":[{"id":"alpha-0","embedScraperId":"e"}],"sourceId":"alpha"}\nid: 3\n\n' +
        'event: race\ndata: {"running":["alpha","beta"]}\nid: 4\n\n' +
        DONE,
    );
    expect(await scrapeAll(base)).toEqual([
      { type: 'init', sourceIds: ['alpha', 'beta'] },
      { type: 'start', id: 'alpha' },
      { type: 'update', id: 'alpha', percentage: 50, status: 'pending' },
      {
        type: 'discoverEmbeds',
        sourceId: 'alpha',
        embeds: [{ id: 'alpha-0', embedScraperId: 'e' }],
      },
      { type: 'race', running: ['alpha', 'beta'] },
      { type: 'completed', sourceId: 'alpha', stream },
    ]);
  });

  test('sends every field that helps a source, and no empty ones', async () => {
    await scrapeAll(await saying(DONE));
    expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toEqual({
      type: 'movie',
      title: 'Night & Day',
      releaseYear: '1968',
      tmdbId: '10331',
      imdbId: 'tt0063350',
    });
  });

  test.each([
    ['empty data', 'event: noOutput\ndata: \nid: 9\n\n'],
    ['quoted empty data', 'event: noOutput\ndata: ""\nid: 9\n\n'],
  ])('ends with nothing found when noOutput comes with %s', async (_, bytes) => {
    expect(await scrapeAll(await saying(bytes))).toEqual([{ type: 'noOutput' }]);
  });

  test.each([
    ['{"name":"NotFoundError","message":"gone"}', 'NotFoundError', 'gone'],
    ['{}', 'Error', 'The relay failed'],
    ['', 'Error', 'The relay failed'],
  ])('reports the content of an error event: %s', async (data, name, message) => {
    const seen = await scrapeAll(await saying(`event: error\ndata: ${data}\n\n`));
    expect(seen).toEqual([{ type: 'error', name, message }]);
  });

  test('ignores a token and unknown events', async () => {
    const seen = await scrapeAll(
      await saying(`event: token\ndata: "abc"\n\nevent: advert\ndata: buy\n\n${DONE}`),
    );
    expect(seen.map((event) => event.type)).toEqual(['completed']);
  });

  test('survives a cut within a character', async () => {
    const bytes = Buffer.from(
      'event: update\ndata: {"id":"a","percentage":1,"status":"failure","reason":"Łódź"}\n\n' +
        DONE,
    );
    const cut = bytes.indexOf(Buffer.from('ó')) + 1;
    const base = await relay((response) => {
      events(response).write(bytes.subarray(0, cut), () =>
        setImmediate(() => response.end(bytes.subarray(cut))),
      );
    });
    expect((await scrapeAll(base))[0]).toMatchObject({ reason: 'Łódź' });
  });

  test('keeps the playable parts of a stream and drops the rest', async () => {
    const image = { id: 'i', type: 'pgs', url: 'x', hasCorsRestrictions: false, language: 'en' };
    const odd = {
      ...stream,
      qualities: { ...stream.qualities, '9000': { type: 'mp4', url: 'x' }, '480': { type: 'avi' } },
      captions: [{ id: 'c', type: 'ass', url: 'x', hasCorsRestrictions: false, language: 'en' }],
      imageCaptions: [image, { ...image, type: 'vobsub' }],
      chapters: [{ start: 0, title: 'One' }, { start: -1, title: 'Two' }, 'Three'],
      segments: [
        { kind: 'intro', start: 5, end: 65 },
        { kind: 'song', start: 70, end: 80 },
      ],
    };
    const base = await saying(
      `event: completed\ndata: ${JSON.stringify({ sourceId: 'alpha', stream: odd })}\n\n`,
    );
    const kept = {
      ...stream,
      imageCaptions: [image],
      chapters: [{ start: 0, title: 'One' }],
      segments: [{ kind: 'intro', start: 5, end: 65 }],
    };
    expect(await scrapeAll(base)).toEqual([{ type: 'completed', sourceId: 'alpha', stream: kept }]);
  });
});

describe('a faulty relay', () => {
  test.each([
    [
      'closes without a result',
      'event: init\ndata: {"sourceIds":[]}\n\n',
      /^SSE closed improperly$/,
    ],
    ['sends an event without a name', 'data: {"x":1}\n\n', /^SSE closed improperly$/],
    ['sends broken JSON', 'event: init\ndata: {"sou\n\n', /invalid "init" event/],
    ['sends the wrong shape', 'event: init\ndata: {"ids":[]}\n\n', /unknown event/],
    [
      'sends a stream of an unknown type',
      'event: completed\ndata: {"sourceId":"a","stream":{"type":"dash","id":"x"}}\n\n',
      /unknown event/,
    ],
  ])('which %s breaks the run', async (_, bytes, message) => {
    await expect(scrapeAll(await saying(bytes))).rejects.toMatchObject({
      name: 'RelayError',
      failure: 'broken',
      message: expect.stringMatching(message),
    });
  });

  test('breaks the run when the connection is lost', async () => {
    const base = await relay((response) => {
      events(response).write('event: init\ndata: {"sourceIds":[]}\n\n', () => response.destroy());
    });
    await expect(scrapeAll(base)).rejects.toMatchObject({ failure: 'broken' });
  });

  test('cannot fill the memory', async () => {
    const base = await relay((response) => {
      events(response).end(`event: advert\ndata: ${'x'.repeat(5 * 1024 * 1024)}\n\n`);
    });
    await expect(scrapeAll(base)).rejects.toThrow(/More than 4194304 bytes/);
  });

  test.each([
    {
      status: 400,
      type: 'application/json',
      body: '{"_errors":[],"title":{"_errors":["Too short"]}}',
      failure: 'rejected',
      message: /400: title: Too short/,
    },
    {
      status: 401,
      type: 'text/plain',
      body: 'Turnstile invalid, error codes: jwt-invalid',
      failure: 'rejected',
      message: /401: Turnstile/,
    },
    {
      status: 429,
      type: 'application/json',
      body: '{"errorType":"message","message":"Slow down"}',
      failure: 'rejected',
      message: /Slow down/,
    },
    {
      status: 502,
      type: 'text/html',
      body: '<h1>Bad gateway</h1>',
      failure: 'unreachable',
      message: /web page/,
    },
    {
      status: 200,
      type: 'text/html',
      body: '<h1>Welcome</h1>',
      failure: 'unreachable',
      message: /web page/,
    },
    {
      status: 200,
      type: 'application/json',
      body: '{}',
      failure: 'unreachable',
      message: /didn't send any events/,
    },
  ])('has an error for a response with $status $type', async (respond) => {
    const { status, type, body, failure, message } = respond;
    const base = await relay((response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    await expect(scrapeAll(base)).rejects.toMatchObject({
      failure,
      message: expect.stringMatching(message),
    });
  });

  test('with a rate limit reports its duration', async () => {
    const base = await relay((response) => {
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '42' })
        .end('{"_errors":["Too many searches. Try again in 42 seconds."]}');
    });
    await expect(scrapeAll(base)).rejects.toMatchObject({
      name: 'TooManySearches',
      retryAfterSeconds: 42,
      message: 'The relay responded with status 429: Too many searches. Try again in 42 seconds.',
    });
  });

  test('is unreachable when the connection fails', async () => {
    const base = await saying('');
    servers[0]?.close();
    await expect(scrapeAll(base)).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

describe('leaving', () => {
  test('closes the socket, so the relay can stop its work', async () => {
    const closed = Promise.withResolvers<void>();
    const base = await relay((response) => {
      response.on('close', () => closed.resolve());
      events(response).write('event: init\ndata: {"sourceIds":["alpha"]}\n\n');
    });
    const lifetime = new AbortController();
    const run = scrapeThroughRelay(base, { media: movie }, lifetime.signal);
    expect((await run.next()).value).toMatchObject({ type: 'init' });
    const next = run.next();
    lifetime.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
  });

  test('closes the socket also when the reader stops reading', async () => {
    const closed = Promise.withResolvers<void>();
    const base = await relay((response) => {
      response.on('close', () => closed.resolve());
      events(response).write('event: init\ndata: {"sourceIds":["alpha"]}\n\n');
    });
    const endless = new AbortController();
    for await (const event of scrapeThroughRelay(base, { media: movie }, endless.signal)) {
      expect(event.type).toBe('init');
      break;
    }
    await closed.promise;
  });
});

describe('a single source or embed', () => {
  const signal = new AbortController().signal;

  test('gives its output', async () => {
    const base = await saying(
      'event: update\ndata: {"id":"alpha","percentage":20,"status":"pending"}\n\n' +
        'event: completed\ndata: {"embeds":[{"embedId":"e","url":"u"}]}\n\n',
    );
    const seen = await Array.fromAsync(
      runSourceThroughRelay(base, { id: 'alpha', media: movie }, signal),
    );
    expect(seen.at(-1)).toEqual({ type: 'completed', embeds: [{ embedId: 'e', url: 'u' }] });
    expect(requested[0]?.searchParams.get('id')).toBe('alpha');
  });

  test('is not found when it ends without output', async () => {
    const base = await saying('event: noOutput\ndata: \n\n');
    const seen = await Array.fromAsync(runEmbedThroughRelay(base, { id: 'e', url: 'u&v' }, signal));
    expect(seen).toMatchObject([{ type: 'error', name: 'NotFoundError' }]);
    expect(requested[0]?.searchParams.get('url')).toBe('u&v');
  });
});

test('a token from the relay is sent with the next request, and changes nothing else', async () => {
  const jwt = `e30.${btoa('{"exp":9999999999}')}.c2ln`;
  const base = await relay((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`event: token\ndata: "${jwt}"\nid: 0\n\n${DONE}`);
  });
  const types = async () => {
    const { signal } = new AbortController();
    const events = await Array.fromAsync(scrapeThroughRelay(base, { media: movie }, signal));
    return events.map(({ type }) => type);
  };
  expect([await types(), await types()]).toEqual([['completed'], ['completed']]);
  expect(requested.map(({ searchParams }) => searchParams.get('token'))).toEqual([
    null,
    `jwt|${jwt}`,
  ]);
});
