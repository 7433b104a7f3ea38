// Races sources with staggered starts. The best stream that arrives in time wins, and all other runs are aborted.
import {
  SKIPPED_FOR_SPEED,
  type EmbedRef,
  type ScrapeEvent,
} from '@matinee/shared/contract/scrape';
import { createAsyncQueue, type AsyncQueue } from '@matinee/shared/lib/async-queue';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { describeError, TimeoutError } from './errors.ts';
import {
  type LatencyTracker,
  createRunQueue,
  decisionTime,
  EMBED_LIMITS,
  isBefore,
  nextStart,
  SOURCE_LIMITS,
  sourcePosition,
  type Policy,
  type RaceCandidate,
  type RacePosition,
  type RunQueue,
} from './schedule.ts';
import { embedInstances, type EmbedInstance, type Registry } from './registry.ts';
import {
  executeEmbed,
  executeSource,
  type RunFailure,
  type RunnerContext,
  type RunResult,
} from './run-source.ts';
import type { Source } from './source.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const RACE_TIMEOUT_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Milliseconds by source ID. Overrides the default. */
export type SourceTimeouts = Readonly<Record<string, number>>;

export interface RaceOptions {
  readonly media: ScrapeMedia;
  /** Best first. */
  readonly sources: readonly Source[];
  readonly registry: Registry;
  readonly policy: Policy;
  readonly latency: LatencyTracker;
  readonly timeouts?: SourceTimeouts;
  readonly runner: RunnerContext;
  readonly signal: AbortSignal;
  readonly emit: (event: ScrapeEvent) => void;
}

interface Winner {
  readonly sourceId: string;
  readonly embedId?: string;
  readonly stream: Stream;
}

/** A started source: its own run, then its embeds, two at a time. */
interface SourceEntry {
  readonly source: Source;
  readonly rank: number;
  readonly startedAt: number;
  readonly expectedMs: number;
  /** Empty until the source has returned them. */
  embeds: RunQueue<EmbedInstance>;
  hasStream: boolean;
  /** The worst result so far. */
  health: 'responded' | 'failed' | 'timedOut';
}

/** A running call of an embed, or of the source itself if `instance` is undefined. */
interface ActiveRun {
  readonly id: string;
  readonly entry: SourceEntry;
  readonly position: RacePosition;
  readonly instance: EmbedInstance | undefined;
  readonly abort: AbortController;
}

interface RunEnded {
  readonly run: ActiveRun;
  readonly result: RunResult;
}

interface Race extends RaceOptions {
  readonly startedAt: number;
  readonly queue: RunQueue<Source>;
  readonly entries: Set<SourceEntry>;
  readonly activeRuns: Set<ActiveRun>;
  readonly messages: AsyncQueue<RunEnded | 'aborted'>;
  candidate: (RaceCandidate & { readonly winner: Winner }) | undefined;
}

/** Resolves to undefined if no source has the title. Rejects when the signal aborts. */
export async function runRace(options: RaceOptions): Promise<Winner | undefined> {
  const { signal, runner } = options;
  const race: Race = {
    ...options,
    startedAt: runner.elapsed(),
    queue: createRunQueue(options.sources, sourcePosition),
    entries: new Set(),
    activeRuns: new Set(),
    messages: createAsyncQueue(),
    candidate: undefined,
  };
  const reportRunning = createRunningReport(race);
  const abortAll = () => {
    for (const { abort } of race.activeRuns) abort.abort();
    race.messages.push('aborted');
  };
  signal.addEventListener('abort', abortAll, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const now = runner.elapsed();
      startDueRuns(race, now);
      if (now >= endTime(race)) return conclude(race);
      reportRunning();
      const message = await race.messages.next(wakeTime(race) - now);
      if (message && message !== 'aborted') handleEnded(race, message);
    }
  } finally {
    abortAll();
  }
}

function startDueRuns(race: Race, now: number): void {
  while (nextSourceStart(race) <= now) startSource(race, now);
  for (const entry of race.entries) {
    while (nextEmbedStart(race, entry) <= now) startEmbed(race, entry, now);
  }
}

