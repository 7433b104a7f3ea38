// Old clients show one item at a time and take the next item's start for the last one's success. So a race is
// told to them as if its items had run one after another: only the best unfinished item is heard, the others' events wait.
import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';

interface Item {
  readonly id: string;
  /** Not told yet. */
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
    // All that was skipped is known before any of it is told: the run's end follows at once.
    if (isSkip(event)) continue;
    for (let told = items[head]; told; told = items[head]) {
      yield* told.held;
      told.held = [];
      if (!told.hasEnded) break;
      head += 1;
    }
    if (!item) yield event;
  }
}

function newItem(id: string): Item {
  return { id, held: [], hasEnded: false };
}

/** The item whose story the event belongs to; undefined: the event concerns the whole run. */
function subjectOf(event: ScrapeEvent): string | undefined {
  if (event.type === 'start' || event.type === 'update') return event.id;
  return event.type === 'discoverEmbeds' ? event.sourceId : undefined;
}

function hold(item: Item, event: ScrapeEvent): void {
  // In a run without a race an item's success is told by what follows it.
  if (event.type === 'update' && event.status === 'success') return;
  // Of an item that never had its turn only this is told.
  if (isSkip(event)) item.held = [event];
  else item.held.push(event);
  item.hasEnded =
    event.type === 'discoverEmbeds' || (event.type === 'update' && event.status !== 'pending');
}

function isSkip(event: ScrapeEvent): boolean {
  return event.type === 'update' && event.reason === SKIPPED_FOR_SPEED;
}
