// The account's data merged with local data.
import { describe, expect, test } from 'vitest';
import { LenientBookmarks, LenientProgressList } from '#data/response-schemas.ts';
import { BookmarkState } from '../bookmark-schema.ts';
import { ProgressState } from '../progress-schema.ts';
import { mergeRemoteBookmarks, mergeRemoteProgress } from './merge.ts';

const iso = (at: number): string => new Date(at).toISOString();
const NOW = 1_700_000_000_000;
const ago = (seconds: number): number => NOW - seconds * 1_000;

describe('bookmarks', () => {
  const item = (updatedAt: number, rest = {}) => ({
    title: 'Film',
    type: 'movie' as const,
    updatedAt,
    ...rest,
  });
  const row = (tmdbId: string, at: number, rest = {}) => ({
    tmdbId,
    meta: { title: 'Film', year: 1968, type: 'movie' },
    updatedAt: iso(at),
    ...rest,
  });
  const state = (bookmarks: object, updateQueue: object[] = []) =>
    BookmarkState.parse({ bookmarks, updateQueue });
  const merge = (local: BookmarkState, rows: object[], pendingThen = local.updateQueue) =>
    mergeRemoteBookmarks(local, { rows: LenientBookmarks.parse(rows), asOf: NOW, pendingThen });
  const queued = (action: 'add' | 'delete', tmdbId: string, updatedAt: number) => ({
    id: '1',
    action,
    tmdbId,
    updatedAt,
  });

  test('removed by another device are gone, and pending ones are not', () => {
    const local = state({ 1: item(ago(9)), 2: item(ago(9)) }, [queued('add', '2', ago(9))]);
    expect(Object.keys(merge(local, []).bookmarks)).toEqual(['2']);
  });

  test('sent while the request was on its way are not taken for removed', () => {
    const local = state({ 1: item(ago(9)), 2: item(NOW + 1) });
    const pendingThen = state({}, [queued('add', '1', ago(9))]).updateQueue;
    expect(Object.keys(merge(local, [], pendingThen).bookmarks)).toEqual(['1', '2']);
  });

  test('removed here do not return, unless they were added again elsewhere', () => {
    const local = state({}, [queued('delete', '1', ago(5)), queued('delete', '2', ago(5))]);
    const merged = merge(local, [row('1', ago(9)), row('2', ago(1))]);
    expect(Object.keys(merged.bookmarks)).toEqual(['2']);
    expect(merged.updateQueue.map(({ tmdbId }) => tmdbId)).toEqual(['1']);
  });

  test('keep their groups if the server has none', () => {
    const local = state({ 1: item(ago(9), { group: ['A'] }) });
    expect(merge(local, [row('1', ago(1))]).bookmarks['1']).toMatchObject({
      group: ['A'],
      updatedAt: ago(1),
      year: 1968,
    });
    const remote = row('1', ago(1), { group: [] });
    expect(merge(local, [remote]).bookmarks['1']?.group).toEqual([]);
  });

  test('pending without group and poster take those of the server', () => {
    const meta = { title: 'Film', year: 1968, type: 'movie', poster: 'https://image.test/1.jpg' };
    const remote = row('1', ago(9), { meta, group: ['A'], favoriteEpisodes: ['e'] });
    const local = state({ 1: item(ago(1)), 2: item(ago(1)) }, [
      { ...queued('add', '1', ago(1)), group: undefined },
      { ...queued('add', '2', ago(1)), group: ['Mine'] },
    ]);
    const known = { poster: meta.poster, year: 1968, group: ['A'], favoriteEpisodes: ['e'] };
    const merged = merge(local, [remote, { ...remote, tmdbId: '2' }]);
    expect(merged.bookmarks['1']).toMatchObject({ ...known, updatedAt: ago(1) });
    expect(merged.updateQueue).toMatchObject([
      { tmdbId: '1', action: 'add', ...known },
      { tmdbId: '2', action: 'add', ...known, group: ['Mine'] },
    ]);
  });
});

