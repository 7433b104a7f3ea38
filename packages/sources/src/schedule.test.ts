import { describe, expect, test } from 'vitest';
import {
  BALANCED,
  decisionTime,
  EMBED_LIMITS,
  isBefore,
  nextStart,
  RANK_FIRST,
  SOURCE_LIMITS,
  type QueueState,
  type RacePosition,
} from './schedule.ts';

function source(position: number): RacePosition {
  return { source: position, embed: -1 };
}

describe('the next start', () => {
  const rules = { limits: SOURCE_LIMITS, policy: BALANCED };
  const rankFirst = { limits: SOURCE_LIMITS, policy: RANK_FIRST };
  const embeds = { limits: EMBED_LIMITS, policy: BALANCED };
  const queue = (changes: Partial<QueueState>): QueueState => ({
    next: source(1),
    running: [],
    lastStart: 0,
    vacancies: 0,
    ...changes,
  });
  const NOW = Number.NEGATIVE_INFINITY;

  test.each([
    ['the first starts at once', rules, queue({ lastStart: undefined, next: source(0) }), NOW],
    ['no source is left', rules, queue({ next: undefined }), undefined],
    ['the next waits for the start delay', rules, queue({ running: [0] }), 200],
    ['a preferred order gives a longer start delay', rankFirst, queue({ running: [0] }), 400],
    ['one without a result is replaced at once', rules, queue({ vacancies: 1 }), NOW],
    [
      'four recent ones take all slots until the oldest of them is 2 s old',
      rules,
      queue({ running: [0, 200, 400, 600], lastStart: 600 }),
      2_000,
    ],
    [
      'one that is no longer recent keeps running with four others',
      rules,
      queue({ running: [0, 2_000, 2_200, 2_400], lastStart: 2_400 }),
      2_600,
    ],
    [
      'a source that ends does not add a slot',
      rules,
      queue({ running: [0, 200, 400, 600], lastStart: 600, vacancies: 2 }),
      2_000,
    ],
    [
      'at most eight run at once',
      rules,
      queue({ running: [0, 1, 2, 3, 4, 5, 6, 7], lastStart: 7, vacancies: 1 }),
      undefined,
    ],
    ['embeds run two at a time', embeds, queue({ running: [0, 200], lastStart: 200 }), undefined],
    ['the second embed waits for the start delay', embeds, queue({ running: [0] }), 200],
  ])('%s', (_name, by, state, expected) => {
    expect(nextStart(state, by, undefined)).toBe(expected);
  });

  test.each([
    ['below a candidate none starts', source(1), undefined],
    ['nor one of equal rank', source(0), undefined],
    ['above a candidate others still start', { source: -1, embed: 3 }, 200],
  ])('%s', (_name, next, expected) => {
    const candidate = { position: source(0), firstFoundAt: 100 };
    expect(nextStart(queue({ next, running: [0] }), rules, candidate)).toBe(expected);
  });
});

describe('slots', () => {
  test.each([
    [source(0), source(1), true],
    [source(1), source(0), false],
    [source(0), { source: 0, embed: 0 }, true],
    [{ source: 0, embed: 9 }, source(1), true],
    [{ source: 1, embed: 1 }, { source: 1, embed: 0 }, false],
    [source(2), source(2), false],
  ])('%j before %j: %s', (a, b, expected) => {
    expect(isBefore(a, b)).toBe(expected);
  });
});

describe('the decision', () => {
  const startedAt = 1_000;
  const decide = (
    foundAfter: number,
    pending: readonly [number, number, number][],
    policy = BALANCED,
  ) =>
    decisionTime(
      { position: source(2), firstFoundAt: startedAt + foundAfter },
      pending.map(([position, startedAfter, expectedMs]) => ({
        position: source(position),
        startedAt: startedAt + startedAfter,
        expectedMs,
      })),
      { startedAt, policy },
    ) - startedAt;

  test.each<[string, number, [number, number, number][], number]>([
    ['without a better one pending it is decided at once', 500, [], 500],
    ['lower-ranked ones are not waited for', 500, [[3, 0, 5_000]], 500],
    ['a better one gets the time again that the candidate took', 700, [[0, 0, 9_000]], 1_400],
    ['but at least 0.3 s', 50, [[0, 0, 9_000]], 350],
    ['and at most 2 s', 6_000, [[0, 0, 20_000]], 8_000],
    ['and only until its typical time is over', 700, [[0, 0, 900]], 900],
    ['counted from its own start', 700, [[1, 200, 900]], 1_100],
    ['one that is late already is not waited for', 700, [[0, 0, 600]], 700],
    [
      'the longest wait counts',
      700,
      [
        [0, 0, 600],
        [1, 200, 700],
      ],
      900,
    ],
  ])('%s', (_name, foundAfter, pending, expected) => {
    expect(decide(foundAfter, pending)).toBe(expected);
  });

  test('a preferred order is worth half a second more', () => {
    expect(decide(6_000, [[0, 0, 20_000]], RANK_FIRST)).toBe(8_500);
  });
});
