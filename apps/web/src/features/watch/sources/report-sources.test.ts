import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test } from 'vitest';
import { sourceOutcomes } from './report-sources.ts';
import { noProgress, scrapeProgress } from './scrape-progress.ts';

const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const start = (id: string): ScrapeEvent => ({ type: 'start', id });
const ended = (
  id: string,
  status: 'notfound' | 'failure',
  why: { reason?: string; error?: { name: string; message: string } } = {},
): ScrapeEvent => ({ type: 'update', id, percentage: 100, status, ...why });
const skipped = (id: string) => ended(id, 'notfound', { reason: SKIPPED_FOR_SPEED });
const embedsOf = (sourceId: string, ...scrapers: readonly string[]): ScrapeEvent => ({
  type: 'discoverEmbeds',
  sourceId,
  embeds: scrapers.map((embedScraperId, at) => ({ id: `${sourceId}-${at}`, embedScraperId })),
});
const completed = (sourceId: string): ScrapeEvent => ({ type: 'completed', sourceId, stream });

const of = (...events: readonly ScrapeEvent[]) =>
  sourceOutcomes(events.reduce(scrapeProgress, noProgress));

test('searched sources are reported in order, others are not', () => {
  const error = { name: 'HttpError', message: 'Status 500' };
  const reported = of(
    { type: 'init', sourceIds: ['a', 'b', 'c', 'd'] },
    start('a'),
    ended('a', 'notfound', { reason: 'no such film' }),
    start('b'),
    ended('b', 'failure', { error }),
    start('c'),
    completed('c'),
  );
  expect(reported).toEqual([
    { providerId: 'a', status: 'notfound', errorMessage: 'no such film' },
    {
      providerId: 'b',
      status: 'failed',
      errorMessage: 'Status 500',
      fullError: 'HttpError: Status 500',
    },
    { providerId: 'c', status: 'success' },
  ]);
});

test('embeds are reported before their source, by scraper id', () => {
  const reported = of(
    { type: 'init', sourceIds: ['a'] },
    start('a'),
    embedsOf('a', 'host', 'other'),
    start('a-0'),
    ended('a-0', 'failure'),
    start('a-1'),
    completed('a'),
  );
  expect(reported).toEqual([
    { providerId: 'a', embedId: 'host', status: 'failed' },
    { providerId: 'a', embedId: 'other', status: 'success' },
    { providerId: 'a', status: 'success' },
  ]);
});

test('a source whose embeds all failed is no success', () => {
  const reported = of(
    { type: 'init', sourceIds: ['a'] },
    start('a'),
    embedsOf('a', 'host'),
    start('a-0'),
    ended('a-0', 'notfound'),
    { type: 'noOutput' },
  );
  expect(reported.map(({ status }) => status)).toEqual(['notfound', 'notfound']);
});

test('sources and embeds skipped for speed are not reported', () => {
  const reported = of(
    { type: 'init', sourceIds: ['slow', 'a', 'b'] },
    start('slow'),
    skipped('slow'),
    start('a'),
    embedsOf('a', 'host', 'other'),
    start('a-0'),
    ended('a-0', 'notfound'),
    start('a-1'),
    skipped('a-1'),
    start('b'),
    completed('b'),
  );
  expect(reported).toEqual([
    { providerId: 'a', embedId: 'host', status: 'notfound' },
    { providerId: 'b', status: 'success' },
  ]);
});

test('pending items are not reported, and long errors are truncated', () => {
  const error = { name: 'Error', message: 'x'.repeat(30_000) };
  const reported = of(
    { type: 'init', sourceIds: ['a', 'b'] },
    start('a'),
    ended('a', 'failure', { error }),
    start('b'),
  );
  expect(reported.map(({ providerId }) => providerId)).toEqual(['a']);
  expect(reported[0]?.errorMessage).toHaveLength(2_000);
  expect(reported[0]?.fullError).toHaveLength(2_000);
});
