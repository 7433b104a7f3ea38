import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mergeScrapes } from './merge-scrapes.ts';

const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const init = (...sourceIds: string[]): ScrapeEvent => ({ type: 'init', sourceIds });
const start = (id: string): ScrapeEvent => ({ type: 'start', id });
const hit = (sourceId: string): ScrapeEvent => ({ type: 'completed', sourceId, stream });
const nothing: ScrapeEvent = { type: 'noOutput' };

type Step = ScrapeEvent | Error | Promise<unknown>;

afterEach(() => {
  vi.useRealTimers();
});

async function run(front: readonly Step[], behind: readonly Step[]) {
  const told: ScrapeEvent[] = [];
  const stopped: string[] = [];
  const search = (name: string, steps: readonly Step[]) =>
    async function* (signal: AbortSignal): AsyncGenerator<ScrapeEvent> {
      signal.addEventListener('abort', () => stopped.push(name));
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (step instanceof Promise) await step;
        else yield step;
      }
    };
  const { signal } = new AbortController();
  const events = mergeScrapes(
    { ids: ['own'], search: search('front', front) },
    search('behind', behind),
    signal,
  );
  const done = (async () => {
    for await (const event of events) told.push(event);
  })().catch((error: unknown) => error);
  return { done, told, stopped };
}

const never = () => new Promise<never>(() => undefined);

test('what the front finds is played, and the other search is left', async () => {
  const { done, told, stopped } = await run(
    [init('own'), start('own'), hit('own')],
    [init('a'), start('a'), never()],
  );
  expect(await done).toBeUndefined();
  expect(told.at(-1)).toEqual(hit('own'));
  expect(told.filter(({ type }) => type === 'init').at(-1)).toMatchObject({
    sourceIds: expect.arrayContaining(['own']),
  });
  expect(stopped).toContain('behind');
});

test('a front that has nothing gives way to all that the other search has told meanwhile', async () => {
  const late = Promise.withResolvers<void>();
  const { done, told } = await run(
    [init('own'), start('own'), late.promise, nothing],
    [init('a'), start('a'), hit('a')],
  );
  await vi.waitFor(() => expect(told).toEqual([init('own', 'a'), start('own')]));
  late.resolve();
  await done;
  expect(told).toEqual([init('own', 'a'), start('own'), start('a'), hit('a')]);
});

test('a slow front is waited for only a little while once there is something to play', async () => {
  vi.useFakeTimers();
  const { done, told, stopped } = await run(
    [init('own'), start('own'), never()],
    [init('a'), start('a'), hit('a')],
  );
  await vi.advanceTimersByTimeAsync(1_400);
  expect(told.map(({ type }) => type)).toEqual(['init', 'start']);
  await vi.advanceTimersByTimeAsync(200);
  await done;
  expect(told.at(-1)).toEqual(hit('a'));
  expect(stopped).toContain('front');
});

test('a front that breaks costs nothing', async () => {
  const { done, told } = await run([new Error('broken')], [init('a'), hit('a')]);
  await done;
  expect(told).toEqual([init('own', 'a'), hit('a')]);
});

test('where no relay can be reached the front may still find it', async () => {
  const { done, told } = await run([init('own'), start('own'), hit('own')], [new Error('down')]);
  expect(await done).toBeUndefined();
  expect(told).toEqual([init('own'), start('own'), hit('own')]);
});

test('where neither can, the failure of the relay is told', async () => {
  const down = new Error('down');
  expect(await (await run([init('own'), nothing], [down])).done).toBe(down);
});

describe('two relays', () => {
  const relays = async (front: readonly Step[], behind: readonly Step[]) => {
    const told: ScrapeEvent[] = [];
    const search = (steps: readonly Step[]) =>
      async function* (): AsyncGenerator<ScrapeEvent> {
        for (const step of steps) {
          if (step instanceof Error) throw step;
          if (step instanceof Promise) await step;
          else yield step;
        }
      };
    const { signal } = new AbortController();
    for await (const event of mergeScrapes({ search: search(front) }, search(behind), signal))
      told.push(event);
    return told;
  };

  test('are told one after the other, as soon as each has named its sources', async () => {
    const late = Promise.withResolvers<void>();
    setTimeout(() => late.resolve(), 0);
    expect(
      await relays(
        [init('a', 'b'), start('a'), start('b'), nothing],
        [late.promise, init('b', 'c'), start('c'), hit('c')],
      ),
    ).toEqual([init('a', 'b'), start('a'), start('b'), init('a', 'b', 'c'), start('c'), hit('c')]);
  });

  test('of which one is down are told as the other alone', async () => {
    const found = [init('c'), start('c'), hit('c')];
    expect(await relays([new Error('down')], found)).toEqual(found);
    expect(await relays([init('a'), hit('a')], [never()])).toEqual([init('a'), hit('a')]);
  });
});
