import { expect, test } from 'vitest';
import { createTurnstile, type Turnstile } from './turnstile.ts';

const never = new AbortController().signal;

/** Who is inside, in the order in which they came in, and how each goes. */
function crowd(turnstile: Turnstile) {
  const inside = new Map<string, () => void>();
  const come = (
    name: string,
    weight: number,
    { signal = never, owner = name } = {},
  ): Promise<void> =>
    turnstile.enter({ weight, owner }, signal).then((leave) => {
      inside.set(name, leave);
    });
  const go = async (name: string): Promise<void> => {
    inside.get(name)?.();
    inside.delete(name);
    await settled();
  };
  return { come, go, names: () => [...inside.keys()] };
}

/** Whoever was let in has noticed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('those are inside together who weigh no more than the limit, and the others follow in their order', async () => {
  const { come, go, names } = crowd(createTurnstile(10));
  for (const [name, weight] of [
    ['a', 4],
    ['b', 6],
    ['c', 5],
    ['d', 5],
    ['e', 1],
  ] as const)
    void come(name, weight);
  await settled();
  expect(names()).toEqual(['a', 'b']);
  await go('a');
  expect(names()).toEqual(['b']);
  await go('b');
  expect(names()).toEqual(['c', 'd']);
  await go('c');
  expect(names()).toEqual(['d', 'e']);
});

test('what is heavier than the limit goes alone', async () => {
  const { come, go, names } = crowd(createTurnstile(10));
  for (const name of ['a', 'b']) void come(name, 11);
  void come('c', 1);
  await settled();
  expect(names()).toEqual(['a']);
  await go('a');
  expect(names()).toEqual(['b']);
  await go('b');
  expect(names()).toEqual(['c']);
});

test('who goes twice makes room once', async () => {
  const turnstile = createTurnstile(10);
  const leave = await turnstile.enter({ weight: 10, owner: 'first' }, never);
  const { come, names } = crowd(turnstile);
  for (const name of ['a', 'b']) void come(name, 10);
  leave();
  leave();
  await settled();
  expect(names()).toEqual(['a']);
});

test('who gives up while waiting holds up nobody', async () => {
  const { come, go, names } = crowd(createTurnstile(10));
  void come('a', 6);
  const impatient = new AbortController();
  const waits = come('b', 9, { signal: impatient.signal });
  void come('c', 4);
  await settled();
  expect(names()).toEqual(['a']);
  impatient.abort(new Error('gone'));
  await expect(waits).rejects.toThrow('gone');
  expect(names()).toEqual(['a', 'c']);
  await expect(come('d', 1, { signal: impatient.signal })).rejects.toThrow('gone');
  await go('a');
  await go('c');
  await come('e', 10);
  expect(names()).toEqual(['e']);
});

test('of one owner only one is inside, and the others do not wait behind it', async () => {
  const { come, go, names } = crowd(createTurnstile(10));
  for (const name of ['a', 'b', 'c']) void come(name, 2, { owner: 'one' });
  void come('d', 2, { owner: 'other' });
  await settled();
  expect(names()).toEqual(['a', 'd']);
  await go('a');
  expect(names()).toEqual(['d', 'b']);
});
