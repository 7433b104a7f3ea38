import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { queryClient } from '#data/query-client.ts';
import { setSourceDisabled, setSourceOrder } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { withFailover, type RelayRun } from './with-failover.ts';
import { RelayError } from './relay-error.ts';
import { runQuery } from './relay.ts';
import { scrape } from './scrape.ts';

const FILM = { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const nothing: ScrapeEvent = { type: 'noOutput' };
const began: ScrapeEvent = { type: 'init', sourceIds: [] };

async function run(relays: readonly string[], how: Record<string, (ScrapeEvent | Error)[]>) {
  const seen: ScrapeEvent[] = [];
  const asked: string[] = [];
  const relayRun: RelayRun<ScrapeEvent> = async function* (base) {
    asked.push(base);
    for (const step of how[base] ?? []) {
      if (step instanceof Error) throw step;
      yield step;
    }
  };
  const failure = await (async () => {
    for await (const event of withFailover(relays, relayRun)) seen.push(event);
  })().catch((error: unknown) => error);
  return { seen, asked, failure };
}

const unreachable = new RelayError('unreachable', 'down');

test('the next relay is asked when one cannot be reached', async () => {
  const { seen, asked, failure } = await run(['a', 'b', 'c'], { a: [unreachable], b: [nothing] });
  expect(asked).toEqual(['a', 'b']);
  expect(seen).toEqual([nothing]);
  expect(failure).toBeUndefined();
});

test('a relay that has spoken keeps the run', async () => {
  const broken = new RelayError('unreachable', 'gone');
  const { asked, failure } = await run(['a', 'b'], { a: [began, broken] });
  expect(asked).toEqual(['a']);
  expect(failure).toBe(broken);
});

test('a refusal is final, since every relay would give it', async () => {
  const refused = new RelayError('refused', 'bad query');
  const { asked, failure } = await run(['a', 'b'], { a: [refused] });
  expect(asked).toEqual(['a']);
  expect(failure).toBe(refused);
});

test('when none can be reached the last failure is told', async () => {
  const { failure } = await run(['a', 'b'], { a: [new Error('x')], b: [] });
  expect(failure).toEqual(new Error('x'));
  expect((await run(['a'], { a: [unreachable] })).failure).toBe(unreachable);
});

test('without any relay it says so', async () => {
  expect((await run([], {})).failure).toEqual(
    new RelayError('unreachable', 'No scrape service is configured'),
  );
});

test('a relay is told what the viewer thinks of the sources, and nothing otherwise', async () => {
  expect(String(runQuery(FILM, {}))).toBe('type=movie&title=A&releaseYear=1968&tmdbId=1');
  expect(runQuery(FILM, { order: ['b', 'a'], without: ['c'] }).toString()).toBe(
    'type=movie&title=A&releaseYear=1968&tmdbId=1&sourceOrder=b%2Ca&disabledSources=c',
  );
});

/** What a relay was asked. */
async function askedOfRelay(prefer?: string): Promise<Record<string, string>> {
  sessionStore.setState({ proxySet: ['|type=api|https://relay.test'] });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const headers = { 'content-type': 'text/event-stream' };
    return new Response('event: noOutput\ndata: \nid: 0\n\n', { headers });
  });
  const { signal } = new AbortController();
  await Array.fromAsync(scrape(FILM, { signal, prefer }));
  return Object.fromEntries(new URL(asked[0] ?? '').searchParams);
}

test('a search follows the order that is stored, and leaves out what is switched off', async () => {
  setSourceOrder(['b', 'a']);
  setSourceDisabled('c', true);
  expect(await askedOfRelay()).toMatchObject({ sourceOrder: 'b,a', disabledSources: 'c' });
});

test('the source of the episode before comes first, even where it is switched off', async () => {
  setSourceOrder(['b', 'c']);
  setSourceDisabled('c', true);
  const { sourceOrder, disabledSources } = await askedOfRelay('c');
  expect(sourceOrder).toBe('c,b');
  expect(disabledSources).toBeUndefined();
});

