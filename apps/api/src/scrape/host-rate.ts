import type { Fetcher } from '@matinee/sources/source';
import { hostAndPort } from '#proxy/destination.ts';
import { measureQueue } from '#lib/measurements.ts';

export interface HostRate {
  /** The number of requests to a host that don't wait. */
  readonly burst: number;
  readonly perSecond: number;
  /** The number of requests to a host that may wait. Others fail immediately. */
  readonly maxWaiting: number;
}

/**
 * A search sends about five requests to one host. archive.org bans addresses that send dozens a second.
 */
const HOST_RATE: HostRate = { burst: 20, perSecond: 4, maxWaiting: 40 };

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_HOSTS = 1_000;

type Clock = () => number;

const queue = measureQueue('requests to a host');

/** Limits requests to each host by a token bucket. A wait counts towards the request's timeout. */
export function limitHostRate(
  fetch: Fetcher,
  rate: HostRate = HOST_RATE,
  elapsed: Clock = () => performance.now(),
): Fetcher {
  const buckets = new Map<string, TokenBucket>();

  function bucketOf(host: string): TokenBucket {
    const known = buckets.get(host);
    if (known) return known;
    if (buckets.size >= MAX_HOSTS) {
      // Drop full buckets. They are the same as new ones.
      for (const [idle, bucket] of buckets) if (bucket.isFull()) buckets.delete(idle);
    }
    const bucket = createTokenBucket(rate, elapsed);
    buckets.set(host, bucket);
    return bucket;
  }

  return async (url, options) => {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const parsed = URL.parse(url);
    // The fetcher reports an invalid URL with a better message.
    if (!parsed) return await fetch(url, options);
    const host = hostAndPort(parsed);
    const from = elapsed();
    const slot = bucketOf(host).acquire(signal, timeoutMs);
    if (slot === 'too many') {
      queue.reject();
      throw new Error(`Too many requests to ${host}. Try again in a moment.`);
    }
    if (slot === 'now') return await fetch(url, options);
    await slot;
    const left = Math.ceil(timeoutMs - (elapsed() - from));
    return await fetch(url, { ...options, timeoutMs: Math.max(1, left) });
  };
}

interface TokenBucket {
  /** A promise if the caller must wait. It rejects on abort and after the timeout. */
  readonly acquire: (signal: AbortSignal, timeoutMs: number) => 'now' | 'too many' | Promise<void>;
  readonly isFull: () => boolean;
}

function createTokenBucket(rate: HostRate, elapsed: Clock): TokenBucket {
  const allowance = createAllowance(rate, elapsed);
  /** Waiting requests in order of arrival. */
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function serve(): void {
    timer = undefined;
    for (const go of waiting) {
      if (!allowance.tryConsume()) break;
      waiting.delete(go);
      go();
    }
    if (waiting.size > 0) timer = setTimeout(serve, allowance.msUntilNext());
  }

  async function wait(signal: AbortSignal): Promise<void> {
    const slot = Promise.withResolvers<void>();
    const cancel = (): void => slot.reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    waiting.add(slot.resolve);
    const endWait = queue.wait();
    timer ??= setTimeout(serve, allowance.msUntilNext());
    try {
      await slot.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
      waiting.delete(slot.resolve);
      endWait();
      if (waiting.size === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
    }
  }

  return {
    acquire: (signal, timeoutMs) => {
      signal.throwIfAborted();
      if (waiting.size === 0 && allowance.tryConsume()) return 'now';
      if (waiting.size >= rate.maxWaiting) return 'too many';
      return wait(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    },
    isFull: () => waiting.size === 0 && allowance.isFull(),
  };
}

function createAllowance({ burst, perSecond }: HostRate, elapsed: Clock) {
  let left = burst;
  let countedAt = elapsed();

  function count(): number {
    const at = elapsed();
    left = Math.min(burst, left + ((at - countedAt) / 1_000) * perSecond);
    countedAt = at;
    return left;
  }

  return {
    tryConsume(): boolean {
      if (count() < 1) return false;
      left -= 1;
      return true;
    },
    msUntilNext: () => Math.max(1, Math.ceil(((1 - count()) / perSecond) * 1_000)),
    isFull: () => count() >= burst,
  };
}
