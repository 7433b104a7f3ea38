// The scraper as many viewers share it: the same question is not asked twice within minutes.
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { Scraper } from '@matinee/sources/run';
import { createSharedRuns } from './shared-runs.ts';

const FOUND_KEPT_MS = 5 * 60_000;
/** Long enough for those who ask together, short enough for what has just been put on a disk. */
const NOT_FOUND_KEPT_MS = 20_000;

export interface SharedScraperOptions {
  readonly scraper: Scraper;
  /** Whether a run answers others after it has ended; while it goes on it does in any case. */
  readonly isKept?: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Keys are made of everything that a source is told, so that nobody's made-up title answers for another. */
export function shareRuns({ scraper, isKept = true, now }: SharedScraperOptions): Scraper {
  const memory = { keptMs: isKept ? keptMs : () => 0, now };
  const runs = createSharedRuns<ScrapeEvent>(memory);
  const sourceRuns = createSharedRuns<ScrapeSourceEvent>(memory);
  const embedRuns = createSharedRuns<ScrapeEmbedEvent>(memory);
  return {
    ...scraper,
    runAll: (media, { signal, order = [], without = [] }) =>
      runs.follow(
        JSON.stringify([media, order, without.toSorted()]),
        (own) => scraper.runAll(media, { signal: own, order, without }),
        signal,
      ),
    runSource: (id, media, { signal }) =>
      sourceRuns.follow(
        JSON.stringify([id, media]),
        (own) => scraper.runSource(id, media, { signal: own }),
        signal,
      ),
    runEmbed: (id, url, { signal }) =>
      embedRuns.follow(
        JSON.stringify([id, url]),
        (own) => scraper.runEmbed(id, url, { signal: own }),
        signal,
      ),
  };
}

type Event = ScrapeEvent | ScrapeSourceEvent | ScrapeEmbedEvent;

/** What failed may work the next time, so only what everybody had an answer to is remembered as missing. */
function keptMs(events: readonly Event[]): number {
  const last = events.at(-1);
  if (last?.type === 'completed') return FOUND_KEPT_MS;
  const isAbsent =
    last?.type === 'noOutput' || (last?.type === 'error' && last.name === 'NotFoundError');
  const hasFailed = events.some((event) => event.type === 'update' && event.status === 'failure');
  return isAbsent && !hasFailed ? NOT_FOUND_KEPT_MS : 0;
}
