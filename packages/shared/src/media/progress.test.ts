import { describe, expect, test } from 'vitest';
import {
  episodeToContinue,
  isFinished,
  isMostlyWatched,
  isResumable,
  progressPercentage,
  resumeSeconds,
} from './progress.ts';

const of = (watched: number, duration: number) => ({ watched, duration });

test.each([
  [of(30, 60), 50],
  [of(90, 60), 100],
  [of(-3, 60), 0],
  [of(30, 0), 0],
  [of(Number.NaN, 60), 0],
])('%j is %d %%', (progress, percentage) => {
  expect(progressPercentage(progress)).toBe(percentage);
});

test('an episode counts as watched past nine tenths', () => {
  expect(isMostlyWatched(of(90, 100))).toBe(false);
  expect(isMostlyWatched(of(90.1, 100))).toBe(true);
});

describe('resuming', () => {
  test.each([
    ['in the middle of a movie', of(3000, 5760), 3000],
    ['two minutes and a second before the end of a movie', of(5639, 5760), 5639],
    ['in the credits of a movie', of(5640, 5760), 0],
    ['in the last tenth of a short', of(55, 60), 0],
    ['in the middle of a short', of(30, 60), 30],
    ['with an unknown length', of(30, 0), 30],
    ['at a position that is not a number', of(Number.NaN, 60), 0],
  ])('%s', (_, progress, seconds) => {
    expect(resumeSeconds(progress)).toBe(seconds);
  });

  test('a title without progress starts at the beginning', () => {
    expect(resumeSeconds(undefined)).toBe(0);
  });

  test('a movie of unknown length is not finished', () => {
    expect(isFinished(of(30, 0))).toBe(false);
  });
});

test.each([
  [of(19, 5760), false],
  [of(20, 5760), true],
  [of(5640, 5760), true],
  [of(5641, 5760), false],
])('%j is worth continuing: %s', (progress, isWorth) => {
  expect(isResumable(progress)).toBe(isWorth);
});

describe('the episode to continue', () => {
  const seasons = { s1: { number: 1 }, s2: { number: 2 } };
  const episode = (seasonId: string, number: number, updatedAt: number, watched = 100) => ({
    seasonId,
    number,
    updatedAt,
    progress: of(watched, 1500),
  });

  test('is the one watched last, whatever its number', () => {
    const [early, late] = [episode('s2', 4, 10), episode('s1', 2, 20)];
    expect(episodeToContinue([early, late], seasons)).toBe(late);
  });

  test('is not a first one that was opened only briefly', () => {
    expect(episodeToContinue([episode('s1', 1, 10, 19)], seasons)).toBeUndefined();
    expect(episodeToContinue([episode('s2', 1, 10, 19)], seasons)).toBeDefined();
  });
});
