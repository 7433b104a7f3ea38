import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { queryClient } from '#data/query-client.ts';
import { setSourceDisabled, setSourceOrder } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { withFailover, type RelayRun, scrape, scrapeMedia } from './scrape.ts';
import { RelayError } from './relay-response.ts';
import { runQuery } from './relay.ts';

const MOVIE = { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

const nothing: ScrapeEvent = { type: 'noOutput' };
const began: ScrapeEvent = { type: 'init', sourceIds: [] };

async function run(relays: readonly string[], how: Record<string, (ScrapeEvent | Error)[]>) {
  const seen: ScrapeEvent[] = [];
  const requested: string[] = [];
  const relayRun: RelayRun<ScrapeEvent> = async function* (base) {
    requested.push(base);
    for (const step of how[base] ?? []) {
      if (step instanceof Error) throw step;
      yield step;
    }
  };
  const failure = await (async () => {
    for await (const event of withFailover(relays, relayRun)) seen.push(event);
  })().catch((error: unknown) => error);
  return { seen, requested, failure };
}

const unreachable = new RelayError('unreachable', 'down');

test('the next relay is used when one is unreachable', async () => {
  const { seen, requested, failure } = await run(['a', 'b', 'c'], {
    a: [unreachable],
    b: [nothing],
  });
  expect(requested).toEqual(['a', 'b']);
  expect(seen).toEqual([nothing]);
  expect(failure).toBeUndefined();
});

test('a relay that has responded keeps the run', async () => {
  const broken = new RelayError('unreachable', 'gone');
  const { requested, failure } = await run(['a', 'b'], { a: [began, broken] });
  expect(requested).toEqual(['a']);
  expect(failure).toBe(broken);
});

test('a denied request is final, because every relay would deny it', async () => {
  const refused = new RelayError('rejected', 'bad query');
  const { requested, failure } = await run(['a', 'b'], { a: [refused] });
  expect(requested).toEqual(['a']);
  expect(failure).toBe(refused);
});

test('when all are unreachable the last failure is reported', async () => {
  const { failure } = await run(['a', 'b'], { a: [new Error('x')], b: [] });
  expect(failure).toEqual(new Error('x'));
  expect((await run(['a'], { a: [unreachable] })).failure).toBe(unreachable);
});

test('without any relay the error says so', async () => {
  expect((await run([], {})).failure).toEqual(new RelayError('unreachable', 'No relay is set up'));
});

test('a relay gets the user’s source preferences, and only if there are any', async () => {
  expect(String(runQuery(MOVIE, {}))).toBe('type=movie&title=A&releaseYear=1968&tmdbId=1');
  expect(runQuery(MOVIE, { order: ['b', 'a'], without: ['c'] }).toString()).toBe(
    'type=movie&title=A&releaseYear=1968&tmdbId=1&sourceOrder=b%2Ca&disabledSources=c',
  );
  expect(runQuery(MOVIE, { isFresh: true }).get('fresh')).toBe('true');
});

/** The requests to a relay. */
async function askedOfRelay(prefer?: string): Promise<Record<string, string>> {
  sessionStore.setState({ proxySet: ['|type=api|https://relay.test'] });
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const headers = { 'content-type': 'text/event-stream' };
    return new Response('event: noOutput\ndata: \nid: 0\n\n', { headers });
  });
  const { signal } = new AbortController();
  await Array.fromAsync(scrape(MOVIE, { signal, prefer }));
  return Object.fromEntries(new URL(requested[0] ?? '').searchParams);
}

test('a search uses the stored order, and leaves out disabled sources', async () => {
  setSourceOrder(['b', 'a']);
  setSourceDisabled('c', true);
  expect(await askedOfRelay()).toMatchObject({ sourceOrder: 'b,a', disabledSources: 'c' });
});

test('the source of the previous episode comes first, even if it is disabled', async () => {
  setSourceOrder(['b', 'c']);
  setSourceDisabled('c', true);
  const { sourceOrder, disabledSources } = await askedOfRelay('c');
  expect(sourceOrder).toBe('c,b');
  expect(disabledSources).toBeUndefined();
});