describe('progress', () => {
  const episodes = (times: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(times).map(([id, updatedAt]) => [
        id,
        {
          id,
          number: 1,
          title: `Part ${id}`,
          seasonId: 's',
          updatedAt,
          progress: { watched: 1, duration: 9 },
        },
      ]),
    );
  const series = (times: Readonly<Record<string, number>>) => ({
    title: 'Series',
    type: 'show',
    updatedAt: Math.max(...Object.values(times)),
    seasons: { s: { id: 's', number: 1, title: 'Season 1' } },
    episodes: episodes(times),
  });
  const row = (episode: string, at: number, watched = 5) => ({
    tmdbId: '7',
    season: { id: 's', number: 1 },
    episode: { id: episode, number: 1 },
    meta: { title: 'Series', year: null, type: 'show' },
    duration: '9',
    watched: String(watched),
    updatedAt: iso(at),
  });
  const state = (items: object, updateQueue: object[] = []) =>
    ProgressState.parse({ items, updateQueue });
  const merge = (local: ProgressState, rows: object[]) =>
    mergeRemoteProgress(local, {
      rows: LenientProgressList.parse(rows),
      asOf: NOW,
      pendingThen: local.updateQueue,
    });
  const queued = (action: 'upsert' | 'delete', updatedAt: number, rest = {}) => ({
    id: String(updatedAt),
    action,
    tmdbId: '7',
    updatedAt,
    ...rest,
  });
  const episodesOf = ({ items }: ProgressState) => items['7']?.episodes ?? {};

  test('takes the newer position of each episode, and keeps names that servers do not store', () => {
    const local = state({ 7: series({ a: ago(9), b: ago(1) }) }, [
      queued('upsert', ago(9), { episodeId: 'a' }),
      queued('upsert', ago(1), { episodeId: 'b' }),
    ]);
    const merged = merge(local, [row('a', ago(5)), row('b', ago(5)), row('c', ago(3))]);
    expect(episodesOf(merged)).toMatchObject({
      a: { title: 'Part a', updatedAt: ago(5), progress: { watched: 5 } },
      b: { title: 'Part b', updatedAt: ago(1), progress: { watched: 1 } },
      c: { title: '', progress: { watched: 5 } },
    });
    expect(merged.items['7']?.seasons['s']?.title).toBe('Season 1');
    expect(merged.updateQueue.map(({ episodeId }) => episodeId)).toEqual(['b']);
  });

  test('removes an episode that another device removed, and a series without any left', () => {
    const local = state({ 7: series({ a: ago(9), b: ago(9) }) });
    expect(Object.keys(episodesOf(merge(local, [row('a', ago(9))])))).toEqual(['a']);
    expect(merge(local, []).items).toEqual({});
  });

  test('that was removed here returns only as far as it was watched since', () => {
    const local = state({}, [queued('delete', ago(5))]);
    const merged = merge(local, [row('a', ago(9)), row('b', ago(1))]);
    expect(Object.keys(episodesOf(merged))).toEqual(['b']);
    expect(merged.updateQueue).toHaveLength(1);
  });

  test('pending without a poster takes the one of the server', () => {
    const local = state({ 7: series({ a: ago(1) }) }, [
      queued('upsert', ago(1), { episodeId: 'a' }),
      queued('delete', ago(1), { episodeId: 'b' }),
    ]);
    const poster = 'https://image.test/7.jpg';
    const remote = { ...row('a', ago(9)), meta: { ...row('a', 0).meta, poster } };
    expect(merge(local, [remote]).updateQueue).toMatchObject([
      { action: 'upsert', poster },
      { action: 'delete' },
    ]);
    expect(merge(local, [remote]).updateQueue[1]).not.toHaveProperty('poster');
  });

  test('of a series without its episode is ignored', () => {
    const { season: _season, ...rest } = row('a', ago(1));
    expect(merge(state({}), [rest]).items).toEqual({});
  });
});
