import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Throttles a stream to keep all streams together within the limit. */
export type Throttle = (body: Readable) => Readable;

export interface BandwidthOptions {
  /** Megabits per second for all streams together. 0: no limit. */
  readonly mbit: number;
  /** Milliseconds, on any clock that does not jump. */
  readonly now: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const BYTES_PER_MS_AND_MBIT = 125;
/** After a pause, this much may be sent at once. */
const BURST_MS = 250;
/** Smaller than incoming chunks, to let streams alternate. */
const CHUNK_BYTES = 16 * 1024;

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal });

export function createThrottle({ mbit, now, wait = pause }: BandwidthOptions): Throttle {
  if (mbit === 0) return (body) => body;
  const bytesPerMs = mbit * BYTES_PER_MS_AND_MBIT;
  /** The time at which all bytes so far would have been sent at the limit. */
  let sentBy = -Infinity;

  async function waitForBandwidth(bytes: number, signal: AbortSignal): Promise<void> {
    sentBy = Math.max(sentBy, now() - BURST_MS) + bytes / bytesPerMs;
    const early = sentBy - now();
    if (early > 0) await wait(early, signal);
  }

  return (body) => {
    const left = new AbortController();
    const throttled = new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        try {
          for (let at = 0; at < chunk.length; at += CHUNK_BYTES) {
            const part = chunk.subarray(at, at + CHUNK_BYTES);
            await waitForBandwidth(part.length, left.signal);
            this.push(part);
          }
          done();
        } catch {
          // The client has left. The stream reports that.
        }
      },
      destroy(error, done) {
        left.abort();
        done(error);
      },
    });
    return pipeline(body, throttled, () => undefined);
  };
}
