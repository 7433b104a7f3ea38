import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import { expect, test } from 'vitest';
import type { SourceList } from '#data/streams/metadata.ts';
import type { ScrapeSource } from './scrape-progress.ts';
import { nextSource, sourceEntries, type SourceEntry } from './source-list.ts';
import type { SourcePickerState } from './source-picker.ts';
import type { WatchState } from '../watch-machine.ts';

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
  onUserRelays: new Set(),
};
const source = (id: string, rest: Partial<ScrapeSource>): ScrapeSource => ({
  id,
  scraperId: id,
  status: 'waiting',
  percentage: 0,
  embeds: [],
  ...rest,
});
const playing: WatchState = {
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

test("movie sources are listed in the user's order with their results", () => {
  const entries = sourceEntries(list, {
    state: playing,
    attempts: {},
    causes: {},
    order: ['d', 'nobody', 'c'],
  });
  expect(marks(entries)).toEqual(['d playing', 'a notfound', 'b untried', 'e untried']);
  expect(entries[1]?.name).toBe('A');
});

test('a manual attempt overrides the result of the search', () => {
  const attempts = { a: 'searching', e: 'failure' } as const;
  expect(marks(sourceEntries(list, { state: playing, attempts, causes: {}, order: [] }))).toEqual([
    'a searching',
    'b untried',
    'd playing',
    'e failure',
  ]);
});

test('a source whose stream failed is marked as failed', () => {
  const error = { errorName: 'X', type: 'htmlvideo' } as const;
  const state: WatchState = { ...playing, at: 'playbackError', error };
  expect(marks(sourceEntries(list, { state, attempts: {}, causes: {}, order: [] }))).toContain(
    'd failure',
  );
});

test('the list is empty before the title is known', () => {
  expect(
    sourceEntries(list, { state: { at: 'resolving' }, attempts: {}, causes: {}, order: [] }),
  ).toEqual([]);
});

test('the next untried source follows, wrapping around', () => {
  const attempts = { b: 'failure' } as const;
  const entries = sourceEntries(list, { state: playing, attempts, causes: {}, order: [] });
  expect(nextSource(entries, 'b')?.id).toBe('e');
  const all = sourceEntries(list, {
    state: playing,
    attempts: { e: 'failure' },
    causes: {},
    order: [],
  });
  expect(nextSource(all, 'e')?.id).toBe('b');
  const none = sourceEntries(list, {
    state: playing,
    attempts: { b: 'notfound', e: 'failure' },
    causes: {},
    order: [],
  });
  expect(nextSource(none, 'e')).toBeUndefined();
});

test('each failed source has its latest cause', () => {
  const cause = { code: 'torrentsOnly' } as const;
  const embed = { id: 'b-0', scraperId: 'x', percentage: 100, status: 'notfound' } as const;
  const state: WatchState = {
    ...playing,
    progress: {
      running: [],
      sources: [
        source('a', { status: 'notfound', cause }),
        source('b', { embeds: [{ ...embed, cause: { code: 'deadLink' } }] }),
        source('d', { status: 'success', cause }),
      ],
    },
  };
  const causesOf = (
    attempts: SourcePickerState['attempts'],
    causes: SourcePickerState['causes'] = {},
  ) => sourceEntries(list, { state, attempts, causes, order: [] }).map((one) => one.cause?.code);
  expect(causesOf({})).toEqual(['torrentsOnly', 'deadLink', undefined, undefined]);
  expect(causesOf({ a: 'searching' })[0]).toBeUndefined();
  expect(causesOf({ a: 'notfound' }, { a: { code: 'scanning' } })[0]).toBe('scanning');
});
