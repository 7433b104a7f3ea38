import { expect, test, vi } from 'vitest';
import { createBatch } from './batch.ts';

/** Creates batches that the test ends. */
function setUp({ concurrency = 1, maxItems = 10 } = {}) {
  const batches: { items: readonly number[]; end: PromiseWithResolvers<readonly string[]> }[] = [];
  const run = vi.fn((items: readonly number[]) => {
    const end = Promise.withResolvers<readonly string[]>();
    batches.push({ items, end });
    return end.promise;
  });
  const end = (at: number): void =>
    batches[at]?.end.resolve(batches[at].items.map((item) => `result ${item}`));
  return { call: createBatch({ run, concurrency, maxItems }), batches, run, end };
}

test('the first call runs at once, and those that arrive meanwhile share the next batch', async () => {
  const { call, run, end } = setUp();
  const results = Promise.all([1, 2, 3].map(call));
  expect(run.mock.calls).toEqual([[[1]]]);
  end(0);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  expect(run).toHaveBeenLastCalledWith([2, 3]);
  end(1);
  expect(await results).toEqual(['result 1', 'result 2', 'result 3']);
});

test('several batches run at a time, of a limited size', async () => {
  const { call, run, end } = setUp({ concurrency: 2, maxItems: 2 });
  const results = Promise.all([1, 2, 3, 4, 5].map(call));
  expect(run.mock.calls).toEqual([[[1]], [[2]]]);
  end(0);
  await vi.waitFor(() => expect(run).toHaveBeenLastCalledWith([3, 4]));
  end(1);
  await vi.waitFor(() => expect(run).toHaveBeenLastCalledWith([5]));
  end(2);
  end(3);
  expect(await results).toHaveLength(5);
});

test('a failure reaches the calls of its batch only, and the next batch runs', async () => {
  const { call, batches, run, end } = setUp();
  const calls = Promise.allSettled([1, 2, 3].map(call));
  end(0);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  batches[1]?.end.reject(new Error('The database is away'));
  expect((await calls).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  const next = call(4);
  end(2);
  expect(await next).toBe('result 4');
});

test('a batch that lacks results fails', async () => {
  const { call, batches } = setUp();
  const only = call(1);
  batches[0]?.end.resolve([]);
  await expect(only).rejects.toThrow('lacks results');
});
