import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { Account, sessionStore } from '#data/session.ts';
import { sourceList } from './metadata.ts';
import { scrapeThroughRelay } from './relay.ts';

const SERVER = 'https://films.example';
const account = Account.parse({ token: 'a.b.c', userId: 'u', sessionId: 's', seed: '' });
/** The Authorization header of each request, by its address. */
const sent = new Map<string, string | null>();

beforeEach(() => {
  sent.clear();
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const { origin, pathname } = new URL(url);
    sent.set(`${origin}${pathname}`, new Headers(headers).get('authorization'));
    return pathname.endsWith('/metadata')
      ? Response.json([[], []])
      : new Response('event: noOutput\ndata:\n\n', {
          headers: { 'content-type': 'text/event-stream' },
        });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.setState({ account: null, backendUrl: null, proxySet: null });
});

async function search(relay: string): Promise<void> {
  sessionStore.setState({ proxySet: [`|type=api|${relay}`] });
  await new QueryClient().fetchQuery(sourceList());
  const media = { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' } as const;
  await Array.fromAsync(scrapeThroughRelay(relay, { media }, new AbortController().signal));
}

test.each([
  ['the account server', SERVER, 'Bearer a.b.c'],
  ['another relay', 'https://relay.example', null],
  ['the same host on another port', 'https://films.example:8443', null],
  ['the same host on plain http', 'http://films.example', null],
  ['a path of the same host', 'https://films.example/relay', null],
])('%s gets the session if the session belongs to it', async (_relay, relay, expected) => {
  sessionStore.setState({ account, backendUrl: SERVER });
  await search(relay);
  expect([...sent]).toEqual([
    [`${relay}/metadata`, expected],
    [`${relay}/scrape`, expected],
  ]);
});

test('without a session nothing is sent', async () => {
  sessionStore.setState({ account: null, backendUrl: SERVER });
  await search(SERVER);
  expect([...sent.values()]).toEqual([null, null]);
});

test('the list of sources is requested anew for a session', () => {
  const anonymous = sourceList().queryKey;
  sessionStore.setState({ account });
  expect(sourceList().queryKey).not.toEqual(anonymous);
});