describe('a viewer with a relay beside that of the site', () => {
  const OWN = 'https://own.test';
  const SITE = 'https://site.test';
  type Said = readonly (readonly [name: string, data: unknown])[];
  /** The events of each relay for a whole search; undefined where nothing answers. */
  let told: Record<string, Said | undefined>;
  let asked: string[];
  const list = (...ids: readonly string[]) => [
    [],
    ids.map((id) => ({ type: 'source', id, name: id, rank: 1 })),
  ];
  const stream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
  const found = (sourceId: string): Said => [
    ['init', { sourceIds: [sourceId] }],
    ['start', sourceId],
    ['completed', { sourceId, stream }],
  ];
  const none = (sourceId: string): Said => [
    ['init', { sourceIds: [sourceId] }],
    ['start', sourceId],
    ['noOutput', ''],
  ];

  beforeEach(() => {
    asked = [];
    queryClient.clear();
    setSourceOrder([]);
    setSourceDisabled('c', false);
    vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue(`|type=api|${SITE}`);
    sessionStore.setState({ proxySet: ['https://worker.test', `|type=api|${OWN}`] });
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const { origin, pathname, searchParams } = new URL(url);
      const said = told[origin];
      if (!said) throw new TypeError('Failed to fetch');
      if (pathname === '/metadata')
        return Response.json(list(...(origin === SITE ? ['folder', 'both'] : ['club', 'both'])));
      const events: Said =
        pathname === '/scrape'
          ? said
          : [['error', { name: 'NotFoundError', message: searchParams.get('id') }]];
      const text = events
        .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
        .join('');
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
    });
  });

  const search = (options: { prefer?: string; only?: readonly string[] } = {}) =>
    Array.fromAsync(scrape(FILM, { signal: new AbortController().signal, ...options }));
  const askedFor = () =>
    asked
      .map((url) => new URL(url))
      .filter(({ pathname }) => pathname !== '/metadata')
      .map(({ origin, pathname, searchParams }) =>
        [origin, pathname, searchParams.get('id')].filter(Boolean).join(' '),
      )
      .toSorted();

  test('finds what only the site has, and what only their own relay has', async () => {
    told = { [SITE]: found('folder'), [OWN]: none('club') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'folder' });
    told = { [SITE]: none('folder'), [OWN]: found('club') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'club' });
  });

  test('finds what the site has while their own relay is down', async () => {
    told = { [SITE]: found('folder') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'folder' });
  });

  test('is told which relay did not answer when nothing was found', async () => {
    told = { [SITE]: none('folder') };
    const events = await search();
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(events).toContainEqual({
      type: 'update',
      id: `relay:${OWN}`,
      percentage: 100,
      status: 'failure',
      error: { name: 'RelayError', message: 'The scrape service cannot be reached' },
    });
    told = { [OWN]: none('club') };
    expect(await search()).toContainEqual(
      expect.objectContaining({ id: `relay:${SITE}`, status: 'failure' }),
    );
  });

  test('asks again only who has not answered', async () => {
    told = { [SITE]: none('folder'), [OWN]: found('club') };
    const events = await search({ only: [`relay:${OWN}`] });
    expect(events.at(-1)).toMatchObject({ type: 'completed', sourceId: 'club' });
    expect(askedFor()).toEqual([`${OWN} /scrape`]);
  });

  test('asks each source of the relay that has it, and of the site where both have', async () => {
    told = { [SITE]: [], [OWN]: [] };
    await search({ only: ['folder', 'club', 'both'] });
    expect(askedFor()).toEqual([
      `${OWN} /scrape/source club`,
      `${SITE} /scrape/source both`,
      `${SITE} /scrape/source folder`,
    ]);
  });

  test('goes on with the relay that had the episode before', async () => {
    told = { [SITE]: found('folder'), [OWN]: found('club') };
    expect((await search({ prefer: 'club' })).at(-1)).toMatchObject({ sourceId: 'club' });
    expect((await search({ prefer: 'folder' })).at(-1)).toMatchObject({ sourceId: 'folder' });
  });
});
