import type { EmbedMeta, SourceMeta } from '@matinee/shared/contract/metadata';
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { describeError } from './errors.ts';
import type { GetMetadata } from './title-metadata.ts';
import { createLatencyTracker } from './latency.ts';
import { createAsyncQueue } from './async-queue.ts';
import { type RaceOptions, type SourceTimeouts, runRace } from './race.ts';
import { mediaTypesOf, type Registry } from './registry.ts';
import { BALANCED, RANK_FIRST } from './schedule.ts';
import { runSingleEmbed, runSingleSource } from './run-single.ts';
import type { Fetcher, Source } from './source.ts';

interface RunOptions {
  readonly signal: AbortSignal;
}

/** What a viewer thinks of the sources. Ids that nobody has do no harm. */
export interface SourcePreferences {
  /** These first; the others follow by rank. */
  readonly order?: readonly string[];
  /** These not at all. */
  readonly without?: readonly string[];
}

export interface Scraper {
  /** All sources, until the best stream that arrives in time; ends with `completed`, `noOutput` or `error`. */
  readonly runAll: (
    media: ScrapeMedia,
    options: RunOptions & SourcePreferences,
  ) => AsyncGenerator<ScrapeEvent, void, undefined>;
  readonly runSource: (
    id: string,
    media: ScrapeMedia,
    options: RunOptions,
  ) => AsyncGenerator<ScrapeSourceEvent, void, undefined>;
  readonly runEmbed: (
    id: string,
    url: string,
    options: RunOptions,
  ) => AsyncGenerator<ScrapeEmbedEvent, void, undefined>;
  readonly metadata: () => [EmbedMeta[], SourceMeta[]];
}

export function createScraper(options: {
  readonly registry: Registry;
  readonly fetch: Fetcher;
  /** For the operator's own sources, where it reaches further. */
  readonly fetchOwn?: Fetcher;
  /** What the catalogue says; without it no film is old enough to be shown. */
  readonly factsOf?: GetMetadata;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that never jumps: a race that is timed by the hour of day could last for one. */
  readonly elapsed?: () => number;
  /** Milliseconds that single sources and their embeds may take, by the sources' ids. */
  readonly limits?: SourceTimeouts;
  readonly log?: (message: string) => void;
}): Scraper {
  const { registry, fetch, fetchOwn, factsOf, now, log = () => undefined } = options;
  const { elapsed = () => performance.now(), limits = {} } = options;
  const surroundings = { fetch, fetchOwn, getMetadata: factsOf, now, elapsed, log };
  const latency = createLatencyTracker();

  const inRunOrder = (
    media: ScrapeMedia,
    { order, without = [] }: SourcePreferences,
  ): readonly Source[] => {
    const ranked = registry.sourcesFor(media.type, order).filter(({ id }) => !without.includes(id));
    const isBroken = ({ id }: Source) => latency.isBroken(id, elapsed());
    // A source that has stopped answering is asked last: it may have recovered.
    return [...ranked.filter((source) => !isBroken(source)), ...ranked.filter(isBroken)];
  };

  return {
    runAll: (media, { signal, ...wishes }) =>
      broadcast({
        media,
        contestants: inRunOrder(media, wishes),
        registry,
        policy: wishes.order?.some((id) => registry.source(id)) ? RANK_FIRST : BALANCED,
        latency,
        limits,
        surroundings,
        signal,
      }),
    runSource: (id, media, { signal }) =>
      runSingleSource({ id, limits, registry, surroundings, signal }, media),
    runEmbed: (id, url, { signal }) => runSingleEmbed({ id, registry, surroundings, signal }, url),
    metadata: () => metadataOf(registry),
  };
}

/** The race runs on its own pace, however slowly its events are read. Leaving early stops it. */
async function* broadcast(
  options: Omit<RaceOptions, 'emit'>,
): AsyncGenerator<ScrapeEvent, void, undefined> {
  options.signal.throwIfAborted();
  yield { type: 'init', sourceIds: options.contestants.map(({ id }) => id) };
  const left = new AbortController();
  const events = createAsyncQueue<ScrapeEvent>();
  const signal = AbortSignal.any([options.signal, left.signal]);
  runRace({ ...options, signal, emit: events.push }).then(
    (winner) => events.push(winner ? { type: 'completed', ...winner } : { type: 'noOutput' }),
    (error: unknown) => events.push({ type: 'error', ...describeError(error) }),
  );
  try {
    for (;;) {
      const event = await events.next();
      options.signal.throwIfAborted();
      if (!event) continue;
      yield event;
      if (isLast(event)) return;
    }
  } finally {
    left.abort();
  }
}

function isLast({ type }: ScrapeEvent): boolean {
  return type === 'completed' || type === 'noOutput' || type === 'error';
}

function metadataOf(registry: Registry): [EmbedMeta[], SourceMeta[]] {
  return [
    registry.embeds.map(({ id, rank, name }) => ({ type: 'embed', id, rank, name })),
    registry.sources.map((source) => ({
      type: 'source',
      id: source.id,
      rank: source.rank,
      name: source.name,
      mediaTypes: mediaTypesOf(source),
    })),
  ];
}
