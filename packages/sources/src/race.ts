// Runs sources against each other: staggered starts, the best stream that arrives in time wins, the rest is aborted.
import {
  SKIPPED_FOR_SPEED,
  type ScrapeEvent,
  type EmbedRef,
} from '@matinee/shared/contract/scrape';
import {
  runEmbed,
  runSource,
  type RunResult,
  type RunnerContext,
  type RunFailure,
} from './run-source.ts';
import { describeError, TimeoutError } from './errors.ts';
import {
  createRunQueue,
  decisionTime,
  EMBED_LIMITS,
  isBefore,
  nextStart,
  SOURCE_LIMITS,
  type RacePosition,
  type RunQueue,
  type RaceCandidate,
  type Policy,
} from './schedule.ts';
import { createAsyncQueue, type AsyncQueue } from './async-queue.ts';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { type EmbedInstance, embedInstances } from './embeds.ts';
import type { LatencyTracker } from './latency.ts';
import type { Registry } from './registry.ts';
import type { Source } from './source.ts';

const USUAL_LIMIT_MS = 10_000;
export const RUN_LIMIT_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Undefined: nobody has it. Rejects when the signal is aborted. */
export async function runRace(options: RaceOptions): Promise<Winner | undefined> {
  const { signal, surroundings } = options;
  const race: Race = {
    ...options,
    startedAt: surroundings.elapsed(),
    sources: createRunQueue(options.contestants, positionOfSource),
    slots: new Set(),
    runners: new Set(),
    mailbox: createAsyncQueue(),
    candidate: undefined,
  };
  const reportRunning = createRunningReport(race);
  const stopAll = () => {
    for (const { stop } of race.runners) stop.abort();
    race.mailbox.push('aborted');
  };
  signal.addEventListener('abort', stopAll, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const now = surroundings.elapsed();
      startWhatMay(race, now);
      if (now >= endTime(race)) return conclude(race);
      reportRunning();
      const message = await race.mailbox.next(wakeTime(race) - now);
      if (message && message !== 'aborted') settle(race, message);
    }
  } finally {
    stopAll();
  }
}

function startWhatMay(race: Race, now: number): void {
  while (sourceStart(race) <= now) startSource(race, now);
  for (const slot of race.slots) {
    while (embedStart(race, slot) <= now) startEmbed(race, slot, now);
  }
}

function sourceStart({ sources, policy, candidate }: Race): number {
  return nextStart(sources.state(), { limits: SOURCE_LIMITS, policy }, candidate) ?? NEVER;
}

function embedStart({ policy, candidate }: Race, { embeds }: SourceEntry): number {
  return nextStart(embeds.state(), { limits: EMBED_LIMITS, policy }, candidate) ?? NEVER;
}

function startSource(race: Race, now: number): void {
  const source = race.sources.start(now);
  if (!source) return;
  const position = race.contestants.indexOf(source);
  const slot: SourceEntry = {
    source,
    position,
    startedAt: now,
    usualMs: race.latency.usualMs(source.id, race.policy.lateQuantile),
    embeds: embedQueue(position, []),
    hasFound: false,
    health: 'answered',
  };
  race.slots.add(slot);
  launch(race, { id: source.id, slot, place: positionOfSource(position), instance: undefined });
}

function startEmbed(race: Race, slot: SourceEntry, now: number): void {
  const place = slot.embeds.state().next;
  const instance = slot.embeds.start(now);
  if (place && instance) launch(race, { id: instance.id, slot, place, instance });
}

function launch(race: Race, item: Omit<ActiveRun, 'stop'>): void {
  const { emit, surroundings, media, mailbox, limits = {} } = race;
  const { id, slot, instance } = item;
  const own = limits[slot.source.id];
  const runner = { ...item, stop: new AbortController() };
  race.runners.add(runner);
  emit({ type: 'start', id });
  const attempt = {
    id,
    limitMs: own ?? USUAL_LIMIT_MS,
    // What may take longer is not to be cut short by a single request.
    requestMs: own,
    signal: runner.stop.signal,
    onProgress: (percentage: number) => emit({ type: 'update', id, percentage, status: 'pending' }),
  };
  const outcome = instance
    ? runEmbed(instance.embed, instance.url, attempt, surroundings)
    : runSource(slot.source, media, attempt, surroundings);
  void outcome.catch(crashed).then((it) => mailbox.push({ runner, outcome: it }));
}

