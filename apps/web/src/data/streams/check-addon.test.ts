import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeWindow } from '#data/streams/extension/fake-extension.ts';
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
const asked: string[] = [];
let answer: () => Response = () => Response.json(MANIFEST);

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('window', createFakeWindow(() => undefined).window);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const check = (text: string, body: () => Response) => {
  answer = body;
  return checkAddon(text, new AbortController().signal);
};

test('an add-on says what it is called and what it is good for', async () => {
  expect(await check(' stremio://films.test/shelf/ ', () => Response.json(MANIFEST))).toEqual({
    isUsable: true,
    url: 'https://films.test/shelf/manifest.json',
    name: 'The shelf',
    offers: ['movie'],
  });
  expect(asked).toEqual(['https://films.test/shelf/manifest.json']);
});

test.each<[string, object]>([
  ['p2p', { behaviorHints: { p2p: true } }],
  ['adult', { behaviorHints: { adult: true } }],
  ['unconfigured', { behaviorHints: { configurationRequired: true } }],
  ['noStreams', { resources: ['catalog'] }],
  ['noStreams', { types: ['tv'] }],
])('one that is refused says why: %s', async (why, change) => {
  const said = await check('https://films.test', () => Response.json({ ...MANIFEST, ...change }));
  expect(said).toEqual({ isUsable: false, why });
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
])('what is none is told apart: %s', async (why, text, body) => {
  expect(await check(text, body)).toEqual({ isUsable: false, why });
});
