import { expect, test } from 'vitest';
import { createBodyMemory } from './body-memory.ts';

function setUp(limits = { arriving: 100, waiting: 100, perSender: 60 }) {
  const memory = createBodyMemory(limits);
  const dropped: string[] = [];
  return {
    dropped,
    hold: (name: string, sender = name) =>
      memory.hold(sender, (error) => dropped.push(`${name} ${error.status}`)),
  };
}

test('the oldest incomplete body is dropped for newer ones', () => {
  const { hold, dropped } = setUp();
  const slow = hold('slow');
  const second = hold('second');
  slow.add(50);
  second.add(50);
  expect(dropped).toEqual([]);
  hold('third').add(40);
  expect(dropped).toEqual(['slow 503']);
  slow.release();
  hold('fourth').add(10);
  expect(dropped).toEqual(['slow 503']);
});

test('a complete body keeps its memory, and bodies past the limit are refused', () => {
  const { hold, dropped } = setUp();
  for (const name of ['a', 'b']) {
    const body = hold(name);
    body.add(50);
    body.complete();
  }
  const late = hold('c');
  late.add(50);
  expect(() => late.complete()).toThrow(expect.objectContaining({ status: 503 }));
  const small = hold('d');
  small.add(100 - 60);
  small.release();
  hold('e').add(60);
  expect(dropped).toEqual([]);
});

test('a sender has a share, which is freed by its finished bodies', () => {
  const { hold } = setUp();
  const first = hold('1', 'a');
  first.add(50);
  first.complete();
  expect(() => hold('2', 'a').add(11)).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 5 }),
  );
  hold('3', 'b').add(60);
  first.release();
  first.release();
  hold('4', 'a').add(60);
  expect(() => hold('5', 'a').add(1)).toThrow();
});

test('a body that is past the limit by itself is dropped', () => {
  const { hold, dropped } = setUp({ arriving: 10, waiting: 10, perSender: 60 });
  hold('a').add(11);
  expect(dropped).toEqual(['a 503']);
});
