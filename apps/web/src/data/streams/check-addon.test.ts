import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessionStore } from '#data/session.ts';
import { createFakeWindow } from '#data/streams/extension/testing/fake-extension.ts';
import { checkAddon } from './check-addon.ts';

const MANIFEST = {
  id: 'org.example.shelf',
  version: '1.0.0',
  name: 'The shelf',
  description: 'Films',
  resources: ['stream', 'subtitles'],
  types: ['movie'],
  idPrefixes: ['tt'],
  catalogs: [],
};
const requested: string[] = [];
let respond: () => Response = () => Response.json(MANIFEST);

beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal('window', createFakeWindow(() => undefined).window);
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return respond();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const check = (text: string, body: () => Response) => {
  respond = body;
  return checkAddon(text, new AbortController().signal);
};

test('an add-on reports its name and its resources', async () => {
  expect(await check(' stremio://films.test/shelf/ ', () => Response.json(MANIFEST))).toEqual({
    isUsable: true,
    url: 'https://films.test/shelf/manifest.json',
    name: 'The shelf',
    offers: ['movie'],
  });
  expect(requested).toEqual(['https://films.test/shelf/manifest.json']);
});

test.each<[string, object]>([
  ['p2p', { behaviorHints: { p2p: true } }],
  ['adult', { behaviorHints: { adult: true } }],
  ['unconfigured', { behaviorHints: { configurationRequired: true } }],
  ['noStreams', { resources: ['catalog'] }],
  ['noStreams', { types: ['tv'] }],
])('a rejected add-on has a reason: %s', async (why, change) => {
  const result = await check('https://films.test', () => Response.json({ ...MANIFEST, ...change }));
  expect(result).toEqual({ isUsable: false, why });
});

test.each<[string, string, () => Response]>([
  ['address', 'films', () => Response.json(MANIFEST)],
  ['noManifest', 'https://films.test', () => new Response('<h1>Hello</h1>')],
  ['unreachable', 'https://films.test', () => new Response('', { status: 404 })],
  [
    'unreachable',
    'https://films.test',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('an address without an add-on has a reason: %s', async (why, text, body) => {
  expect(await check(text, body)).toEqual({ isUsable: false, why });
});

test('an add-on that does not allow this site is requested through no proxy', async () => {
  onTestFinished(() => sessionStore.setState({ proxySet: null }));
  sessionStore.setState({ proxySet: ['https://proxy.example'] });
  const unreachable = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await check('https://films.test', unreachable)).toMatchObject({ why: 'unreachable' });
  expect(requested).toEqual(['https://films.test/manifest.json']);
});
