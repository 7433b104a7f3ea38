import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { clearLibrary } from './claim-library.ts';
import { progressStore, saveProgress } from './progress.ts';
import { markAllUnwatched, markAllWatched, markUnwatched, markWatched } from './mark-watched.ts';

beforeEach(clearLibrary);
afterEach(clearLibrary);

const movie: MovieMeta = {
  type: 'movie',
  title: 'Charade',
  releaseYear: 1963,
  tmdbId: '4808',
  runtime: 113,
};
const season = { number: 1, title: 'Season 1', tmdbId: '71' };
const episodes = [1, 2].map((number) => ({
  number,
  title: `Part ${number}`,
  tmdbId: `9${number}`,
}));
function episode(number: 1 | 2): ShowMeta {
  const chosen = { number, title: `Part ${number}`, tmdbId: `9${number}` };
  const head = { title: 'Bonanza', releaseYear: 1959, tmdbId: '2475', runtime: 50 };
  return { type: 'show', ...head, season, seasons: [season], episode: chosen, episodes };
}

const item = (tmdbId: string) => progressStore.getState().items[tmdbId];
const queue = () => progressStore.getState().updateQueue;

test('marking an unopened movie as watched uses the catalog’s runtime', () => {
  const undo = markWatched(movie, undefined);
  expect(item('4808')?.progress).toEqual({ watched: 6_780, duration: 6_780 });
  undo();
  expect(item('4808')).toBeUndefined();
  expect(queue()).toMatchObject([{ action: 'delete', tmdbId: '4808' }]);
});

test('undo restores a movie’s position, and syncs it', () => {
  saveProgress(movie, { watched: 300, duration: 6_700 }, Date.now());
  const undo = markWatched(movie, undefined);
  expect(item('4808')?.progress).toEqual({ watched: 6_700, duration: 6_700 });
  undo();
  expect(item('4808')?.progress).toEqual({ watched: 300, duration: 6_700 });
  expect(queue()).toMatchObject([{ action: 'upsert', progress: { watched: 300 } }]);
});

test('a series continues with its next episode, and undo returns to this one', () => {
  saveProgress(episode(1), { watched: 600, duration: 3_000 }, Date.now());
  const undo = markWatched(episode(1), episode(2));
  const [first, second] = [item('2475')?.episodes['91'], item('2475')?.episodes['92']];
  expect(first?.progress.watched).toBe(3_000);
  expect(second?.progress).toEqual({ watched: 0, duration: 3_000 });
  expect(second?.updatedAt).toBeGreaterThan(first?.updatedAt ?? Infinity);
  undo();
  expect(item('2475')?.episodes).toMatchObject({ '91': { progress: { watched: 600 } } });
  expect(item('2475')?.episodes).not.toHaveProperty('92');
  expect(queue()).toMatchObject([
    { action: 'upsert', episodeId: '91', progress: { watched: 600 } },
    { action: 'delete', episodeId: '92', seasonId: '71' },
  ]);
});

test('an episode can be unmarked without its series, and a movie completely', () => {
  markWatched(episode(1), undefined);
  markWatched(episode(2), undefined);
  const undo = markUnwatched(episode(1));
  expect(Object.keys(item('2475')?.episodes ?? {})).toEqual(['92']);
  undo();
  expect(Object.keys(item('2475')?.episodes ?? {}).toSorted()).toEqual(['91', '92']);
  markWatched(movie, undefined);
  markUnwatched(movie);
  expect(item('4808')).toBeUndefined();
});

test('a season is marked at once, the show continues after it, and undo restores everything', () => {
  saveProgress(episode(1), { watched: 600, duration: 3_000 }, Date.now());
  const next = { ...episode(1), season: { number: 2, title: '', tmdbId: '72' } };
  const third = { ...next, episode: { number: 1, title: 'Part 3', tmdbId: '93' } };
  const undo = markAllWatched([episode(1), episode(2)], third);
  expect(item('2475')?.episodes).toMatchObject({
    '91': { progress: { watched: 3_000, duration: 3_000 } },
    '92': { progress: { watched: 3_000, duration: 3_000 } },
    '93': { progress: { watched: 0 } },
  });
  const [one = 0, two = 0, three = 0] = ['91', '92', '93'].map(
    (id) => item('2475')?.episodes[id]?.updatedAt,
  );
  expect(one).toBeLessThan(two);
  expect(two).toBeLessThan(three);
  undo();
  expect(item('2475')?.episodes).toMatchObject({ '91': { progress: { watched: 600 } } });
  expect(Object.keys(item('2475')?.episodes ?? {})).toEqual(['91']);
});

test('a season is unmarked at once, and each episode is synced', () => {
  markAllWatched([episode(1), episode(2)], undefined);
  const undo = markAllUnwatched([episode(1), episode(2)]);
  expect(item('2475')?.episodes).toEqual({});
  expect(queue()).toMatchObject([
    { action: 'delete', episodeId: '91' },
    { action: 'delete', episodeId: '92' },
  ]);
  undo();
  expect(Object.keys(item('2475')?.episodes ?? {}).toSorted()).toEqual(['91', '92']);
});
