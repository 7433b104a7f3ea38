// Runs stub sources on a fake clock.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { SourceTimeouts } from '../race.ts';
import { createRegistry } from '../registry.ts';
import { createScraper } from '../scraper.ts';
import type { Embed } from '../source.ts';
import { createStubNetwork, stubSource, type StubPlan } from './stub-source.ts';

export const MOVIE: ScrapeMedia = { type: 'movie', title: 'Stub', releaseYear: 1968, tmdbId: '1' };

/** Plans, best first. */
export function setUp(
  plans: readonly Omit<StubPlan, 'rank'>[],
  embeds: readonly Embed[] = [],
  timeouts: SourceTimeouts = {},
) {
  const network = createStubNetwork();
  const sources = plans.map((plan, at) => stubSource({ ...plan, rank: 100 - at }));
  const registry = createRegistry({ sources, embeds });
  const warnings: string[] = [];
  const log = (message: string) => warnings.push(message);
  const scraper = createScraper({ registry, fetch: network.fetch, now: Date.now, timeouts, log });
  return { network, scraper, warnings };
}

type Timed = ScrapeEvent & { at: number };

/** Vitest's `vi` with fake timers. */
interface FakeClock {
  readonly advanceTimersByTimeAsync: (ms: number) => Promise<unknown>;
}

export function onClock(clock: FakeClock) {
  /** Runs to the end. `at`: the time at which an event was received. */
  const play = async (run: AsyncIterable<ScrapeEvent>): Promise<Timed[]> => {
    const begun = Date.now();
    const events: Timed[] = [];
    let isOver = false;
    const reading = (async () => {
      for await (const event of run) events.push({ ...event, at: Date.now() - begun });
    })().finally(() => {
      isOver = true;
    });
    while (!isOver) await clock.advanceTimersByTimeAsync(10);
    await reading;
    return events;
  };
  return {
    play,
    runAll: ({ scraper }: ReturnType<typeof setUp>, order: readonly string[] = []) =>
      play(scraper.runAll(MOVIE, { signal: new AbortController().signal, order })),
  };
}

export function starts(events: readonly Timed[]): (readonly [string, number])[] {
  return events.flatMap((it) => (it.type === 'start' ? [[it.id, it.at] as const] : []));
}

export function ending(events: readonly Timed[]) {
  const last = events.at(-1);
  return last?.type === 'completed' ? [last.sourceId, last.at] : [last?.type, last?.at];
}

export function updatesOf(events: readonly Timed[], id: string) {
  return events.flatMap((it) => (it.type === 'update' && it.id === id ? [it] : []));
}
