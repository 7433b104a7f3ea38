// Merges two scrapes into one, for example those of the user's add-ons and of a relay. Events of the second wait until
// the first has finished.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { createAsyncQueue } from '@matinee/shared/lib/async-queue';

export type Search = (signal: AbortSignal) => AsyncIterable<ScrapeEvent>;

interface FirstScrape {
  /** Ids of its sources; undefined if only its `init` event names them. */
  readonly ids?: readonly string[] | undefined;
  readonly search: Search;
}

type Message =
  | { readonly isFirst: boolean; readonly event: ScrapeEvent }
  | { readonly isFirst: boolean; readonly error: unknown };

/** The first scrape gets this much more time after the second one has found a stream. */
const GRACE_MS = 1_500;

export async function* mergeScrapes(
  { ids, search }: FirstScrape,
  second: Search,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  const stopped = new AbortController();
  const within = AbortSignal.any([signal, stopped.signal]);
  const queue = createAsyncQueue<Message>();
  void pump(search(within), true, queue.push);
  void pump(second(within), false, queue.push);
  const waiting: Message[] = [];
  let firstIds = ids;
  let secondIds: readonly string[] | undefined;
  let hasStarted = false;
  let isFirstOver = false;

  function init(): ScrapeEvent {
    hasStarted = true;
    return {
      type: 'init',
      sourceIds: [...new Set([...(firstIds ?? []), ...(secondIds ?? [])])],
    };
  }

  function* accept(message: Message): Generator<ScrapeEvent> {
    if (message.isFirst && isLast(message) && !isHit(message)) isFirstOver = true;
    else if ('event' in message && message.event.type === 'init')
      yield* acceptInit(message.isFirst, message.event.sourceIds);
    else waiting.push(message);
  }

  function* acceptInit(isFirst: boolean, sourceIds: readonly string[]): Generator<ScrapeEvent> {
    if (isFirst && ids) return;
    if (isFirst) firstIds = sourceIds;
    else secondIds = sourceIds;
    // With known ids, `init` waits for the second list and names all sources at once.
    if (ids ? secondIds : firstIds) yield init();
  }

  /** Waiting events that may be passed on now. */
  function* ready(): Generator<Message> {
    for (const isFirst of [true, false]) {
      if (!hasStarted || (!isFirst && !isFirstOver)) continue;
      const passed = waiting.filter((message) => message.isFirst === isFirst);
      waiting.splice(0, waiting.length, ...waiting.filter((message) => !passed.includes(message)));
      yield* passed;
    }
  }

  try {
    for (;;) {
      const isGracePeriod: boolean =
        !isFirstOver && waiting.some((one) => !one.isFirst && isHit(one));
      const message = await queue.next(isGracePeriod ? GRACE_MS : undefined);
      signal.throwIfAborted();
      if (message) yield* accept(message);
      else isFirstOver ||= isGracePeriod;
      if (!hasStarted && waiting.some((one) => (one.isFirst ? isHit(one) : isFirstOver))) {
        yield init();
      }
      for (const one of ready()) {
        if ('error' in one) throw one.error;
        yield one.event;
        if (isLast(one)) return;
      }
    }
  } finally {
    stopped.abort();
  }
}

async function pump(
  events: AsyncIterable<ScrapeEvent>,
  isFirst: boolean,
  push: (message: Message) => void,
): Promise<void> {
  try {
    for await (const event of events) push({ isFirst, event });
  } catch (error) {
    push({ isFirst, error });
  }
}

const isHit = (message: Message): boolean =>
  'event' in message && message.event.type === 'completed';

function isLast(message: Message): boolean {
  if ('error' in message) return true;
  const { type } = message.event;
  return type === 'completed' || type === 'noOutput' || type === 'error';
}
