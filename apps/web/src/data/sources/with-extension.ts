import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { prepareStream } from '#data/extension/prepare-stream.ts';

/** What was found may play only once the extension lets the page fetch it. */
export async function* preparedByExtension(
  events: AsyncIterable<ScrapeEvent>,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  for await (const event of events) {
    if (event.type === 'completed') await prepareStream(event.stream, signal);
    yield event;
  }
}
