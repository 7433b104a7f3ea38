// The complete path in a page without a relay: sources, proxies and extension, on a fake network.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeWindow,
  type SentMessage,
} from '#data/streams/extension/testing/fake-extension.ts';
import { createBrowserFetcher } from './browser-fetcher.ts';

const NIGHT: ScrapeMedia = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
};
const { signal } = new AbortController();

/** No host has CORS headers except a proxy. */
const requested: string[] = [];
let isOpen = false;

beforeEach(async () => {
  requested.length = 0;
  isOpen = false;
  const { sessionStore } = await import('#data/session.ts');
  sessionStore.setState({ proxySet: ['https://proxy.example'] });
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const destination = new URL(url).searchParams.get('destination');
    if (!isOpen && destination === null) throw new TypeError('Failed to fetch');
    return new Response('answer', {
      headers: { 'x-final-destination': destination ?? '', 'content-type': 'video/mp4' },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

function fakeWindow(reply: (message: SentMessage) => unknown) {
  const fake = createFakeWindow(reply);
  vi.stubGlobal('window', fake.window);
  return fake;
}

const viaProxy = (url: string) => `https://proxy.example?destination=${encodeURIComponent(url)}`;

test('hosts with CORS are requested directly, and truncated at the limit', async () => {
  isOpen = true;
  const fetch = createBrowserFetcher();
  const reply = await fetch('https://a.test/x?y=1', { query: { q: 'ü' }, maxBytes: 3, signal });
  expect(reply).toMatchObject({ status: 200, body: 'ans' });
  expect(reply.headers['content-type']).toBe('video/mp4');
  expect(requested).toEqual(['https://a.test/x?y=1&q=%C3%BC']);
});

test('hosts without CORS are requested through a proxy, from then on at once', async () => {
  const fetch = createBrowserFetcher();
  const [first, second, elsewhere] = ['films/1', 'films/2', 'list'].map(
    (path) => `https://a.test/${path}`,
  );
  for (const url of [first!, second!, elsewhere!]) {
    expect(await fetch(url, { signal })).toMatchObject({ body: 'answer', finalUrl: url });
  }
  expect(requested).toEqual([
    first,
    viaProxy(first!),
    viaProxy(second!),
    elsewhere,
    viaProxy(elsewhere!),
  ]);
});

test('a header that a page may not send needs a proxy at once', async () => {
  isOpen = true;
  await createBrowserFetcher()('https://a.test/', { headers: { Referer: 'r' }, signal });
  expect(requested).toEqual([viaProxy('https://a.test/')]);
});

test('a slow server is a timeout with the error name that sources check', async () => {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  const slow = createBrowserFetcher()('https://a.test/', { timeoutMs: 5, signal });
  await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' });
});

async function types(only?: readonly string[]): Promise<ScrapeEvent[]> {
  const { scrape } = await import('./scrape.ts');
  return await Array.fromAsync(scrape(NIGHT, { signal, only }));
}

test('without a relay the page queries the sources itself, through its proxies', async () => {
  fakeWindow(() => undefined);
  const events = await types();
  expect(events[0]).toMatchObject({
    type: 'init',
    sourceIds: expect.arrayContaining(['internet-archive']),
  });
  expect(['completed', 'noOutput']).toContain(events.at(-1)?.type);
  expect(requested.some((url) => url.startsWith('https://proxy.example?destination='))).toBe(true);
});

test('only the remaining sources are queried again', async () => {
  fakeWindow(() => undefined);
  expect((await types(['open-films']))[0]).toEqual({ type: 'init', sourceIds: ['open-films'] });
});

test('with the extension no request uses a proxy, and the stream is prepared', async () => {
  const HELLO = { success: true, version: '1.1.3', allowed: true, hasPermission: true };
  const { messages } = fakeWindow(({ name, body }) => {
    if (name !== 'makeRequest') return HELLO;
    const { url } = Object(body);
    return {
      success: true,
      response: { statusCode: 404, headers: {}, finalUrl: url, body: 'Not found' },
    };
  });
  const events = await types();
  expect(events.at(-1)).toEqual({ type: 'noOutput' });
  expect(messages.some(({ name }) => name === 'makeRequest')).toBe(true);
  expect(requested).toEqual([]);
});

test('sources that the operator leaves out are not listed', async () => {
  vi.stubGlobal('__CONFIG__', { DISABLED_SOURCES: 'internet-archive' });
  vi.resetModules();
  const { metadataHere } = await import('./in-browser.ts');
  const [embeds, sources] = metadataHere();
  expect(sources.map(({ id }) => id)).toEqual(['open-films']);
  expect(embeds.filter(({ id }) => id.startsWith('internet-archive'))).toEqual([]);
});
