import { describe, expect, test } from 'vitest';
import { chooseEpisode, episodeTag, itemHolds, type Recording } from './recordings.ts';
import type { SearchTarget } from './search-target.ts';

const trick: SearchTarget = {
  kind: 'show',
  title: 'The Beverly Hillbillies',
  year: 1962,
  tmdb: 1930,
  season: 1,
  episode: 6,
  episodeTitle: 'Trick or Treat',
  runtimeMin: 25,
};

const recording = (root: string, seconds?: number): Recording => ({ root, seconds, files: [] });

const choose = (
  recordings: readonly Recording[],
  holds: 'episode' | 'pack' = 'pack',
  target = trick,
) => {
  const choice = chooseEpisode(recordings, target, holds);
  return 'recording' in choice ? choice.recording.root : choice.reason;
};

describe('episode numbers in names', () => {
  test.each([
    ['Show S01E06', 1, 6],
    ['Bonanza_-_Showdown_S02-E01', 2, 1],
    ['Strike Oil S01 E01', 1, 1],
    ['S1E3 -  EMERGENCY ONLY', 1, 3],
    ['BonanzaS1e02DeathOnSunMountain', 1, 2],
    ['RacketSquad-RaccoonHunt2x05', 2, 5],
  ])('%s is season %i, episode %i', (text, season, episode) => {
    expect(episodeTag(text)).toEqual({ season, episode });
  });

  test.each(['Show 1280x720', 'Ep06 Trick or Treat', 'Dragnet', 's 6'])('%s has none', (text) => {
    expect(episodeTag(text)).toBeUndefined();
  });
});

describe('the content of an item of a series', () => {
  test.each([
    ['The Beverly Hillbillies S01E06', 'episode'],
    ['Beverly Hillbillies - Trick or Treat', 'episode'],
    ['The Beverly Hillbillies Ep06 Trick Or Treat', 'episode'],
    ['The Beverly Hillbillies', 'pack'],
    ['The Beverly Hillbillies (1962)', 'pack'],
    ['The Beverly Hillbillies - Season 1', 'pack'],
    ['The Beverly Hillbillies: The Complete Series', 'other'],
    ['The Beverly Hillbillies Complete Series', 'pack'],
    ['The Beverly Hillbillies - Season 2', 'other'],
    ['The Beverly Hillbillies S01E07', 'other'],
    ['The Beverly Hillbillies - The Servants', 'other'],
    ['Trick or Treat', 'other'],
  ])('%s: %s', (title, holds) => {
    expect(itemHolds(title, trick)).toBe(holds);
  });

  test('an item tagged with the series may have the name of the episode only', () => {
    expect(itemHolds('Trick or Treat', trick, true)).toBe('episode');
  });
});

describe('the file of an episode', () => {
  test('is the one with its numbers', () => {
    expect(choose([recording('Show S01E05', 1500), recording('Show S01E06', 1500)])).toBe(
      'Show S01E06',
    );
  });

  test('is otherwise the one with its title', () => {
    const recordings = [
      recording('The Beverly Hillbillies - Trick or Treat HQ', 1500),
      recording('BH07 The Servants', 1500),
    ];
    expect(choose(recordings)).toBe('The Beverly Hillbillies - Trick or Treat HQ');
  });

  test('is otherwise the only one, when the item is that episode', () => {
    expect(choose([recording('BH06_Trick_Or_Treat', 1500)], 'episode')).toBe('BH06_Trick_Or_Treat');
    expect(choose([recording('VTS_01_1', 1500), recording('VIDEO_TS', 5)], 'episode')).toBe(
      'VTS_01_1',
    );
  });

  test('is not found in a pack without it', () => {
    expect(choose([recording('Show S01E05', 1500)])).toBe("it doesn't contain this episode");
    expect(choose([recording('BH07 The Servants', 1500)])).toBe("it doesn't contain this episode");
  });

  test('is not found in an item named after it whose files have other numbers', () => {
    expect(choose([recording('S01E05', 1500)], 'episode')).toBe("it doesn't contain this episode");
  });

  test('is ambiguous with two different files of one number', () => {
    const recordings = [recording('a/Show S01E06', 1500), recording('b/Show S01E06', 1300)];
    expect(choose(recordings)).toBe('several files could be this episode');
  });

  test('of another length is refused', () => {
    expect(choose([recording('Show S01E06', 400)])).toBe('its files have a different length');
  });

  test('with an unknown title is found by number only', () => {
    const untitled = { ...trick, episodeTitle: undefined };
    expect(choose([recording('Trick or Treat', 1500)], 'pack', untitled)).toBe(
      "it doesn't contain this episode",
    );
  });
});
