import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { afterEach, expect, test, vi } from 'vitest';
import { setSourceDisabled, setSourceOrder } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { overRelays, type RelayRun } from './over-relays.ts';
import { RelayError } from './relay-error.ts';
import { runQuery } from './relay-query.ts';
import { scrape } from './scrape.ts';

const FILM = { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
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
    for await (const event of overRelays(relays, relayRun)) seen.push(event);
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