function nextSourceStart({ queue, policy, candidate }: Race): number {
  return nextStart(queue.state(), { limits: SOURCE_LIMITS, policy }, candidate) ?? NEVER;
}

function nextEmbedStart({ policy, candidate }: Race, { embeds }: SourceEntry): number {
  return nextStart(embeds.state(), { limits: EMBED_LIMITS, policy }, candidate) ?? NEVER;
}

function startSource(race: Race, now: number): void {
  const source = race.queue.start(now);
  if (!source) return;
  const rank = race.sources.indexOf(source);
  const entry: SourceEntry = {
    source,
    rank,
    startedAt: now,
    expectedMs: race.latency.expectedMs(source.id, race.policy.lateQuantile),
    embeds: embedQueue(rank, []),
    hasStream: false,
    health: 'responded',
  };
  race.entries.add(entry);
  const position = sourcePosition(rank);
  startRun(race, { id: source.id, entry, position, instance: undefined });
}

function startEmbed(race: Race, entry: SourceEntry, now: number): void {
  const position = entry.embeds.state().next;
  const instance = entry.embeds.start(now);
  if (position && instance) startRun(race, { id: instance.id, entry, position, instance });
}

function startRun(race: Race, started: Omit<ActiveRun, 'abort'>): void {
  const { emit, runner, media, messages, timeouts = {} } = race;
  const { id, entry, instance } = started;
  const timeoutMs = timeouts[entry.source.id];
  const run = { ...started, abort: new AbortController() };
  race.activeRuns.add(run);
  emit({ type: 'start', id });
  const request = {
    id,
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    // Let a single request use all of a longer timeout.
    requestTimeoutMs: timeoutMs,
    signal: run.abort.signal,
    onProgress: (percentage: number) => emit({ type: 'update', id, percentage, status: 'pending' }),
  };
  const result = instance
    ? executeEmbed(instance.embed, instance.url, request, runner)
    : executeSource(entry.source, media, request, runner);
  void result.catch(crashed).then((it) => messages.push({ run, result: it }));
}

function crashed(error: unknown): RunResult {
  return { status: 'failure', error: describeError(error), timedOut: false };
}

function handleEnded(race: Race, { run, result }: RunEnded): void {
  // Ignore the results of aborted runs, which are no longer in the set.
  if (!race.activeRuns.delete(run)) return;
  const { entry, instance } = run;
  const [stream] = result.status === 'success' ? result.streams : [];
  if (instance) entry.embeds.end(instance, stream !== undefined);
  if (stream) setCandidate(race, run, stream);
  else if (result.status === 'success') queueEmbeds(race, run, result.embeds);
  else reportFailure(race, run, result);
  for (const each of race.entries) if (!isBusy(race, each)) close(race, each);
}

/** Replaces the candidate. The new one is better, because runs with a lower rank than the candidate are aborted. */
function setCandidate(race: Race, run: ActiveRun, stream: Stream): void {
  const { id, entry, position, instance } = run;
  const now = race.runner.elapsed();
  race.emit({ type: 'update', id, percentage: 100, status: 'success' });
  if (!entry.hasStream) {
    race.latency.record(entry.source.id, { how: 'responded', ms: now - entry.startedAt });
  }
  entry.hasStream = true;
  const winner = { sourceId: entry.source.id, stream };
  race.candidate = {
    position,
    firstFoundAt: race.candidate?.firstFoundAt ?? now,
    winner: instance ? { ...winner, embedId: instance.embed.id } : winner,
  };
  for (const other of race.activeRuns) {
    if (!isBefore(position, other.position)) continue;
    race.activeRuns.delete(other);
    other.abort.abort();
  }
}

function queueEmbeds(race: Race, run: ActiveRun, refs: readonly EmbedRef[]): void {
  const { source, rank } = run.entry;
  const instances = embedInstances(source.id, refs, race.registry);
  if (instances.length === 0) {
    return reportFailure(race, run, { status: 'notfound', reason: 'No embeds found' });
  }
  const embeds = instances.map(({ id, embed }) => ({ id, embedScraperId: embed.id }));
  race.emit({ type: 'discoverEmbeds', sourceId: source.id, embeds });
  run.entry.embeds = embedQueue(rank, instances);
}

