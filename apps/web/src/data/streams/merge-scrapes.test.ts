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
  const received: ScrapeEvent[] = [];
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
    for await (const event of events) received.push(event);
  })().catch((error: unknown) => error);
  return { done, received, stopped };
}

const never = () => new Promise<never>(() => undefined);

test('a result of the first search is played, and the other search is aborted', async () => {
  const { done, received, stopped } = await run(
    [init('own'), start('own'), hit('own')],
    [init('a'), start('a'), never()],
  );
  expect(await done).toBeUndefined();
  expect(received.at(-1)).toEqual(hit('own'));
  expect(received.filter(({ type }) => type === 'init').at(-1)).toMatchObject({
    sourceIds: expect.arrayContaining(['own']),
  });
  expect(stopped).toContain('behind');
});

test('an empty first search gives way to all results of the other search so far', async () => {
  const late = Promise.withResolvers<void>();
  const { done, received } = await run(
    [init('own'), start('own'), late.promise, nothing],
    [init('a'), start('a'), hit('a')],
  );
  await vi.waitFor(() => expect(received).toEqual([init('own', 'a'), start('own')]));
  late.resolve();
  await done;
  expect(received).toEqual([init('own', 'a'), start('own'), start('a'), hit('a')]);
});

test('a slow first search is waited for only briefly once there is something to play', async () => {
  vi.useFakeTimers();
  const { done, received, stopped } = await run(
    [init('own'), start('own'), never()],
    [init('a'), start('a'), hit('a')],
  );
  await vi.advanceTimersByTimeAsync(1_400);
  expect(received.map(({ type }) => type)).toEqual(['init', 'start']);
  await vi.advanceTimersByTimeAsync(200);
  await done;
  expect(received.at(-1)).toEqual(hit('a'));
  expect(stopped).toContain('front');
});

test('a failing first search has no effect', async () => {
  const { done, received } = await run([new Error('broken')], [init('a'), hit('a')]);
  await done;
  expect(received).toEqual([init('own', 'a'), hit('a')]);
});

test('without a reachable relay the first search may still find it', async () => {
  const { done, received } = await run(
    [init('own'), start('own'), hit('own')],
    [new Error('down')],
  );
  expect(await done).toBeUndefined();
  expect(received).toEqual([init('own'), start('own'), hit('own')]);
});

test('when both fail, the failure of the relay is reported', async () => {
  const down = new Error('down');
  expect(await (await run([init('own'), nothing], [down])).done).toBe(down);
});

describe('two relays', () => {
  const relays = async (front: readonly Step[], behind: readonly Step[]) => {
    const received: ScrapeEvent[] = [];
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
      received.push(event);
    return received;
  };

  test('are reported one after the other, as soon as each has named its sources', async () => {
    const late = Promise.withResolvers<void>();
    setTimeout(() => late.resolve(), 0);
    expect(
      await relays(
        [init('a', 'b'), start('a'), start('b'), nothing],
        [late.promise, init('b', 'c'), start('c'), hit('c')],
      ),
    ).toEqual([init('a', 'b'), start('a'), start('b'), init('a', 'b', 'c'), start('c'), hit('c')]);
  });

  test('of which one is down are reported as the other alone', async () => {
    const found = [init('c'), start('c'), hit('c')];
    expect(await relays([new Error('down')], found)).toEqual(found);
    expect(await relays([init('a'), hit('a')], [never()])).toEqual([init('a'), hit('a')]);
  });
});

test('a slow first scrape is waited for while the second has no stream', async () => {
  vi.useFakeTimers();
  const late = Promise.withResolvers<void>();
  const { done, received } = await run(
    [init('own'), start('own'), late.promise, hit('own')],
    [init('a'), start('a'), nothing],
  );
  await vi.advanceTimersByTimeAsync(10_000);
  late.resolve();
  await done;
  expect(received.at(-1)).toEqual(hit('own'));
});
