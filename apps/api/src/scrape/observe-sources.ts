import {
  SKIPPED_FOR_SPEED,
  type ScrapeEvent,
  type ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { Scraper } from '@matinee/sources/scraper';
import type { StatsResult, SourceStats } from '#metrics/source-stats.ts';

export interface ObserveSourcesOptions {
  readonly record: SourceStats['record'];
  /** Returns false for an embed. Events of a race name embeds, too. */
  readonly isSource: (id: string) => boolean;
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
}

/** Records the result and duration of each source. */
export function observeSources(scraper: Scraper, options: ObserveSourcesOptions): Scraper {
  return {
    ...scraper,
    runAll: (media, run) => observeRace(scraper.runAll(media, run), options),
    runSource: (id, media, run) => observeSource(id, scraper.runSource(id, media, run), options),
  };
}

const RESULTS: Readonly<Record<string, StatsResult>> = {
  success: 'found',
  notfound: 'notFound',
  failure: 'failed',
};

interface RunningSource {
  readonly startedAt: number;
  /** The IDs of the source's embeds without a result. */
  readonly embeds: Set<string>;
}

/** A source with embeds ends when the first embed has a stream, or else with its last embed. */
async function* observeRace(
  events: AsyncIterable<ScrapeEvent>,
  { record, isSource, elapsed }: ObserveSourcesOptions,
): AsyncGenerator<ScrapeEvent, void, undefined> {
  const running = new Map<string, RunningSource>();
  const sourceOf = new Map<string, string>();

  const end = (id: string, result: StatsResult): void => {
    const source = sourceOf.get(id) ?? id;
    const run = running.get(source);
    run?.embeds.delete(id);
    if (!run || (result !== 'found' && run.embeds.size > 0)) return;
    running.delete(source);
    record(source, result, elapsed() - run.startedAt);
  };

  for await (const event of events) {
    if (event.type === 'start' && isSource(event.id))
      running.set(event.id, { startedAt: elapsed(), embeds: new Set() });
    if (event.type === 'discoverEmbeds') {
      for (const { id } of event.embeds) {
        running.get(event.sourceId)?.embeds.add(id);
        sourceOf.set(id, event.sourceId);
      }
    }
    // Ignore a skipped source. It may have the title, but was slower.
    if (event.type === 'update' && event.reason !== SKIPPED_FOR_SPEED) {
      const result = RESULTS[event.status];
      if (result) end(event.id, result);
    }
    yield event;
  }
}

async function* observeSource(
  id: string,
  events: AsyncIterable<ScrapeSourceEvent>,
  { record, isSource, elapsed }: ObserveSourcesOptions,
): AsyncGenerator<ScrapeSourceEvent, void, undefined> {
  const start = elapsed();
  for await (const event of events) {
    const isKnown = isSource(id);
    if (isKnown && event.type === 'completed') record(id, 'found', elapsed() - start);
    if (isKnown && event.type === 'error')
      record(id, event.name === 'NotFoundError' ? 'notFound' : 'failed', elapsed() - start);
    yield event;
  }
}
