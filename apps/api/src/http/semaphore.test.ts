import { expect, test } from 'vitest';
import { createSemaphore, type Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

/** Tracks the owners of slots in the order of admission. */
function track(semaphore: Semaphore) {
  const held = new Map<string, () => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    acquire: async (name: string, owner = name, signal = never) => {
      semaphore.acquire(owner, signal).then(
        (release) => held.set(name, release),
        () => undefined,
      );
      await settled();
    },
    release: async (name: string) => {
      held.get(name)?.();
      await settled();
    },
    held: () => [...held.keys()],
    settled,
  };
}

test('a limited number of owners hold a slot, and the others follow in order', async () => {
  const { acquire, release, held } = track(createSemaphore('test', 2));
  for (const name of ['a', 'b', 'c', 'd']) await acquire(name);
  expect(held()).toEqual(['a', 'b']);
  await release('b');
  expect(held()).toEqual(['a', 'b', 'c']);
  await release('b');
  expect(held()).toEqual(['a', 'b', 'c']);
  await release('a');
  expect(held()).toEqual(['a', 'b', 'c', 'd']);
});

test('an owner with many requests has one slot and does not delay the others', async () => {
  const { acquire, release, held } = track(createSemaphore('test', 2));
  for (const name of ['a1', 'a2', 'a3']) await acquire(name, 'a');
  await acquire('b');
  expect(held()).toEqual(['a1', 'b']);
  await release('a1');
  expect(held()).toEqual(['a1', 'b', 'a2']);
});

test('an owner may have more slots than one', async () => {
  const { acquire, release, held } = track(createSemaphore('test', 3, 2));
  for (const name of ['a1', 'a2', 'a3']) await acquire(name, 'a');
  await acquire('b');
  expect(held()).toEqual(['a1', 'a2', 'b']);
  await acquire('c');
  await release('b');
  expect(held()).toEqual(['a1', 'a2', 'b', 'c']);
  await release('a2');
  expect(held()).toEqual(['a1', 'a2', 'b', 'c', 'a3']);
});

test('an aborted wait takes no slot', async () => {
  const semaphore = createSemaphore('test', 1);
  const { acquire, release, held } = track(semaphore);
  const leaving = new AbortController();
  await acquire('a');
  await acquire('b', 'b', leaving.signal);
  await acquire('c');
  leaving.abort(new Error('gone'));
  await release('a');
  expect(held()).toEqual(['a', 'c']);
  await expect(semaphore.acquire('d', leaving.signal)).rejects.toThrow('gone');
  await release('c');
  await acquire('e');
  expect(held()).toContain('e');
});
