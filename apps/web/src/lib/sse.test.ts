import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEvents, SseError } from './sse.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { idleMs: 45_000, maxBytes: 1_000 };

function pipe() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  return { readable, write, close: () => writer.close(), closed: writer.closed };
}

test('a silence that is too long ends the stream and releases it', async () => {
  const { readable, closed } = pipe();
  const next = readEvents(readable, LIMITS).next();
  const outcomes = Promise.allSettled([next, closed]);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await outcomes).toEqual([
    { status: 'rejected', reason: new SseError('No data for 45 s') },
    { status: 'rejected', reason: undefined },
  ]);
});

test('a heartbeat restarts the time limit', async () => {
  const { readable, write } = pipe();
  const next = readEvents(readable, LIMITS).next();
  await vi.advanceTimersByTimeAsync(40_000);
  await write(': ping\n\n');
  await vi.advanceTimersByTimeAsync(40_000);
  void write('event: start\ndata: "a"\n\n');
  expect((await next).value).toMatchObject({ event: 'start', data: '"a"' });
});

test('an event without data still counts', async () => {
  const { readable, write } = pipe();
  const next = readEvents(readable, LIMITS).next();
  void write('event: noOutput\ndata: \n\n');
  expect((await next).value).toMatchObject({ event: 'noOutput', data: '' });
});

test('the stream ends when the server closes it', async () => {
  const { readable, close } = pipe();
  const next = readEvents(readable, LIMITS).next();
  void close();
  expect((await next).done).toBe(true);
});
