// The scraper as many viewers share it: the same question is not asked twice within minutes.
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Scraper, Wishes } from '@matinee/sources/run';
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

export interface SharedScraper extends Scraper {
  /** Whether such a run would be answered by another one, so that no other server is asked anything. */
  readonly isShared: {
    readonly run: (media: ScrapeMedia, wishes: Wishes) => boolean;
    readonly source: (id: string, media: ScrapeMedia) => boolean;
    readonly embed: (id: string, url: string) => boolean;
  };
}

export function shareRuns({ scraper, isKept = true, now }: SharedScraperOptions): SharedScraper {
  const memory = { keptMs: isKept ? keptMs : () => 0, now };
  const runs = createSharedRuns<ScrapeEvent>(memory);
  const sourceRuns = createSharedRuns<ScrapeSourceEvent>(memory);
  const embedRuns = createSharedRuns<ScrapeEmbedEvent>(memory);
  return {
    ...scraper,
    runAll: (media, { signal, order = [], without = [] }) =>
      runs.follow(
        runKey(media, { order, without }),
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
    isShared: {
      run: (media, wishes) => runs.has(runKey(media, wishes)),
      source: (id, media) => sourceRuns.has(JSON.stringify([id, media])),
      embed: (id, url) => embedRuns.has(JSON.stringify([id, url])),
    },
  };
}

/** Keys are made of everything that a source is told, so that nobody's made-up title answers for another. */
function runKey(media: ScrapeMedia, { order = [], without = [] }: Wishes): string {
  return JSON.stringify([media, order, without.toSorted()]);
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
