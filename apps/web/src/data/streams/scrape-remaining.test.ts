import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { afterEach, expect, test } from 'vitest';
import { scrapeSources } from './scrape-remaining.ts';

const media: ScrapeMedia = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const stream = { id: 's', type: 'hls', playlist: 'https://x.example/p', flags: [], captions: [] };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Responds to `/scrape/source?id=alpha` with the entry `alpha`, and to an embed with the entry of its URL. */
async function run(responses: Record<string, string>, sourceIds: readonly string[]) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://relay');
    const key = searchParams.get('url') ?? searchParams.get('id') ?? '';
    const answer = responses[key];
    if (answer === undefined) response.writeHead(400).end('unknown');
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const events: ScrapeEvent[] = [];
  const base = `http://127.0.0.1:${address.port}`;
  const signal = new AbortController().signal;
  for await (const one of scrapeSources(base, { media, sourceIds }, signal)) events.push(one);
  return events;
}

test('a source without a result is followed by the next', async () => {
  const events = await run(
    {
      alpha: event('error', { name: 'NotFoundError', message: 'no such film' }),
      beta:
        event('update', { id: 'x', percentage: 30, status: 'pending' }) +
        event('completed', { embeds: [], stream: [stream] }),
    },
    ['alpha', 'beta'],
  );
  expect(events).toEqual([
    { type: 'init', sourceIds: ['alpha', 'beta'] },
    { type: 'start', id: 'alpha' },
    { type: 'update', id: 'alpha', percentage: 100, status: 'notfound', reason: 'no such film' },
    { type: 'start', id: 'beta' },
    { type: 'update', id: 'beta', percentage: 30, status: 'pending' },
    { type: 'completed', sourceId: 'beta', stream },
  ]);
});

test('embeds are tried in their order until one plays', async () => {
  const embeds = ['u1', 'u2', 'u3'].map((url) => ({ embedId: 'item', url }));
  const events = await run(
    {
      alpha: event('completed', { embeds }),
      u1: event('error', { name: 'Error', message: 'broken file' }),
      u2: event('completed', { stream: [stream] }),
    },
    ['alpha'],
  );
  expect(events.slice(2)).toEqual([
    {
      type: 'discoverEmbeds',
      sourceId: 'alpha',
      embeds: ['alpha-0', 'alpha-1', 'alpha-2'].map((id) => ({ id, embedScraperId: 'item' })),
    },
    { type: 'start', id: 'alpha-0' },
    {
      type: 'update',
      id: 'alpha-0',
      percentage: 100,
      status: 'failure',
      error: { name: 'Error', message: 'broken file' },
    },
    { type: 'start', id: 'alpha-1' },
    { type: 'completed', sourceId: 'alpha', embedId: 'item', stream },
  ]);
});

test('a missing source is reported, and the others run', async () => {
  const events = await run(
    { beta: event('completed', { embeds: [], stream: [] }), gamma: 'event: noOutput\ndata: \n\n' },
    ['alpha', 'beta', 'gamma'],
  );
  const outcomes = events.flatMap((one) =>
    one.type === 'update' ? [`${one.id} ${one.status}`] : [],
  );
  expect(outcomes).toEqual(['alpha failure', 'beta notfound', 'gamma notfound']);
  expect(events.at(-1)).toEqual({ type: 'noOutput' });
});
