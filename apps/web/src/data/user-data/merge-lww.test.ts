import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeReplicas, newer, type Timestamped, type Replica } from './merge-lww.ts';
import { mergeItems } from './progress-items.ts';
import { ProgressItem } from './progress-schema.ts';

const time = fc.integer({ min: 1, max: 6 });
const key = fc.constantFrom('1', '2', '3');

interface Word extends Timestamped {
  readonly text: string;
}
const known: fc.Arbitrary<Replica<Word>> = fc
  .record({
    entries: fc.dictionary(key, fc.record({ text: fc.constantFrom('a', 'b'), updatedAt: time })),
    removals: fc.dictionary(key, time),
  })
  // A source has one value for each key.
  .map((one) => mergeReplicas(one, { entries: {}, removals: {} }));

const item: fc.Arbitrary<ProgressItem> = fc
  .record({
    title: fc.constantFrom('', 'A', 'B'),
    year: fc.option(fc.integer({ min: 1900, max: 1903 }), { nil: undefined }),
    updatedAt: time,
    seasons: fc.dictionary(
      fc.constantFrom('s'),
      fc.record({
        id: fc.constant('s'),
        number: fc.constant(1),
        title: fc.constantFrom('', 'One'),
      }),
    ),
    episodes: fc.dictionary(
      key,
      fc.record({
        id: fc.constant('e'),
        number: fc.constant(1),
        seasonId: fc.constant('s'),
        title: fc.constantFrom('', 'Pilot'),
        updatedAt: time,
        progress: fc.record({ watched: fc.integer({ min: 0, max: 3 }), duration: fc.constant(9) }),
      }),
    ),
  })
  .map((value) => ProgressItem.parse({ ...value, type: 'show' }));

describe('the states of two devices', () => {
  test('merge to the same in either order', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        expect(mergeReplicas(one, other)).toEqual(mergeReplicas(other, one));
      }),
    );
  });

  test('do not change when they are merged again', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        const merged = mergeReplicas(one, other);
        expect(mergeReplicas(merged, other)).toEqual(merged);
        expect(mergeReplicas(merged, merged)).toEqual(merged);
      }),
    );
  });

  test('of three devices merge to the same in any order', () => {
    fc.assert(
      fc.property(known, known, known, (one, two, three) => {
        expect(mergeReplicas(mergeReplicas(one, two), three)).toEqual(
          mergeReplicas(one, mergeReplicas(two, three)),
        );
      }),
    );
  });

  test('keep the newest change, even if it is a removal', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        const merged = mergeReplicas(one, other);
        for (const id of ['1', '2', '3']) {
          const words = [one, other].flatMap(({ entries }) => entries[id] ?? []);
          const removals = [one, other].flatMap(({ removals: all }) => all[id] ?? []);
          const lastWord = Math.max(0, ...words.map(({ updatedAt }) => updatedAt));
          const lastRemoval = Math.max(0, ...removals);
          expect(merged.entries[id]?.updatedAt).toBe(lastWord > lastRemoval ? lastWord : undefined);
        }
      }),
    );
  });
});

describe('the progress of two devices in one series', () => {
  test('merges to the same in either order, and stays so', () => {
    fc.assert(
      fc.property(item, item, (one, other) => {
        const merged = mergeItems(one, other);
        expect(mergeItems(other, one)).toEqual(merged);
        expect(mergeItems(merged, other)).toEqual(merged);
        expect(mergeItems(merged, merged)).toEqual(merged);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps every episode, its newest position, and names that only one device has', () => {
    fc.assert(
      fc.property(item, item, (one, other) => {
        const { episodes, title } = mergeItems(one, other);
        expect(title === '').toBe(one.title === '' && other.title === '');
        for (const id of ['1', '2', '3']) {
          const words = [one, other].flatMap((side) => side.episodes[id] ?? []);
          const last = Math.max(...words.map(({ updatedAt }) => updatedAt));
          expect(episodes[id]?.updatedAt).toBe(words.length > 0 ? last : undefined);
          expect(episodes[id]?.title ?? '').toBe(
            words.some((word) => word.title !== '') ? 'Pilot' : '',
          );
        }
      }),
    );
  });
});

test('simultaneous changes are resolved the same on every device', () => {
  const [one, other] = [
    { updatedAt: 1, a: 1, b: 2 },
    { b: 3, a: 1, updatedAt: 1 },
  ];
  expect(newer(one, other)).toEqual(newer(other, one));
});
