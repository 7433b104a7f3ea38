import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionStore } from '#data/session.ts';
import { config } from '#config.ts';
import { queryClient } from '#data/query-client.ts';
import { relaysFor, sourceList } from './metadata.ts';

const LIST = [
  [{ type: 'embed', id: 'item', rank: 1, name: 'Archive item' }],
  [{ type: 'source', id: 'archive', rank: 2, name: 'Internet Archive', mediaTypes: ['movie'] }],
];
const asked: string[] = [];
let answers: Record<string, () => Response> = {};

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
});

const relays = (...bases: readonly string[]) =>
  sessionStore.setState({ proxySet: bases.map((base) => `|type=api|https://${base}`) });
const names = async () => (await new QueryClient().fetchQuery(sourceList())).names;
const list = () => Response.json(LIST);

test('sources and embeds are known by their names', async () => {
  relays('one.example');
  answers = { 'https://one.example/metadata': list };
  expect(Object.fromEntries(await names())).toEqual({
    archive: 'Internet Archive',
    item: 'Archive item',
  });
});

test.each<[string, (() => Response) | undefined]>([
  ['cannot be reached', undefined],
  ['fails', () => Response.json({}, { status: 500 })],
  ['answers with a web page', () => new Response('<h1>Hello</h1>')],
  ['answers with something else', () => Response.json({ embeds: [] })],
])('when the first relay %s, the second one is asked', async (_, answer) => {
  relays('one.example', 'two.example');
  answers = { 'https://two.example/metadata': list };
  if (answer) answers['https://one.example/metadata'] = answer;
  expect((await names()).size).toBe(2);
  expect(asked).toHaveLength(2);
});

test('when none answers, that is a failure', async () => {
  relays('one.example', 'two.example');
  answers = {};
  await expect(names()).rejects.toMatchObject({ failure: 'network' });
});

test('without a relay they are those that this page can run, and nobody is asked', async () => {
  relays();
  expect((await names()).get('internet-archive')).toBe('Internet Archive');
  expect(asked).toEqual([]);
});

describe('beside the relay of the site', () => {
  const other = () =>
    Response.json([
      [],
      [
        { type: 'source', id: 'archive', name: 'Another archive', rank: 1 },
        { type: 'source', id: 'club', name: 'The club', rank: 1 },
      ],
    ]);
  beforeEach(() => {
    vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue('|type=api|https://site.example');
    relays('own.example');
  });

  test('one’s own adds its sources, and a relay goes by its host', async () => {
    answers = { 'https://site.example/metadata': list, 'https://own.example/metadata': other };
    expect(Object.fromEntries(await names())).toEqual({
      archive: 'Internet Archive',
      item: 'Archive item',
      club: 'The club',
      'relay:https://own.example': 'own.example',
      'relay:https://site.example': 'site.example',
    });
    expect(await relaysFor('club')).toEqual(['https://own.example']);
    expect(await relaysFor('archive')).toEqual(['https://site.example']);
  });

  test.each(['site', 'own'])('%s may be down', async (down) => {
    answers = { 'https://site.example/metadata': list, 'https://own.example/metadata': other };
    delete answers[`https://${down}.example/metadata`];
    expect((await names()).get('archive')).toBeDefined();
  });
});