function crashed(error: unknown): RunResult {
  return { status: 'failure', error: describeError(error), timedOut: false };
}

/** When the race is over if nothing more happens: at once when nobody is left to wait for. */
function endTime(race: Race): number {
  const { startedAt, policy, candidate } = race;
  const latest = startedAt + RUN_LIMIT_MS;
  if (!candidate) return race.slots.size === 0 && !race.sources.state().next ? startedAt : latest;
  const pending = [...race.runners].map(({ place, slot }) => ({
    place,
    startedAt: slot.startedAt,
    usualMs: slot.usualMs,
  }));
  return Math.min(latest, decisionTime(candidate, pending, { startedAt, policy }));
}

function wakeTime(race: Race): number {
  const embedStarts = [...race.slots].map((slot) => embedStart(race, slot));
  return Math.min(endTime(race), sourceStart(race), ...embedStarts);
}

/** Tells of everything that was cut short and would have counted. */
function conclude(race: Race): Winner | undefined {
  const { candidate, emit } = race;
  for (const { id, place } of unfinished(race)) {
    if (candidate && !isBefore(place, candidate.place)) continue;
    emit({ type: 'update', id, percentage: 100, ...(candidate ? SKIPPED : OUT_OF_TIME) });
  }
  return candidate?.winner;
}

const SKIPPED = { status: 'notfound', reason: SKIPPED_FOR_SPEED } as const;
const OUT_OF_TIME = {
  status: 'failure',
  error: describeError(new TimeoutError(`The search ended after ${RUN_LIMIT_MS / 1000} s`)),
} as const;

function unfinished({ runners, slots }: Race): { id: string; place: RacePosition }[] {
  const waiting = [...slots].flatMap(({ embeds, position }) => {
    const next = embeds.state().next?.embed ?? 0;
    return embeds
      .waiting()
      .map(({ id }, at) => ({ id, place: { source: position, embed: next + at } }));
  });
  return [...runners, ...waiting].toSorted((a, b) => (isBefore(a.place, b.place) ? -1 : 1));
}

function createRunningReport({ slots, emit }: Race): () => void {
  let reported = '';
  return () => {
    const running = [...slots]
      .toSorted((a, b) => a.position - b.position)
      .map(({ source }) => source.id);
    if (running.join() === reported) return;
    reported = running.join();
    emit({ type: 'race', running });
  };
}

export type SourceTimeouts = Readonly<Record<string, number>>;

export interface RaceOptions {
  readonly media: ScrapeMedia;
  /** In the order of preference. */
  readonly contestants: readonly Source[];
  readonly registry: Registry;
  readonly policy: Policy;
  readonly latency: LatencyTracker;
  /** Milliseconds that single sources may take, by their ids, where that is not as usual. */
  readonly limits?: SourceTimeouts;
  readonly surroundings: RunnerContext;
  readonly signal: AbortSignal;
  readonly emit: (event: ScrapeEvent) => void;
}

export interface Winner {
  readonly sourceId: string;
  readonly embedId?: string;
  readonly stream: Stream;
}

/** A source's share of the run: its own call, then its embeds, two at a time. */
export interface SourceEntry {
  readonly source: Source;
  readonly position: number;
  readonly startedAt: number;
  readonly usualMs: number;
  /** Empty until the source has named them. */
  embeds: RunQueue<EmbedInstance>;
  hasFound: boolean;
  /** The worst that happened in it. */
  health: 'answered' | 'failed' | 'timedOut';
}

/** One call in flight. */
export interface ActiveRun {
  readonly id: string;
  readonly slot: SourceEntry;
  readonly place: RacePosition;
  /** Undefined: the source's own call. */
  readonly instance: EmbedInstance | undefined;
  readonly stop: AbortController;
}

export interface RunEnded {
  readonly runner: ActiveRun;
  readonly outcome: RunResult;
}

