// What an ended call means for the race.
import type { EmbedRef } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import type { Miss } from './attempt.ts';
import { embedInstances } from './embeds.ts';
import {
  embedLane,
  placeOfSource,
  type Ended,
  type Race,
  type Runner,
  type Slot,
} from './race-state.ts';
import { isBefore } from './schedule.ts';

export function settle(race: Race, { runner, outcome }: Ended): void {
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
function crown(race: Race, { id, slot, place, instance }: Runner, stream: Stream): void {
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

function discover(race: Race, runner: Runner, refs: readonly EmbedRef[]): void {
  const { source, position } = runner.slot;
  const instances = embedInstances(source.id, refs, race.registry);
  if (instances.length === 0) {
    return reportMiss(race, runner, { status: 'notfound', reason: 'No embeds found' });
  }
  const embeds = instances.map(({ id, embed }) => ({ id, embedScraperId: embed.id }));
  race.emit({ type: 'discoverEmbeds', sourceId: source.id, embeds });
  runner.slot.embeds = embedLane(position, instances);
}

function reportMiss(race: Race, { id, slot }: Runner, miss: Miss): void {
  const ended = { type: 'update', id, percentage: 100 } as const;
  if (miss.status === 'notfound') {
    return race.emit({ ...ended, status: 'notfound', reason: miss.reason, cause: miss.cause });
  }
  if (slot.health !== 'timedOut') slot.health = miss.timedOut ? 'timedOut' : 'failed';
  race.emit({ ...ended, status: 'failure', error: miss.error });
}

function isBusy({ runners, candidate }: Race, slot: Slot): boolean {
  const { next } = slot.embeds.state();
  const hasMore = next !== undefined && (!candidate || isBefore(next, candidate.place));
  return hasMore || [...runners].some((runner) => runner.slot === slot);
}

function close(race: Race, slot: Slot): void {
  race.slots.delete(slot);
  race.sources.end(slot.source, slot.hasFound);
  const wasStopped =
    race.candidate !== undefined && isBefore(race.candidate.place, placeOfSource(slot.position));
  if (!slot.hasFound && !wasStopped) recordMiss(race, slot);
}

function recordMiss({ latency, surroundings }: Race, slot: Slot): void {
  const { health, source, startedAt } = slot;
  const now = surroundings.elapsed();
  if (health === 'answered') latency.record(source.id, { how: health, ms: now - startedAt });
  else if (health === 'timedOut') latency.record(source.id, { how: health, at: now });
  else latency.record(source.id, { how: health });
}
