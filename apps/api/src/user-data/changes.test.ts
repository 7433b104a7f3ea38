import type { Change } from '@matinee/shared/contract/changes';
import { expect, test } from 'vitest';
import { changeSetOf } from './changes.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const at = (minute: number): string => new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString();
const meta = { title: 'Series', year: null, poster: null };

const watch = (minute: number, seasonId: string | null, episodeId: string | null): Change => ({
  type: 'putProgress',
  tmdbId: '1',
  meta: { ...meta, type: 'show' },
  duration: 1,
  watched: minute,
  seasonId,
  episodeId,
  seasonNumber: null,
  episodeNumber: null,
  updatedAt: at(minute),
});
const forget = (minute: number, seasonId: string | null, episodeId: string | null): Change => ({
  type: 'deleteProgress',
  tmdbId: '1',
  seasonId,
  episodeId,
  updatedAt: at(minute),
});
const keep = (minute: number, group: string[] | null = null): Change => ({
  type: 'putBookmark',
  tmdbId: '1',
  meta: { ...meta, type: 'show' },
  group,
  favoriteEpisodes: null,
  updatedAt: at(minute),
});
const drop = (minute: number): Change => ({
  type: 'deleteBookmark',
  tmdbId: '1',
  updatedAt: at(minute),
});

const progressOf = (...changes: readonly Change[]) => {
  const { puts, deletions } = changeSetOf(changes, NOW).progress;
  return {
    puts: puts.map(({ updatedAt }) => updatedAt),
    deletions: deletions.map(({ deletedAt, superseded }) => [deletedAt, superseded]),
  };
};

test('the newest change of an item counts, whatever the order of the list', () => {
  const changes = [watch(1, 's', 'e'), watch(3, 's', 'e'), watch(2, 's', 'e')];
  expect(progressOf(...changes)).toEqual({ puts: [at(3)], deletions: [] });
  expect(progressOf(...changes.toReversed())).toEqual({ puts: [at(3)], deletions: [] });
});

test.each([
  ['the episode in its season', 's', 'e'],
  ['the season', 's', null],
  ['the episode in any season', null, 'e'],
  ['the title', null, null],
])(
  'a deletion of %s deletes what was watched before it, and not what was watched after',
  (_what, s, e) => {
    const deletion = forget(5, s, e);
    expect(progressOf(watch(4, 's', 'e'), deletion)).toEqual({
      puts: [],
      deletions: [[at(5), false]],
    });
    expect(progressOf(watch(6, 's', 'e'), deletion)).toEqual({
      puts: [at(6)],
      deletions: [[at(5), true]],
    });
  },
);

test.each([
  ['another season', 'other', null],
  ['another episode', 's', 'other'],
])('a deletion of %s deletes nothing', (_what, s, e) => {
  expect(progressOf(watch(4, 's', 'e'), forget(5, s, e))).toEqual({
    puts: [at(4)],
    deletions: [[at(5), false]],
  });
});

test('of simultaneous changes the later in the list counts', () => {
  expect(progressOf(watch(5, 's', 'e'), forget(5, null, null)).puts).toEqual([]);
  expect(progressOf(forget(5, null, null), watch(5, 's', 'e')).puts).toEqual([at(5)]);
  const twice = changeSetOf([keep(5, ['first']), keep(5, ['second'])], NOW).bookmarks.puts;
  expect(twice.map(({ group }) => group)).toEqual([['second']]);
});

test('a change with a future time happens now, in the order of the list', () => {
  const changes = [
    { ...keep(1, ['first']), updatedAt: '2030-01-01T00:00:00Z' },
    { ...keep(1, ['second']), updatedAt: '2029-01-01T00:00:00Z' },
  ];
  expect(changeSetOf(changes, NOW).bookmarks.puts).toMatchObject([
    { group: ['second'], updatedAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('groups survive saves without groups, but not a deletion', () => {
  const groups = (...changes: readonly Change[]) =>
    changeSetOf(changes, NOW).bookmarks.puts.map(({ group }) => group);
  expect(groups(keep(1, ['A']), keep(2), keep(3))).toEqual([['A']]);
  expect(groups(keep(1, ['A']), drop(2), keep(3))).toEqual([null]);
  expect(groups(keep(1, ['A']), keep(2), drop(3))).toEqual([]);
});

test('the bookmark and the progress of one title are separate', () => {
  const { bookmarks, progress } = changeSetOf([keep(1), forget(2, null, null)], NOW);
  expect(bookmarks.puts).toHaveLength(1);
  expect(progress.deletions).toMatchObject([{ superseded: false }]);
});
