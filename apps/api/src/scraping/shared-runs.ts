// Whoever asks what is being looked for at this moment joins that run, and for a while it answers those who come later.
import { createMailbox } from '@matinee/sources/mailbox';

export interface SharedRunsOptions<E> {
  /** For how long a finished run answers others; 0: not at all. */
  readonly keptMs: (events: readonly E[]) => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface SharedRuns<E> {
  /** Whether following this key would start nothing. */
  readonly has: (key: string) => boolean;
  /** All events of the run, also those that were told before. The last one to leave it stops it. */
  readonly follow: (
    key: string,
    start: (signal: AbortSignal) => AsyncIterable<E>,
    signal: AbortSignal,
  ) => AsyncGenerator<E, void, undefined>;
}

interface Run<E> {
  readonly events: E[];
  /** Each waits for news. */
  readonly followers: Set<() => void>;
  readonly stop: AbortController;
  end: { readonly error?: unknown } | undefined;
}

interface Finished<E> {
  readonly run: Run<E>;
  readonly until: number;
}

const MOST_KEPT = 500;

export function createSharedRuns<E>({ keptMs, now }: SharedRunsOptions<E>): SharedRuns<E> {
  const running = new Map<string, Run<E>>();
  const kept = new Map<string, Finished<E>>();

  function begin(key: string, start: (signal: AbortSignal) => AsyncIterable<E>): Run<E> {
    const stop = new AbortController();
    const run: Run<E> = { events: [], followers: new Set(), stop, end: undefined };
    running.set(key, run);
    void record(run, start(stop.signal)).then(() => {
      if (running.get(key) === run) running.delete(key);
      const ms = run.end && 'error' in run.end ? 0 : keptMs(run.events);
      if (ms > 0) keep(key, { run, until: now() + ms });
    });
    return run;
  }

  function keep(key: string, finished: Finished<E>): void {
    kept.delete(key);
    kept.set(key, finished);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  function remembered(key: string): Run<E> | undefined {
    const known = kept.get(key);
    if (!known || now() < known.until) return known?.run;
    kept.delete(key);
    return undefined;
  }

  return {
    has: (key) => remembered(key) !== undefined || running.has(key),
    async *follow(key, start, signal) {
      signal.throwIfAborted();
      const run = remembered(key) ?? running.get(key) ?? begin(key, start);
      const news = createMailbox<'news'>();
      const wake = () => news.push('news');
      const leave = () => {
        wake();
        run.followers.delete(wake);
        if (run.followers.size > 0 || run.end) return;
        if (running.get(key) === run) running.delete(key);
        run.stop.abort();
      };
      run.followers.add(wake);
      signal.addEventListener('abort', leave, { once: true });
      try {
        for (let told = 0; ;) {
          signal.throwIfAborted();
          const event = run.events[told];
          if (event !== undefined) {
            told += 1;
            yield event;
          } else if (!run.end) await news.next();
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
  const tell = () => {
    for (const wake of run.followers) wake();
  };
  try {
    for await (const event of events) {
      run.events.push(event);
      tell();
    }
    run.end = {};
  } catch (error) {
    run.end = { error };
  }
  tell();
}