export interface Race extends RaceOptions {
  readonly startedAt: number;
  readonly sources: RunQueue<Source>;
  readonly slots: Set<SourceEntry>;
  readonly runners: Set<ActiveRun>;
  readonly mailbox: AsyncQueue<RunEnded | 'aborted'>;
  candidate: (RaceCandidate & { readonly winner: Winner }) | undefined;
}

/** A source's own call is better than any of its embeds. */
export function positionOfSource(source: number): RacePosition {
  return { source, embed: -1 };
}

export function embedQueue(
  source: number,
  instances: readonly EmbedInstance[],
): RunQueue<EmbedInstance> {
  return createRunQueue(instances, (embed) => ({ source, embed }));
}

// What an ended call means for the race.

export function settle(race: Race, { runner, outcome }: RunEnded): void {
  // Whoever was stopped is heard no more.
  if (!race.runners.delete(runner)) return;
  const { slot, instance } = runner;
  const [stream] = outcome.status === 'success' ? outcome.streams : [];
  if (instance) slot.embeds.end(instance, stream !== undefined);
  if (stream) crown(race, runner, stream);
  else if (outcome.status === 'success') discover(race, runner, outcome.embeds);
  else reportMiss(race, runner, outcome);
  for (const each of race.slots) if (!isBusy(race, each)) close(race, each);
}

/** A new candidate: better than the last, for whatever ranks below a candidate has been stopped. */
function crown(race: Race, { id, slot, place, instance }: ActiveRun, stream: Stream): void {
  const now = race.surroundings.elapsed();
  race.emit({ type: 'update', id, percentage: 100, status: 'success' });
  if (!slot.hasFound) {
    race.latency.record(slot.source.id, { how: 'answered', ms: now - slot.startedAt });
  }
  slot.hasFound = true;
  const winner = { sourceId: slot.source.id, stream };
  race.candidate = {
    place,
    firstFoundAt: race.candidate?.firstFoundAt ?? now,
    winner: instance ? { ...winner, embedId: instance.embed.id } : winner,
  };
  for (const other of race.runners) {
    if (!isBefore(place, other.place)) continue;
    race.runners.delete(other);
    other.stop.abort();
  }
}

function discover(race: Race, runner: ActiveRun, refs: readonly EmbedRef[]): void {
  const { source, position } = runner.slot;
  const instances = embedInstances(source.id, refs, race.registry);
  if (instances.length === 0) {
    return reportMiss(race, runner, { status: 'notfound', reason: 'No embeds found' });
  }
  const embeds = instances.map(({ id, embed }) => ({ id, embedScraperId: embed.id }));
  race.emit({ type: 'discoverEmbeds', sourceId: source.id, embeds });
  runner.slot.embeds = embedQueue(position, instances);
}

function reportMiss(race: Race, { id, slot }: ActiveRun, miss: RunFailure): void {
  const ended = { type: 'update', id, percentage: 100 } as const;
  if (miss.status === 'notfound') {
    return race.emit({ ...ended, status: 'notfound', reason: miss.reason, cause: miss.cause });
  }
  if (slot.health !== 'timedOut') slot.health = miss.timedOut ? 'timedOut' : 'failed';
  race.emit({ ...ended, status: 'failure', error: miss.error });
}

function isBusy({ runners, candidate }: Race, slot: SourceEntry): boolean {
  const { next } = slot.embeds.state();
  const hasMore = next !== undefined && (!candidate || isBefore(next, candidate.place));
  return hasMore || [...runners].some((runner) => runner.slot === slot);
}

function close(race: Race, slot: SourceEntry): void {
  race.slots.delete(slot);
  race.sources.end(slot.source, slot.hasFound);
  const wasStopped =
    race.candidate !== undefined && isBefore(race.candidate.place, positionOfSource(slot.position));
  if (!slot.hasFound && !wasStopped) recordMiss(race, slot);
}

function recordMiss({ latency, surroundings }: Race, slot: SourceEntry): void {
  const { health, source, startedAt } = slot;
  const now = surroundings.elapsed();
  if (health === 'answered') latency.record(source.id, { how: health, ms: now - startedAt });
  else if (health === 'timedOut') latency.record(source.id, { how: health, at: now });
  else latency.record(source.id, { how: health });
}
