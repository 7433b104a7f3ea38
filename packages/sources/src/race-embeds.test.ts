import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubEmbed } from './testing/stub-source.ts';
import { ending, onClock, setUp, starts, updatesOf } from './testing/stub-run.ts';

const { runAll } = onClock(vi);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('embeds', () => {
  const fast = stubEmbed('fast', 20);
  const slow = stubEmbed('slow', 10);

  test('are tried best first, two at a time, with their own ids', async () => {
    const race = setUp(
      [
        {
          id: 'a',
          after: 100,
          finds: [
            { embedId: 'slow', url: '600/stream' },
            { embedId: 'unknown', url: 'never/asked' },
            { embedId: 'fast', url: '300/nothing' },
            { embedId: 'fast', url: '700/nothing' },
          ],
        },
      ],
      [slow, fast],
    );
    const events = await runAll(race);
    expect(events).toContainEqual({
      type: 'discoverEmbeds',
      sourceId: 'a',
      embeds: [
        { id: 'a-0', embedScraperId: 'fast' },
        { id: 'a-1', embedScraperId: 'fast' },
        { id: 'a-2', embedScraperId: 'slow' },
      ],
      at: 100,
    });
    expect(starts(events)).toEqual([
      ['a', 0],
      ['a-0', 100],
      ['a-1', 300],
      ['a-2', 400],
    ]);
    expect(updatesOf(events, 'a-0').at(-1)).toMatchObject({
      at: 400,
      status: 'notfound',
      reason: 'fast has not got it',
    });
    expect(events.at(-1)).toMatchObject({
      type: 'completed',
      sourceId: 'a',
      embedId: 'slow',
      at: 1_000,
    });
    expect(updatesOf(events, 'a')).toMatchObject([{ percentage: 30, status: 'pending' }]);
  });

  test('inherit the rank of their source', async () => {
    const race = setUp(
      [
        { id: 'a', after: 100, finds: [{ embedId: 'fast', url: '500/stream' }] },
        { id: 'b', after: 200, finds: 'stream' },
      ],
      [fast],
    );
    // b finds a stream at 400. a's embed finds one at 600, within the grace period.
    expect(ending(await runAll(race))).toEqual(['a', 600]);
  });

  test('keep the slot of their source until the last has failed', async () => {
    const race = setUp(
      [
        { id: 'a', after: 10, finds: [{ embedId: 'fast', url: '50/nothing' }] },
        { id: 'b', after: 10, finds: 'nothing' },
      ],
      [fast],
    );
    const events = await runAll(race);
    expect(starts(events)).toEqual([
      ['a', 0],
      ['a-0', 10],
      ['b', 60],
    ]);
    expect(ending(events)).toEqual(['noOutput', 70]);
  });

  test('that are all unknown count as none', async () => {
    const race = setUp([{ id: 'a', after: 10, finds: [{ embedId: 'x', url: 'u' }] }]);
    const events = await runAll(race);
    expect(updatesOf(events, 'a').at(-1)).toMatchObject({
      status: 'notfound',
      reason: 'No embeds found',
    });
  });

  test('of a better source that were not waited for are reported as skipped', async () => {
    const urls = ['forever/stream', 'forever/stream', 'forever/stream'];
    const race = setUp(
      [
        { id: 'a', after: 10, finds: urls.map((url) => ({ embedId: 'fast', url })) },
        { id: 'b', after: 100, finds: 'stream' },
      ],
      [fast],
    );
    const events = await runAll(race);
    expect(ending(events)).toEqual(['b', 600]);
    for (const id of ['a-0', 'a-1', 'a-2']) {
      expect(updatesOf(events, id).at(-1)?.reason).toBe('slower than another source');
    }
  });
});
