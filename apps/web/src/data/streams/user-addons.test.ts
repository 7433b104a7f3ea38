import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { createFakeWindow } from '#data/streams/extension/testing/fake-extension.ts';
import { addAddon, userAddonsStore, removeAddon } from '#data/preferences/user-addons.ts';
import { setSourceDisabled, setSourceOrder } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { sourceList } from './metadata.ts';
import { runSource, scrape } from './scrape.ts';
import { addonSourceId } from '../preferences/user-addons.ts';

const URL_OF_SHELF = 'https://films.test/shelf/manifest.json';
const SHELF = { url: URL_OF_SHELF, name: 'My shelf' };
const ID = addonSourceId(URL_OF_SHELF);
const NIGHT: ScrapeMedia = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
};
const { signal } = new AbortController();
let streams: object[] = [];
const requested: string[] = [];

const wereAllowed = config.ALLOW_USER_ADDONS;

beforeEach(() => {
  vi.stubGlobal('window', createFakeWindow(() => undefined).window);
  requested.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    if (url === URL_OF_SHELF) {
      const about = { id: 'x', version: '1.0.0', name: 'Shelf', description: '', catalogs: [] };
      return Response.json({ ...about, resources: ['stream'], types: ['movie'] });
    }
    if (url.startsWith('https://films.test/shelf/stream/')) return Response.json({ streams });
    if (url.startsWith('https://films.test/')) {
      return new Response('x', { headers: { 'content-type': 'video/mp4' } });
    }
    if (url.startsWith('https://relay.test/metadata')) return Response.json([[], []]);
    if (url.startsWith('https://relay.test/scrape?')) {
      const relayEvents =
        'event: init\ndata: {"sourceIds":["theirs"]}\nid: 0\n\nevent: noOutput\ndata: \nid: 1\n\n';
      return new Response(relayEvents, { headers: { 'content-type': 'text/event-stream' } });
    }
    throw new TypeError(`Failed to fetch ${url}`);
  });
  config.ALLOW_USER_ADDONS = true;
  sessionStore.setState({ proxySet: ['|type=api|https://relay.test'] });
  addAddon(SHELF);
  streams = [{ name: 'HD 720p', url: 'https://films.test/night.mp4' }];
});
afterEach(() => {
  removeAddon(URL_OF_SHELF);
  setSourceDisabled(ID, false);
  setSourceOrder([]);
  vi.unstubAllGlobals();
  config.ALLOW_USER_ADDONS = wereAllowed;
  sessionStore.setState(sessionStore.getInitialState(), true);
});

const all = (events: AsyncIterable<ScrapeEvent>) => Array.fromAsync(events);

test('an add-on is stored once, under its newest name, until it is removed', () => {
  addAddon({ url: URL_OF_SHELF, name: 'Renamed' });
  expect(userAddonsStore.getState().addons).toEqual([{ url: URL_OF_SHELF, name: 'Renamed' }]);
  removeAddon(URL_OF_SHELF);
  expect(userAddonsStore.getState().addons).toEqual([]);
});

test('the page queries the viewer’s add-on itself, and the relay does not know it', async () => {
  setSourceOrder([ID, 'theirs']);
  const events = await all(scrape(NIGHT, { signal }));
  expect(events.at(-1)).toMatchObject({ type: 'completed', sourceId: ID });
  const ofRelay = requested.filter((url) => url.startsWith('https://relay.test'));
  expect(ofRelay.length).toBeGreaterThan(0);
  expect(ofRelay.filter((url) => /shelf|own-/.test(url))).toEqual([]);
});

test('without a result the relay’s result counts', async () => {
  streams = [{ name: 'Torrent', infoHash: 'a'.repeat(40) }];
  const events = await all(scrape(NIGHT, { signal }));
  expect(events.at(-1)).toEqual({ type: 'noOutput' });
  expect(events[0]).toEqual({ type: 'init', sourceIds: [ID, 'theirs'] });
});

test('a stream that requires headers is rejected in a page', async () => {
  const proxyHeaders = { request: { Referer: 'https://films.test' } };
  streams = [
    { url: 'https://films.test/a.mp4', behaviorHints: { notWebReady: true, proxyHeaders } },
  ];
  expect((await all(scrape(NIGHT, { signal }))).at(-1)).toEqual({ type: 'noOutput' });
});

test('an add-on is listed with the others, and can be queried alone', async () => {
  const list = await new QueryClient().fetchQuery(sourceList());
  expect(list.sources[0]).toMatchObject({ id: ID, name: 'My shelf' });
  expect(list.names.get(ID)).toBe('My shelf');
  const events = await Array.fromAsync(runSource(ID, NIGHT, { signal }));
  expect(events.at(-1)).toMatchObject({ type: 'completed', stream: [{ type: 'file' }] });
});

test.each<[string, () => void]>([
  ['the operator allows none', () => void (config.ALLOW_USER_ADDONS = false)],
  ['the viewer has disabled it', () => setSourceDisabled(ID, true)],
])('an add-on is not queried where %s', async (_, change) => {
  change();
  const [first] = await all(scrape(NIGHT, { signal }));
  expect(first).toEqual({ type: 'init', sourceIds: ['theirs'] });
});

test('an add-on is requested through no proxy, even if it does not allow this site', async () => {
  sessionStore.setState({ proxySet: ['https://proxy.example'] });
  const respond = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    const response = await respond(url, options);
    if (url.includes('/shelf/stream/')) throw new TypeError('Failed to fetch');
    return response;
  });
  await Array.fromAsync(runSource(ID, NIGHT, { signal })).catch(() => undefined);
  expect(requested.some((url) => url.includes('/shelf/stream/'))).toBe(true);
  expect(requested.filter((url) => url.startsWith('https://proxy.example'))).toEqual([]);
});
