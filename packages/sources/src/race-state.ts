import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import type { Outcome, Surroundings } from './attempt.ts';
import type { EmbedInstance } from './embeds.ts';
import { createLane, type Lane } from './lane.ts';
import type { LatencyBook } from './latency.ts';
import type { Mailbox } from './mailbox.ts';
import type { Registry } from './registry.ts';
import type { Candidate, Place, Policy } from './schedule.ts';
import type { Source } from './source.ts';

export type SourceLimits = Readonly<Record<string, number>>;

export interface RaceOptions {
  readonly media: ScrapeMedia;
  /** In the order of preference. */
  readonly contestants: readonly Source[];
  readonly registry: Registry;
  readonly policy: Policy;
  readonly latency: LatencyBook;
  /** Milliseconds that single sources may take, by their ids, where that is not as usual. */
  readonly limits?: SourceLimits;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly emit: (event: ScrapeEvent) => void;
}

export interface Winner {
  readonly sourceId: string;
  readonly embedId?: string;
  readonly stream: Stream;
}

/** A source's share of the run: its own call, then its embeds, two at a time. */
export interface Slot {
  readonly source: Source;
  readonly position: number;
  readonly startedAt: number;
  readonly usualMs: number;
  /** Empty until the source has named them. */
  embeds: Lane<EmbedInstance>;
  hasFound: boolean;
  /** The worst that happened in it. */
  health: 'answered' | 'failed' | 'timedOut';
}

/** One call in flight. */
export interface Runner {
  readonly id: string;
  readonly slot: Slot;
  readonly place: Place;
  /** Undefined: the source's own call. */
  readonly instance: EmbedInstance | undefined;
  readonly stop: AbortController;
}

export interface Ended {
  readonly runner: Runner;
  readonly outcome: Outcome;
}

export interface Race extends RaceOptions {
  readonly startedAt: number;
  readonly sources: Lane<Source>;
  readonly slots: Set<Slot>;
  readonly runners: Set<Runner>;
  readonly mailbox: Mailbox<Ended | 'aborted'>;
  candidate: (Candidate & { readonly winner: Winner }) | undefined;
}

/** A source's own call is better than any of its embeds. */
export function placeOfSource(source: number): Place {
  return { source, embed: -1 };
}

export function embedLane(
  source: number,
  instances: readonly EmbedInstance[],
): Lane<EmbedInstance> {
  return createLane(instances, (embed) => ({ source, embed }));
}
