// Sources compete: staggered starts, the best stream of those that arrive in time wins, the rest is stopped.
import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import { attemptEmbed, attemptSource, type Outcome } from './attempt.ts';
import { describeError, TimeLimit } from './failure.ts';
import { createLane } from './lane.ts';
import { createMailbox } from './mailbox.ts';
import {
  embedLane,
  placeOfSource,
  type Race,
  type RaceOptions,
  type Runner,
  type Slot,
  type Winner,
} from './race-state.ts';
import {
  decisionTime,
  EMBED_LIMITS,
  isBefore,
  nextStart,
  SOURCE_LIMITS,
  type Place,
} from './schedule.ts';
import { settle } from './settle.ts';

const USUAL_LIMIT_MS = 10_000;
export const RUN_LIMIT_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Undefined: nobody has it. Rejects when the signal is aborted. */
export async function runRace(options: RaceOptions): Promise<Winner | undefined> {
  const { signal, surroundings } = options;
  const race: Race = {
    ...options,
    startedAt: surroundings.elapsed(),
    sources: createLane(options.contestants, placeOfSource),
    slots: new Set(),
    runners: new Set(),
    mailbox: createMailbox(),
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

function embedStart({ policy, candidate }: Race, { embeds }: Slot): number {
  return nextStart(embeds.state(), { limits: EMBED_LIMITS, policy }, candidate) ?? NEVER;
}

function startSource(race: Race, now: number): void {
  const source = race.sources.start(now);
  if (!source) return;
  const position = race.contestants.indexOf(source);
  const slot: Slot = {
    source,
    position,
    startedAt: now,
    usualMs: race.latency.usualMs(source.id, race.policy.lateQuantile),
    embeds: embedLane(position, []),
    hasFound: false,
    health: 'answered',
  };
  race.slots.add(slot);
  launch(race, { id: source.id, slot, place: placeOfSource(position), instance: undefined });
}

function startEmbed(race: Race, slot: Slot, now: number): void {
  const place = slot.embeds.state().next;
  const instance = slot.embeds.start(now);
  if (place && instance) launch(race, { id: instance.id, slot, place, instance });
}

function launch(race: Race, item: Omit<Runner, 'stop'>): void {
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
    ? attemptEmbed(instance.embed, instance.url, attempt, surroundings)
    : attemptSource(slot.source, media, attempt, surroundings);
  void outcome.catch(crashed).then((it) => mailbox.push({ runner, outcome: it }));
}

function crashed(error: unknown): Outcome {
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
  error: describeError(new TimeLimit(`The search ended after ${RUN_LIMIT_MS / 1000} s`)),
} as const;

function unfinished({ runners, slots }: Race): { id: string; place: Place }[] {
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
