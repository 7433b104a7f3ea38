import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { Scraper } from '@matinee/sources/scraper';
import { expect, test } from 'vitest';
import { observeSources } from './observe-sources.ts';

const MOVIE: ScrapeMovie = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };

async function* replay<E>(events: readonly E[]): AsyncGenerator<E, void, undefined> {
  yield* events;
}

const embedsOf = (source: string) =>
  [0, 1].map((index) => ({ id: `${source}-${index}`, embedScraperId: 'player' }));

test('each source of a race counts once, without embeds and without those that were only slower', async () => {
  const update = { type: 'update', percentage: 100 } as const;
  const events: ScrapeEvent[] = [
    { type: 'init', sourceIds: ['a', 'b', 'c', 'e'] },
    { type: 'start', id: 'a' },
    { type: 'start', id: 'b' },
    { type: 'start', id: 'c' },
    { type: 'start', id: 'e' },
    { type: 'discoverEmbeds', sourceId: 'a', embeds: embedsOf('a') },
    { type: 'discoverEmbeds', sourceId: 'e', embeds: embedsOf('e') },
    { type: 'start', id: 'a-0' },
    { ...update, id: 'b', percentage: 50, status: 'pending' },
    { ...update, id: 'b', status: 'failure' },
    { ...update, id: 'e-0', status: 'failure' },
    { ...update, id: 'a-0', status: 'notfound' },
    { ...update, id: 'a-1', status: 'success' },
    { ...update, id: 'e-1', status: 'notfound' },
    { ...update, id: 'c', status: 'notfound', reason: SKIPPED_FOR_SPEED },
    { type: 'noOutput' },
  ];
  const recorded: unknown[] = [];
  let time = 0;
  const scraper: Scraper = {
    runAll: () => replay(events),
    runSource: () => replay([{ type: 'error', name: 'NotFoundError', message: '' } as const]),
    runEmbed: () => replay([]),
    metadata: () => [[], []],
  };
  const observed = observeSources(scraper, {
    record: (...result) => recorded.push(result),
    isSource: (id) => id.length === 1,
    elapsed: () => (time += 10),
  });
  const { signal } = new AbortController();
  expect(await Array.fromAsync(observed.runAll(MOVIE, { signal }))).toEqual(events);
  await Array.fromAsync(observed.runSource('d', MOVIE, { signal }));
  await Array.fromAsync(observed.runSource('unknown', MOVIE, { signal }));
  expect(recorded).toEqual([
    ['b', 'failed', 30],
    ['a', 'found', 50],
    ['e', 'notFound', 30],
    ['d', 'notFound', 10],
  ]);
});
