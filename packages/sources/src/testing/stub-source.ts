// Sources and a network with configurable delays and results, for tests and benchmarks.
import type { EmbedRef } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import {
  NotFoundError,
  type Embed,
  type FetchResponse,
  type Fetcher,
  type Source,
} from '../source.ts';

export interface StubNetwork {
  readonly fetch: Fetcher;
  /** The URLs of pending requests. */
  readonly running: () => readonly string[];
  readonly requests: readonly string[];
  /** The timeout of each request. */
  readonly patience: readonly (number | undefined)[];
  /** Returns the number of signals that haven't been garbage-collected. */
  readonly remembered: () => number;
}

type Wait = number | 'forever';

export interface StubPlan {
  readonly id: string;
  readonly rank: number;
  /** A function, which is called for each run, or a value. */
  readonly after: Wait | (() => Wait);
  readonly finds: 'stream' | 'nothing' | 'an error' | 'a dead link' | readonly EmbedRef[];
}

/** `/wait/{ms}` responds after a delay, `/media/…` with media immediately, and everything else with 404. */
export function createStubNetwork(): StubNetwork {
  const running: string[] = [];
  const requests: string[] = [];
  const signals: WeakRef<AbortSignal>[] = [];
  const patience: (number | undefined)[] = [];
  const fetch: Fetcher = async (url, { signal, timeoutMs }) => {
    requests.push(url);
    patience.push(timeoutMs);
    signals.push(new WeakRef(signal));
    running.push(url);
    try {
      await pause(waitOf(url), signal);
      return responseTo(url);
    } finally {
      running.splice(running.indexOf(url), 1);
    }
  };
  const remembered = () => signals.filter((signal) => signal.deref() !== undefined).length;
  return { fetch, running: () => [...running], requests, patience, remembered };
}

export function stubSource({ id, rank, after, finds }: StubPlan): Source {
  const run: NonNullable<Source['movie']> = async ({ fetch, progress }) => {
    progress(30);
    await fetch(`http://stub.test/wait/${typeof after === 'function' ? after() : after}`);
    if (finds === 'stream') return { embeds: [], streams: [stubStream(id)] };
    if (finds === 'a dead link') return { embeds: [], streams: [stubStream(id, 'dead')] };
    return { embeds: embedsOf(id, finds), streams: [] };
  };
  return { id, name: `Stub ${id}`, rank, runsIn: 'anywhere', movie: run };
}

/** Reads delay and result from the embed's URL: `{ms}/stream` or `{ms}/nothing`. */
export function stubEmbed(id: string, rank: number): Embed {
  return {
    id,
    name: `Stub ${id}`,
    rank,
    run: async ({ url, fetch }) => {
      const [after, finds] = url.split('/');
      await fetch(`http://stub.test/wait/${after}`);
      if (finds !== 'stream') throw new NotFoundError(`${id} has not got it`);
      return [stubStream(id)];
    },
  };
}

export function stubStream(id: string, folder = 'media'): FileStream {
  const url = `http://stub.test/${folder}/${id}.mp4`;
  return { id, type: 'file', flags: [], captions: [], qualities: { '720': { type: 'mp4', url } } };
}

function embedsOf(
  id: string,
  finds: 'nothing' | 'an error' | readonly EmbedRef[],
): readonly EmbedRef[] {
  if (finds === 'nothing') throw new NotFoundError(`${id} has not got it`);
  if (finds === 'an error') throw new TypeError(`${id} is broken`);
  return finds;
}

function waitOf(url: string): Wait {
  const requests = url.match(/^http:\/\/stub\.test\/wait\/(\d+|forever)$/)?.[1] ?? '0';
  return requests === 'forever' ? 'forever' : Number(requests);
}

function responseTo(finalUrl: string): FetchResponse {
  const response = { finalUrl, headers: {}, body: '' };
  if (finalUrl.includes('/media/')) {
    return { ...response, status: 206, headers: { 'content-type': 'video/mp4' } };
  }
  return { ...response, status: finalUrl.includes('/wait/') ? 200 : 404 };
}

async function pause(wait: Wait, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (wait === 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = wait === 'forever' ? undefined : setTimeout(resolve, wait);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