describe('a user with a relay in addition to the site’s', () => {
  const OWN = 'https://own.test';
  const SITE = 'https://site.test';
  type RelayEvents = readonly (readonly [name: string, data: unknown])[];
  /** The events of each relay for a complete search; undefined if the relay does not respond. */
  let relayEvents: Record<string, RelayEvents | undefined>;
  let requested: string[];
  const list = (...ids: readonly string[]) => [
    [],
    ids.map((id) => ({ type: 'source', id, name: id, rank: 1 })),
  ];
  const stream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
  const found = (sourceId: string): RelayEvents => [
    ['init', { sourceIds: [sourceId] }],
    ['start', sourceId],
    ['completed', { sourceId, stream }],
  ];
  const none = (sourceId: string): RelayEvents => [
    ['init', { sourceIds: [sourceId] }],
    ['start', sourceId],
    ['noOutput', ''],
  ];

  beforeEach(() => {
    requested = [];
    queryClient.clear();
    setSourceOrder([]);
    setSourceDisabled('c', false);
    vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue(`|type=api|${SITE}`);
    sessionStore.setState({ proxySet: ['https://worker.test', `|type=api|${OWN}`] });
    vi.stubGlobal('fetch', async (url: string) => {
      requested.push(url);
      const { origin, pathname, searchParams } = new URL(url);
      const ofRelay = relayEvents[origin];
      if (!ofRelay) throw new TypeError('Failed to fetch');
      if (pathname === '/metadata')
        return Response.json(list(...(origin === SITE ? ['folder', 'both'] : ['club', 'both'])));
      const events: RelayEvents =
        pathname === '/scrape'
          ? ofRelay
          : [['error', { name: 'NotFoundError', message: searchParams.get('id') }]];
      const text = events
        .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
        .join('');
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
    });
  });

  const search = (options: { prefer?: string; only?: readonly string[] } = {}) =>
    Array.fromAsync(scrape(MOVIE, { signal: new AbortController().signal, ...options }));
  const askedFor = () =>
    requested
      .map((url) => new URL(url))
      .filter(({ pathname }) => pathname !== '/metadata')
      .map(({ origin, pathname, searchParams }) =>
        [origin, pathname, searchParams.get('id')].filter(Boolean).join(' '),
      )
      .toSorted();

  test('finds what only the site has, and what only the user’s relay has', async () => {
    relayEvents = { [SITE]: found('folder'), [OWN]: none('club') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'folder' });
    relayEvents = { [SITE]: none('folder'), [OWN]: found('club') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'club' });
  });

  test('finds what the site has while the user’s relay is down', async () => {
    relayEvents = { [SITE]: found('folder') };
    expect((await search()).at(-1)).toMatchObject({ type: 'completed', sourceId: 'folder' });
  });

  test('sees which relay did not respond when nothing was found', async () => {
    relayEvents = { [SITE]: none('folder') };
    const events = await search();
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(events).toContainEqual({
      type: 'update',
      id: `relay:${OWN}`,
      percentage: 100,
      status: 'failure',
      error: { name: 'RelayError', message: "The relay can't be reached" },
    });
    relayEvents = { [OWN]: none('club') };
    expect(await search()).toContainEqual(
      expect.objectContaining({ id: `relay:${SITE}`, status: 'failure' }),
    );
  });

  test('retries only relays that have not responded', async () => {
    relayEvents = { [SITE]: none('folder'), [OWN]: found('club') };
    const events = await search({ only: [`relay:${OWN}`] });
    expect(events.at(-1)).toMatchObject({ type: 'completed', sourceId: 'club' });
    expect(askedFor()).toEqual([`${OWN} /scrape`]);
  });

  test('runs each source on the relay that has it, and on the site’s where both have it', async () => {
    relayEvents = { [SITE]: [], [OWN]: [] };
    await search({ only: ['folder', 'club', 'both'] });
    expect(askedFor()).toEqual([
      `${OWN} /scrape/source club`,
      `${SITE} /scrape/source both`,
      `${SITE} /scrape/source folder`,
    ]);
  });

  test('continues with the relay of the previous episode', async () => {
    relayEvents = { [SITE]: found('folder'), [OWN]: found('club') };
    expect((await search({ prefer: 'club' })).at(-1)).toMatchObject({ sourceId: 'club' });
    expect((await search({ prefer: 'folder' })).at(-1)).toMatchObject({ sourceId: 'folder' });
  });
});

const movie: MovieMeta = {
  type: 'movie',
  title: 'Sita Sings the Blues',
  releaseYear: 2008,
  tmdbId: '20529',
  runtime: 82,
};
const episode = { number: 3, title: 'The Third', tmdbId: '303' };
const show: ShowMeta = {
  type: 'show',
  title: 'Pioneer One',
  releaseYear: 2010,
  tmdbId: '33333',
  imdbId: 'tt1748166',
  season: { number: 1, title: 'Season 1', tmdbId: '31' },
  episode,
  episodes: [episode],
  seasons: [{ number: 1, title: 'Season 1', tmdbId: '31' }],
};

test('sources receive only what identifies the title', () => {
  expect(scrapeMedia(movie)).toEqual({
    type: 'movie',
    title: 'Sita Sings the Blues',
    releaseYear: 2008,
    tmdbId: '20529',
    imdbId: undefined,
    runtime: 82,
  });
  expect(scrapeMedia(show)).toMatchObject({
    season: { number: 1, tmdbId: '31' },
    episode: { number: 3, tmdbId: '303', title: 'The Third' },
  });
});
