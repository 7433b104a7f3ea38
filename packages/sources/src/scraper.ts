// Runs the registry's sources: all as a race, or a single source or embed.
import type {
  EmbedMeta,
  MissCause,
  ScrapeEmbedEvent,
  ScrapeError,
  ScrapeEvent,
  ScrapeSourceEvent,
  SourceMeta,
  UpdateEvent,
} from '@matinee/shared/contract/scrape';
import { createAsyncQueue } from '@matinee/shared/lib/async-queue';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { describeError } from './errors.ts';
import { createLatencyTracker, BALANCED, RANK_FIRST } from './schedule.ts';
import { runRace, type RaceOptions, type SourceTimeouts } from './race.ts';
import { mediaTypesOf, type Registry } from './registry.ts';
import {
  executeEmbed,
  executeSource,
  type RunFailure,
  type RunnerContext,
  type RunRequest,
  type RunResult,
} from './run-source.ts';
import type { Fetcher, Source } from './source.ts';
import type { GetMetadata } from './match.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** The capabilities of the viewer's browser. Undefined if the client didn't send them. */
  readonly capabilities?: Capabilities | undefined;
}

/** The user's preferences. Unknown ids are ignored. */
export interface SourcePreferences {
  /** Preferred sources, in order. The others follow by rank. */
  readonly order?: readonly string[];
  /** Disabled sources. */
  readonly without?: readonly string[];
}

export interface Scraper {
  /** Races all sources. The last event is `completed`, `noOutput` or `error`. */
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
    options: Pick<RunOptions, 'signal'>,
  ) => AsyncGenerator<ScrapeEmbedEvent, void, undefined>;
  readonly metadata: () => [EmbedMeta[], SourceMeta[]];
}

export function createScraper(options: {
  readonly registry: Registry;
  readonly fetch: Fetcher;
  /** Fetches for the operator's own sources. Reaches private hosts. */
  readonly fetchOwn?: Fetcher;
  /** Reads remote files that the server can convert. */
  readonly inspectFile?: RunnerContext['inspectFile'];
  /** Unset: no movie counts as out of copyright by age. */
  readonly getMetadata?: GetMetadata;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock, because a jump of the wall clock must not prolong a race. */
  readonly elapsed?: () => number;
  readonly timeouts?: SourceTimeouts;
  readonly log?: (message: string) => void;
}): Scraper {
  const { registry, fetch, fetchOwn, inspectFile, getMetadata } = options;
  const { now, log = () => undefined, elapsed = () => performance.now(), timeouts = {} } = options;
  const clocks = { now, elapsed };
  const runner: RunnerContext = { fetch, fetchOwn, inspectFile, getMetadata, log, ...clocks };
  const latency = createLatencyTracker();

  const inRunOrder = (
    media: ScrapeMedia,
    { order, without = [] }: SourcePreferences,
  ): readonly Source[] => {
    const ranked = registry.sourcesFor(media.type, order).filter(({ id }) => !without.includes(id));
    const isBroken = ({ id }: Source) => latency.isBroken(id, elapsed());
    // Run broken sources last, because they may have recovered.
    return [...ranked.filter((source) => !isBroken(source)), ...ranked.filter(isBroken)];
  };

  return {
    runAll: (media, { signal, capabilities, ...preferences }) =>
      streamRace({
        media,
        sources: inRunOrder(media, preferences),
        registry,
        policy: preferences.order?.some((id) => registry.source(id)) ? RANK_FIRST : BALANCED,
        latency,
        timeouts,
        runner: { ...runner, capabilities },
        signal,
      }),
    runSource: (id, media, { signal, capabilities }) =>
      runSingleSource(
        { id, timeouts, registry, runner: { ...runner, capabilities }, signal },
        media,
      ),
    runEmbed: (id, url, { signal }) => runSingleEmbed({ id, registry, runner, signal }, url),
    metadata: () => metadataOf(registry),
  };
}

/** Yields the events of a race. Slow readers don't slow it down. Returning early aborts it. */
async function* streamRace(
  options: Omit<RaceOptions, 'emit'>,
): AsyncGenerator<ScrapeEvent, void, undefined> {
  options.signal.throwIfAborted();
  yield { type: 'init', sourceIds: options.sources.map(({ id }) => id) };
  const returned = new AbortController();
  const events = createAsyncQueue<ScrapeEvent>();
  const signal = AbortSignal.any([options.signal, returned.signal]);
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
    returned.abort();
  }
}

function isLast({ type }: ScrapeEvent): boolean {
  return type === 'completed' || type === 'noOutput' || type === 'error';
}

const SINGLE_RUN_TIMEOUT_MS = 30_000;

interface SingleRun {
  readonly id: string;
  readonly timeouts?: SourceTimeouts;
  readonly registry: Registry;
  readonly runner: RunnerContext;
  readonly signal: AbortSignal;
}

async function* runSingleSource(
  single: SingleRun,
  media: ScrapeMedia,
): AsyncGenerator<ScrapeSourceEvent, void, undefined> {
  const { registry, runner } = single;
  const source = registry.source(single.id);
  if (!source) return yield unknownId('Source');
  const result = yield* withProgress(single, (request) =>
    executeSource(source, media, request, runner),
  );
  if (result.status !== 'success') return yield errorEvent(result);
  const embeds = result.embeds.filter(({ embedId }) => registry.embed(embedId));
  const stream = [...result.streams];
  if (stream.length > 0) yield { type: 'completed', embeds, stream };
  else if (embeds.length > 0) yield { type: 'completed', embeds };
  else yield errorEvent({ status: 'notfound', reason: 'No embeds found' });
}

async function* runSingleEmbed(
  single: SingleRun,
  url: string,
): AsyncGenerator<ScrapeEmbedEvent, void, undefined> {
  const embed = single.registry.embed(single.id);
  if (!embed) return yield unknownId('Embed');
  const result = yield* withProgress(single, (request) =>
    executeEmbed(embed, url, request, single.runner),
  );
  if (result.status !== 'success') return yield errorEvent(result);
  yield { type: 'completed', stream: [...result.streams] };
}

/** Yields the run's progress and returns its result. Returning early aborts the run. */
async function* withProgress(
  { id, signal, timeouts = {} }: SingleRun,
  start: (request: RunRequest) => Promise<RunResult>,
): AsyncGenerator<UpdateEvent, RunResult, undefined> {
  const returned = new AbortController();
  const events = createAsyncQueue<UpdateEvent | 'ended'>();
  const result = start({
    id,
    timeoutMs: SINGLE_RUN_TIMEOUT_MS,
    requestTimeoutMs: timeouts[id],
    signal: AbortSignal.any([signal, returned.signal]),
    onProgress: (percentage) => events.push({ type: 'update', id, percentage, status: 'pending' }),
  });
  const end = () => events.push('ended');
  result.then(end, end);
  try {
    for (let event = await events.next(); event !== 'ended'; event = await events.next()) {
      if (event) yield event;
    }
    return await result;
  } finally {
    returned.abort();
  }
}

type ErrorEvent = ScrapeError & { type: 'error'; cause?: MissCause | undefined };

function errorEvent(failure: RunFailure): ErrorEvent {
  if (failure.status === 'failure') return { type: 'error', ...failure.error };
  const { reason, cause } = failure;
  return { type: 'error', name: 'NotFoundError', message: reason, cause };
}

function unknownId(kind: 'Source' | 'Embed'): ErrorEvent {
  return { type: 'error', name: 'Error', message: `${kind} with ID not found` };
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