function embedQueue(source: number, instances: readonly EmbedInstance[]): RunQueue<EmbedInstance> {
  return createRunQueue(instances, (embed) => ({ source, embed }));
}

function reportFailure(race: Race, { id, entry }: ActiveRun, failure: RunFailure): void {
  const update = { type: 'update', id, percentage: 100 } as const;
  if (failure.status === 'notfound') {
    const { reason, cause } = failure;
    return race.emit({ ...update, status: 'notfound', reason, cause });
  }
  if (entry.health !== 'timedOut') entry.health = failure.timedOut ? 'timedOut' : 'failed';
  race.emit({ ...update, status: 'failure', error: failure.error });
}

function isBusy({ activeRuns, candidate }: Race, entry: SourceEntry): boolean {
  const { next } = entry.embeds.state();
  const hasMore = next !== undefined && (!candidate || isBefore(next, candidate.position));
  return hasMore || [...activeRuns].some((run) => run.entry === entry);
}

function close(race: Race, entry: SourceEntry): void {
  const { source, rank, startedAt, hasStream, health } = entry;
  race.entries.delete(entry);
  race.queue.end(source, hasStream);
  const wasAborted = race.candidate && isBefore(race.candidate.position, sourcePosition(rank));
  if (hasStream || wasAborted) return;
  const now = race.runner.elapsed();
  if (health === 'responded') race.latency.record(source.id, { how: health, ms: now - startedAt });
  else if (health === 'timedOut') race.latency.record(source.id, { how: health, at: now });
  else race.latency.record(source.id, { how: health });
}

/** Returns the time at which the race ends if nothing else happens. It ends at once if no run is pending. */
function endTime(race: Race): number {
  const { startedAt, policy, candidate } = race;
  const latest = startedAt + RACE_TIMEOUT_MS;
  if (!candidate) return race.entries.size === 0 && !race.queue.state().next ? startedAt : latest;
  const pending = [...race.activeRuns].map(({ position, entry }) => ({
    position,
    startedAt: entry.startedAt,
    expectedMs: entry.expectedMs,
  }));
  return Math.min(latest, decisionTime(candidate, pending, { startedAt, policy }));
}

function wakeTime(race: Race): number {
  const embedStarts = [...race.entries].map((entry) => nextEmbedStart(race, entry));
  return Math.min(endTime(race), nextSourceStart(race), ...embedStarts);
}

/** Reports each unfinished run that could have found a better stream. */
function conclude(race: Race): Winner | undefined {
  const { candidate, emit } = race;
  for (const { id, position } of unfinished(race)) {
    if (candidate && !isBefore(position, candidate.position)) continue;
    emit({ type: 'update', id, percentage: 100, ...(candidate ? SKIPPED : OUT_OF_TIME) });
  }
  return candidate?.winner;
}

const SKIPPED = { status: 'notfound', reason: SKIPPED_FOR_SPEED } as const;
const OUT_OF_TIME = {
  status: 'failure',
  error: describeError(new TimeoutError(`The search ended after ${RACE_TIMEOUT_MS / 1000} s`)),
} as const;

function unfinished({ activeRuns, entries }: Race): { id: string; position: RacePosition }[] {
  const waiting = [...entries].flatMap(({ embeds, rank }) => {
    const next = embeds.state().next?.embed ?? 0;
    return embeds
      .waiting()
      .map(({ id }, at) => ({ id, position: { source: rank, embed: next + at } }));
  });
  return [...activeRuns, ...waiting].toSorted((a, b) =>
    isBefore(a.position, b.position) ? -1 : 1,
  );
}

function createRunningReport({ entries, emit }: Race): () => void {
  let reported = '';
  return () => {
    const running = [...entries].toSorted((a, b) => a.rank - b.rank).map(({ source }) => source.id);
    if (running.join() === reported) return;
    reported = running.join();
    emit({ type: 'race', running });
  };
}
