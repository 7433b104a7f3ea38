import { describe, expect, test } from 'vitest';
import { mergeProgressTabs } from './progress-items.ts';
import { ProgressState } from './progress-schema.ts';

const movie = (updatedAt: number, watched = updatedAt) => ({
  title: 'A film',
  type: 'movie' as const,
  updatedAt,
  progress: { watched, duration: 100 },
});
const queued = (id: string, tmdbId: string) => ({ id, action: 'upsert', tmdbId });
const state = (items: object, updateQueue: object[] = []) =>
  ProgressState.parse({ items, updateQueue });

describe('two tabs', () => {
  test('the later change of a movie wins, in whichever tab', () => {
    const base = state({ 1: movie(1), 2: movie(1) });
    const merged = mergeProgressTabs({
      base,
      mine: state({ 1: movie(5), 2: movie(1) }),
      theirs: state({ 1: movie(3), 2: movie(4) }),
    });
    expect(merged.items['1']?.updatedAt).toBe(5);
    expect(merged.items['2']?.updatedAt).toBe(4);
  });

  test('episodes watched in different tabs are both kept', () => {
    const show = (episodes: object, updatedAt: number) => ({
      title: 'A series',
      type: 'show',
      updatedAt,
      episodes,
    });
    const episode = (id: string, updatedAt: number) => ({
      [id]: { id, number: 1, seasonId: 's', updatedAt, progress: { watched: 1, duration: 2 } },
    });
    const merged = mergeProgressTabs({
      base: state({}),
      mine: state({ 1: show({ ...episode('a', 7), ...episode('b', 1) }, 7) }),
      theirs: state({ 1: show(episode('b', 9), 9) }),
    });
    expect(merged.items['1']?.episodes['a']?.updatedAt).toBe(7);
    expect(merged.items['1']?.episodes['b']?.updatedAt).toBe(9);
  });

  test('a title removed in one tab is gone, unless the other has continued watching it', () => {
    const base = state({ 1: movie(1), 2: movie(1) });
    const merged = mergeProgressTabs({
      base,
      mine: state({ 1: movie(1), 2: movie(8) }),
      theirs: state({}),
    });
    expect(Object.keys(merged.items)).toEqual(['2']);
  });

  test('an entry that the other tab has sent is not sent again', () => {
    const merged = mergeProgressTabs({
      base: state({}, [queued('1', 'a'), queued('2', 'b')]),
      mine: state({}, [queued('1', 'a'), queued('2', 'b'), queued('3', 'c')]),
      theirs: state({}, [queued('2', 'b')]),
    });
    expect(merged.updateQueue.map(({ tmdbId }) => tmdbId)).toEqual(['b', 'c']);
  });
});
