// Shares runs of the scraper. A caller joins an equal run, or gets its cached events for minutes after it has ended.
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { createAsyncQueue } from '@matinee/shared/lib/async-queue';
import type { Scraper, SourcePreferences } from '@matinee/sources/scraper';
import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';

const FOUND_CACHED_MS = 5 * 60_000;
/** Long enough for concurrent requests, short enough for files that were just added. */
const NOT_FOUND_CACHED_MS = 20_000;
const MAX_CACHED = 500;

export interface RunCacheOptions {
  readonly scraper: Scraper;
  /** Whether to cache a run after it has ended. Callers join a running one in any case. */
  readonly isCached?: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface CachedScraper extends Scraper {
  /** Runs all sources, without sharing or caching. */
  readonly uncached: Scraper;
  /** Starts a new run for a caller who repeats a search. Later callers share it. */
  readonly fresh: Scraper;
  /** Returns whether a cached or running run would serve the search without requests to sources. */
  readonly isShared: {
    readonly run: (media: ScrapeMedia, options: SharedOptions & SourcePreferences) => boolean;
    readonly source: (id: string, media: ScrapeMedia, options: SharedOptions) => boolean;
    readonly embed: (id: string, url: string) => boolean;
  };
}

interface SharedOptions {
  /** Different browsers may get different streams of a file. */
  readonly capabilities?: Capabilities | undefined;
}

export function cacheRuns({ scraper, isCached = true, now }: RunCacheOptions): CachedScraper {
  const runs = createRuns<ScrapeEvent>(isCached, now);
  const sourceRuns = createRuns<ScrapeSourceEvent>(isCached, now);
  const embedRuns = createRuns<ScrapeEmbedEvent>(isCached, now);
  const sharing = (isFresh: boolean): Scraper => ({
    ...scraper,
    runAll: (media, { signal, ...options }) => {
      const start = (runSignal: AbortSignal) =>
        scraper.runAll(media, { ...options, signal: runSignal });
      return runs.follow({ key: runKey(media, options), isFresh }, start, signal);
    },
    runSource: (id, media, { signal, capabilities }) => {
      const start = (runSignal: AbortSignal) =>
        scraper.runSource(id, media, { signal: runSignal, capabilities });
      const key = JSON.stringify([id, media, capabilities]);
      return sourceRuns.follow({ key, isFresh }, start, signal);
    },
    runEmbed: (id, url, { signal }) => {
      const start = (runSignal: AbortSignal) => scraper.runEmbed(id, url, { signal: runSignal });
      return embedRuns.follow({ key: JSON.stringify([id, url]), isFresh }, start, signal);
    },
  });
  return {
    ...sharing(false),
    fresh: sharing(true),
    uncached: scraper,
    isShared: {
      run: (media, options) => runs.has(runKey(media, options)),
      source: (id, media, { capabilities }) =>
        sourceRuns.has(JSON.stringify([id, media, capabilities])),
      embed: (id, url) => embedRuns.has(JSON.stringify([id, url])),
    },
  };
}

/** Contains everything that a source receives, to keep a forged title from serving another one. */
function runKey(
  media: ScrapeMedia,
  { order = [], without = [], capabilities }: SharedOptions & SourcePreferences,
): string {
  return JSON.stringify([media, order, without.toSorted(), capabilities]);
}

type Event = ScrapeEvent | ScrapeSourceEvent | ScrapeEmbedEvent;

/** Caches "not found" only if every source responded, because a failed source may work the next time. */
function ttlMs(events: readonly Event[]): number {
  const last = events.at(-1);
  if (last?.type === 'completed') return FOUND_CACHED_MS;
  const isAbsent =
    last?.type === 'noOutput' || (last?.type === 'error' && last.name === 'NotFoundError');
  const hasFailed = events.some((event) => event.type === 'update' && event.status === 'failure');
  return isAbsent && !hasFailed ? NOT_FOUND_CACHED_MS : 0;
}

interface Run<E> {
  readonly events: E[];
  /** Callbacks of callers that wait for further events. */
  readonly followers: Set<() => void>;
  readonly stopping: AbortController;
  end: { readonly error?: unknown } | undefined;
}

interface Runs<E> {
  readonly has: (key: string) => boolean;
  /** Yields all events of the run. The last follower to leave stops it. `isFresh`: ignores a run that has ended. */
  readonly follow: (
    search: { readonly key: string; readonly isFresh: boolean },
    start: (signal: AbortSignal) => AsyncIterable<E>,
    signal: AbortSignal,
  ) => AsyncGenerator<E, void, undefined>;
}

function createRuns<E extends Event>(isCached: boolean, now: () => number): Runs<E> {
  const running = new Map<string, Run<E>>();
  const ended = new LRUCache<string, Run<E>>({
    max: MAX_CACHED,
    ttlResolution: 0,
    perf: { now },
  });

  function remove(key: string, run: Run<E>): void {
    if (running.get(key) === run) running.delete(key);
  }

  function begin(key: string, start: (signal: AbortSignal) => AsyncIterable<E>): Run<E> {
    const stopping = new AbortController();
    const run: Run<E> = { events: [], followers: new Set(), stopping, end: undefined };
    running.set(key, run);
    void record(run, start(stopping.signal)).then(() => {
      remove(key, run);
      const ttl = isCached && run.end && !('error' in run.end) ? ttlMs(run.events) : 0;
      if (ttl > 0) ended.set(key, run, { ttl });
    });
    return run;
  }

  return {
    has: (key) => ended.has(key) || running.has(key),
    async *follow({ key, isFresh }, start, signal) {
      signal.throwIfAborted();
      if (isFresh) ended.delete(key);
      const [cached, current] = [ended.get(key), running.get(key)];
      countLookup('searches', cached ? 'hit' : current ? 'shared' : 'miss');
      const run = cached ?? current ?? begin(key, start);
      const wakeUps = createAsyncQueue<'news'>();
      const wake = () => wakeUps.push('news');
      const leave = () => {
        wake();
        run.followers.delete(wake);
        if (run.followers.size > 0 || run.end) return;
        remove(key, run);
        run.stopping.abort();
      };
      run.followers.add(wake);
      signal.addEventListener('abort', leave, { once: true });
      try {
        for (let sent = 0; ;) {
          signal.throwIfAborted();
          const event = run.events[sent];
          if (event !== undefined) {
            sent += 1;
            yield event;
          } else if (!run.end) await wakeUps.next();
          else if ('error' in run.end) throw run.end.error;
          else return;
        }
      } finally {
        signal.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}

async function record<E>(run: Run<E>, events: AsyncIterable<E>): Promise<void> {
  const wakeAll = () => {
    for (const wake of run.followers) wake();
  };
  try {
    for await (const event of events) {
      run.events.push(event);
      wakeAll();
    }
    run.end = {};
  } catch (error) {
    run.end = { error };
  }
  wakeAll();
}
