// Two searches told as one, such as that of the viewer's own add-ons and that of a relay, whose story waits its turn.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { createAsyncQueue } from '@matinee/shared/lib/async-queue';

export type Search = (signal: AbortSignal) => AsyncIterable<ScrapeEvent>;

interface Front {
  /** Ids of the sources that it will ask; undefined where only its search can tell. */
  readonly ids?: readonly string[] | undefined;
  readonly search: Search;
}

type Message =
  | { readonly isFront: boolean; readonly event: ScrapeEvent }
  | { readonly isFront: boolean; readonly error: unknown };

/** So long the front is waited for after the other search has found something. */
const GRACE_MS = 1_500;

export async function* inFront(
  { ids, search }: Front,
  behind: Search,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  const left = new AbortController();
  const within = AbortSignal.any([signal, left.signal]);
  const mail = createAsyncQueue<Message>();
  void pump(search(within), true, mail.push);
  void pump(behind(within), false, mail.push);
  const waiting: Message[] = [];
  let frontIds = ids;
  let behindIds: readonly string[] | undefined;
  let hasBegun = false;
  let isFrontOver = false;

  function begin(): ScrapeEvent {
    hasBegun = true;
    return {
      type: 'init',
      sourceIds: [...new Set([...(frontIds ?? []), ...(behindIds ?? [])])],
    };
  }

  /** What may be told now of what has come. */
  function* ready(): Generator<Message> {
    for (const isFront of [true, false]) {
      if (!hasBegun || (!isFront && !isFrontOver)) continue;
      const told = waiting.filter((message) => message.isFront === isFront);
      waiting.splice(0, waiting.length, ...waiting.filter((message) => !told.includes(message)));
      yield* told;
    }
  }

  try {
    for (;;) {
      const hasRival: boolean = !isFrontOver && waiting.some((one) => !one.isFront && isLast(one));
      const message = await mail.next(hasRival ? GRACE_MS : undefined);
      signal.throwIfAborted();
      if (!message) isFrontOver ||= hasRival;
      else if (message.isFront && isLast(message) && !isHit(message)) isFrontOver = true;
      else if ('event' in message && message.event.type === 'init') {
        if (message.isFront && ids) continue;
        if (message.isFront) frontIds = message.event.sourceIds;
        else behindIds = message.event.sourceIds;
        // Sources that are known from the start wait, so that the list is whole at once.
        if (ids ? behindIds : frontIds) yield begin();
      } else waiting.push(message);
      if (!hasBegun && waiting.some((one) => (one.isFront ? isHit(one) : isFrontOver))) {
        yield begin();
      }
      for (const one of ready()) {
        if ('error' in one) throw one.error;
        yield one.event;
        if (isLast(one)) return;
      }
    }
  } finally {
    left.abort();
  }
}

async function pump(
  events: AsyncIterable<ScrapeEvent>,
  isFront: boolean,
  push: (message: Message) => void,
): Promise<void> {
  try {
    for await (const event of events) push({ isFront, event });
  } catch (error) {
    push({ isFront, error });
  }
}

const isHit = (message: Message): boolean =>
  'event' in message && message.event.type === 'completed';

function isLast(message: Message): boolean {
  if ('error' in message) return true;
  const { type } = message.event;
  return type === 'completed' || type === 'noOutput' || type === 'error';
}
