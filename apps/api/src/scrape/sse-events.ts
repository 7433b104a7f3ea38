// Events in the format of movie-web clients. The order of keys matters.
import type {
  ScrapeEmbedEvent,
  ScrapeError,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import { inLegacyOrder } from '@matinee/sources/legacy-event-order';
import type { ServerSentEvent } from '#http/sse.ts';

type RelayEvent = ScrapeEvent | ScrapeSourceEvent | ScrapeEmbedEvent;

export function relayRun(events: AsyncIterable<ScrapeEvent>): AsyncIterable<ServerSentEvent> {
  return relayEvents(inLegacyOrder(events));
}

/** Sends a new token first; the client stores it for later requests. */
export async function* withToken(
  fresh: string | undefined,
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  if (fresh !== undefined) yield { event: 'token', data: JSON.stringify(fresh) };
  yield* events;
}

export async function* relayEvents(
  events: AsyncIterable<RelayEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const event of events) {
    const data = dataOf(event);
    // "Nothing found" has an empty data line: without one a browser would not dispatch the event.
    yield { event: event.type, data: data === undefined ? '' : JSON.stringify(data) };
  }
}

function dataOf(event: RelayEvent): unknown {
  switch (event.type) {
    case 'init':
      return { sourceIds: event.sourceIds };
    case 'start':
      return event.id;
    case 'update': {
      const { id, percentage, status, reason, error, cause } = event;
      return { id, percentage, status, reason, error: error && pick(error), cause };
    }
    case 'discoverEmbeds':
      return { embeds: event.embeds, sourceId: event.sourceId };
    case 'race':
      return { running: event.running };
    case 'completed':
      return resultOf(event);
    case 'error':
      return { ...pick(event), cause: event.cause };
    case 'noOutput':
      return undefined;
  }
}

function resultOf(event: Extract<RelayEvent, { type: 'completed' }>): unknown {
  if ('sourceId' in event) {
    return { sourceId: event.sourceId, embedId: event.embedId, stream: event.stream };
  }
  if ('embeds' in event) return { embeds: event.embeds, stream: event.stream };
  return { stream: event.stream };
}

/** Nothing but these two may leave the server. */
function pick({ name, message }: { readonly name: string; readonly message: string }): ScrapeError {
  return { name, message };
}
