// Reorders the events of a race for movie-web clients. They show one item at a time, and treat the next item's start as
// the previous one's end. Events of the best unfinished item pass, and events of the others wait.
import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';

interface Item {
  readonly id: string;
  /** Events that haven't been emitted yet. */
  held: ScrapeEvent[];
  hasEnded: boolean;
}

export async function* inLegacyOrder(
  events: AsyncIterable<ScrapeEvent>,
): AsyncGenerator<ScrapeEvent, void, undefined> {
  const items: Item[] = [];
  let head = 0;
  for await (const event of events) {
    if (event.type === 'init') items.push(...event.sourceIds.map(newItem));
    const item = items.find(({ id }) => id === subjectOf(event));
    if (item) hold(item, event);
    if (event.type === 'discoverEmbeds') {
      const after = items.findIndex(({ id }) => id === event.sourceId) + 1;
      items.splice(after, 0, ...event.embeds.map(({ id }) => newItem(id)));
    }
    // Skips come just before the end of the run. Emit none until all are known.
    if (isSkip(event)) continue;
    for (let next = items[head]; next; next = items[head]) {
      yield* next.held;
      next.held = [];
      if (!next.hasEnded) break;
      head += 1;
    }
    if (!item) yield event;
  }
}

function newItem(id: string): Item {
  return { id, held: [], hasEnded: false };
}

/** Returns the ID of the event's item. Undefined if the event is about the run. */
function subjectOf(event: ScrapeEvent): string | undefined {
  if (event.type === 'start' || event.type === 'update') return event.id;
  return event.type === 'discoverEmbeds' ? event.sourceId : undefined;
}

function hold(item: Item, event: ScrapeEvent): void {
  // Sequential runs have no success event, because the next event implies it.
  if (event.type === 'update' && event.status === 'success') return;
  // A skip replaces all other events of its item.
  if (isSkip(event)) item.held = [event];
  else item.held.push(event);
  item.hasEnded =
    event.type === 'discoverEmbeds' || (event.type === 'update' && event.status !== 'pending');
}

function isSkip(event: ScrapeEvent): boolean {
  return event.type === 'update' && event.reason === SKIPPED_FOR_SPEED;
}
