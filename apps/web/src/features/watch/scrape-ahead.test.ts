import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { expect, test, vi } from 'vitest';
import type { ScrapeOptions } from '#data/streams/scrape.ts';
import { createScrapeAhead } from './play-title.ts';

const episode = (number: number): ScrapeMedia => ({
  type: 'show',
  title: 'Show',
  releaseYear: 2020,
  tmdbId: '7',
  season: { number: 1, tmdbId: '31' },
  episode: { number, tmdbId: `30${number}`, title: `E${number}` },
});
const events: readonly ScrapeEvent[] = [
  { type: 'init', sourceIds: ['a', 'b'] },
  { type: 'start', id: 'a' },
  { type: 'start', id: 'b' },
  { type: 'noOutput' },
];

function setUp() {
  const runs: (ScrapeOptions & { readonly media: ScrapeMedia })[] = [];
  const pulled = vi.fn<(event: ScrapeEvent) => void>();
  const ahead = createScrapeAhead(async function* (media, options) {
    runs.push({ ...options, media });
    for (const event of events) {
      pulled(event);
      yield event;
    }
  });
  return { ahead, runs, pulled };
}

async function eventsOf(run: AsyncIterable<ScrapeEvent>): Promise<ScrapeEvent[]> {
  const all: ScrapeEvent[] = [];
  for await (const event of run) all.push(event);
  return all;
}

test('a search starts before its episode opens, with the source of the current one first', async () => {
  const { ahead, runs, pulled } = setUp();
  ahead.start(episode(2), 'a');
  expect(runs).toMatchObject([{ media: episode(2), prefer: 'a' }]);
  await vi.waitFor(() => expect(pulled).toHaveBeenCalledTimes(2));
});

test('the episode continues with that search, from its first event', async () => {
  const { ahead, runs } = setUp();
  ahead.start(episode(2), 'a');
  const life = new AbortController();
  expect(await eventsOf(ahead.scrape(episode(2), { signal: life.signal }))).toEqual(events);
  expect(runs).toHaveLength(1);
  life.abort();
  expect(runs[0]?.signal.aborted).toBe(true);
});

test('a second search of the same episode is a new one', async () => {
  const { ahead, runs } = setUp();
  ahead.start(episode(2), undefined);
  const { signal } = new AbortController();
  await eventsOf(ahead.scrape(episode(2), { signal }));
  await eventsOf(ahead.scrape(episode(2), { signal }));
  expect(runs).toHaveLength(2);
});

test('another episode ends it', async () => {
  const { ahead, runs } = setUp();
  ahead.start(episode(2), undefined);
  const { signal } = new AbortController();
  expect(await eventsOf(ahead.scrape(episode(3), { signal }))).toEqual(events);
  expect(runs.map((run) => run.signal.aborted)).toEqual([true, false]);
});

test('leaving the player ends it', async () => {
  const { ahead, runs } = setUp();
  ahead.start(episode(2), undefined);
  ahead.stop();
  expect(runs[0]?.signal.aborted).toBe(true);
});
