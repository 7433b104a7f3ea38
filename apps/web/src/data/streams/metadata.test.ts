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
const requested: string[] = [];
let responses: Record<string, () => Response> = {};

beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const response = responses[url];
    if (!response) throw new TypeError('Failed to fetch');
    return response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

const relays = (...bases: readonly string[]) =>
  sessionStore.setState({ proxySet: bases.map((base) => `|type=api|https://${base}`) });
const names = async () => (await new QueryClient().fetchQuery(sourceList())).names;
const list = () => Response.json(LIST);

test('sources and embeds have names', async () => {
  relays('one.example');
  responses = { 'https://one.example/metadata': list };
  expect(Object.fromEntries(await names())).toEqual({
    archive: 'Internet Archive',
    item: 'Archive item',
  });
});

test.each<[string, (() => Response) | undefined]>([
  ['is unreachable', undefined],
  ['fails', () => Response.json({}, { status: 500 })],
  ['responds with a web page', () => new Response('<h1>Hello</h1>')],
  ['responds with another type', () => Response.json({ embeds: [] })],
])('when the first relay %s, the second one is requested', async (_, response) => {
  relays('one.example', 'two.example');
  responses = { 'https://two.example/metadata': list };
  if (response) responses['https://one.example/metadata'] = response;
  expect((await names()).size).toBe(2);
  expect(requested).toHaveLength(2);
});

test('when no relay responds, that is a failure', async () => {
  relays('one.example', 'two.example');
  responses = {};
  await expect(names()).rejects.toMatchObject({ failure: 'network' });
});

test('without a relay the list is that of this page, and nothing is requested', async () => {
  relays();
  expect((await names()).get('internet-archive')).toBe('Internet Archive');
  expect(requested).toEqual([]);
});

describe('with the relay of the site', () => {
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

  test('the user’s relay adds its sources, and a relay is named by its host', async () => {
    responses = { 'https://site.example/metadata': list, 'https://own.example/metadata': other };
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
    responses = { 'https://site.example/metadata': list, 'https://own.example/metadata': other };
    delete responses[`https://${down}.example/metadata`];
    expect((await names()).get('archive')).toBeDefined();
  });
});
