import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import { expect, test } from 'vitest';
import type { SourceList } from '#data/sources/metadata.ts';
import type { ScrapeSource } from './scrape-progress.ts';
import { nextSource, sourceEntries, type SourceEntry } from './source-list.ts';
import type { Watch } from './watch.ts';

const meta = (id: string, mediaTypes: ('movie' | 'show')[]) =>
  ({ type: 'source', id, name: id.toUpperCase(), rank: 1, mediaTypes }) as const;
const list: SourceList = {
  sources: [
    meta('a', ['movie']),
    meta('b', ['movie', 'show']),
    meta('c', ['show']),
    meta('d', ['movie']),
    meta('e', ['movie']),
  ],
  names: new Map(),
  ofOwnRelays: new Set(),
};
const source = (id: string, rest: Partial<ScrapeSource>): ScrapeSource => ({
  id,
  scraperId: id,
  status: 'waiting',
  percentage: 0,
  embeds: [],
  ...rest,
});
const playing: Watch = {
  at: 'playing',
  meta: { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' },
  sourceId: 'd',
  stream: { id: 's', type: 'file', flags: [], captions: [], qualities: {} },
  progress: {
    running: [],
    sources: [
      source('a', { status: 'notfound' }),
      source('b', { status: 'failure', reason: SKIPPED_FOR_SPEED }),
      source('d', { status: 'success' }),
      source('e', {}),
    ],
  },
};
const marks = (entries: readonly SourceEntry[]) => entries.map(({ id, mark }) => `${id} ${mark}`);

test('those that know films are listed in the order of the viewer, with how they did', () => {
  const entries = sourceEntries(list, { state: playing, trials: {}, order: ['d', 'nobody', 'c'] });
  expect(marks(entries)).toEqual(['d playing', 'a notfound', 'b untried', 'e untried']);
  expect(entries[1]?.name).toBe('A');
});

test('what a source did when it was asked alone counts more', () => {
  const trials = { a: 'searching', e: 'failure' } as const;
  expect(marks(sourceEntries(list, { state: playing, trials, order: [] }))).toEqual([
    'a searching',
    'b untried',
    'd playing',
    'e failure',
  ]);
});

test('the one whose stream did not play has failed', () => {
  const error = { errorName: 'X', type: 'htmlvideo' } as const;
  const state: Watch = { ...playing, at: 'playbackError', error };
  expect(marks(sourceEntries(list, { state, trials: {}, order: [] }))).toContain('d failure');
});

test('nobody is listed before the title is known', () => {
  expect(sourceEntries(list, { state: { at: 'resolving' }, trials: {}, order: [] })).toEqual([]);
});

test('after one that failed comes the next that nobody has asked, round and round', () => {
  const trials = { b: 'failure' } as const;
  const entries = sourceEntries(list, { state: playing, trials, order: [] });
  expect(nextSource(entries, 'b')?.id).toBe('e');
  const all = sourceEntries(list, { state: playing, trials: { e: 'failure' }, order: [] });
  expect(nextSource(all, 'e')?.id).toBe('b');
  const none = sourceEntries(list, {
    state: playing,
    trials: { b: 'notfound', e: 'failure' },
    order: [],
  });
  expect(nextSource(none, 'e')).toBeUndefined();
});
