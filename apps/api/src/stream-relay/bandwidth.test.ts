import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createThrottle } from './bandwidth.ts';

/** A clock that advances only by waiting. */
function createClock() {
  let ms = 1_000;
  return {
    elapsed: () => ms - 1_000,
    now: () => ms,
    wait: async (much: number) => {
      ms += much;
    },
  };
}

test('without a limit the stream is not wrapped', () => {
  const body = new PassThrough();
  expect(createThrottle({ mbit: 0, now: () => 0 })(body)).toBe(body);
});

test('all bytes arrive, no faster than the limit', async () => {
  const clock = createClock();
  const throttle = createThrottle({ mbit: 8, ...clock });
  const movie = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => at % 251));
  const pieces = [movie.subarray(0, 700_001), movie.subarray(700_001)];
  expect(await buffer(throttle(Readable.from(pieces)))).toEqual(movie);
  // A megabyte at a megabyte per second, less the burst of a quarter of a second.
  expect(clock.elapsed()).toBeCloseTo(750, 0);
});

test('two streams share one limit', async () => {
  const clock = createClock();
  const throttle = createThrottle({ mbit: 8, ...clock });
  const movie = () => throttle(Readable.from([Buffer.alloc(500_000)]));
  await Promise.all([buffer(movie()), buffer(movie())]);
  expect(clock.elapsed()).toBeCloseTo(750, 0);
});

test('a pause earns at most a quarter of a second', async () => {
  const clock = createClock();
  const throttle = createThrottle({ mbit: 8, ...clock });
  await clock.wait(60_000);
  const from = clock.elapsed();
  await buffer(throttle(Readable.from([Buffer.alloc(1_000_000)])));
  expect(clock.elapsed() - from).toBeCloseTo(750, 0);
});

test('a stream that is not read is not read ahead', async () => {
  let produced = 0;
  const endless = (function* () {
    for (;;) {
      produced += 1;
      yield Buffer.alloc(65_536);
    }
  })();
  const held = createThrottle({ mbit: 100_000, now: () => 0, wait: async () => undefined })(
    Readable.from(endless),
  );
  held.read(0);
  for (let count = 0; count < 50; count += 1) await turn();
  expect(produced).toBeLessThan(20);
  held.destroy();
});

test('an abort ends the wait and the stream behind it', async () => {
  const waiting = Promise.withResolvers<AbortSignal>();
  const body = new PassThrough();
  const held = createThrottle({
    mbit: 1,
    now: () => 0,
    wait: async (_ms, signal) => {
      waiting.resolve(signal);
      await new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
  })(body);
  held.on('error', () => undefined);
  body.write(Buffer.alloc(1_000_000));
  held.resume();
  const signal = await waiting.promise;
  held.destroy();
  expect(signal.aborted).toBe(true);
  await turn();
  expect(body.destroyed).toBe(true);
});

test('an interrupted stream interrupts the output', async () => {
  const body = new PassThrough();
  const held = createThrottle({ mbit: 8, ...createClock() })(body);
  const read = buffer(held);
  body.write('half');
  body.destroy(new Error('cut'));
  await expect(read).rejects.toThrow('cut');
});
