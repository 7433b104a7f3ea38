// One way through the journey: resolve, scrape, play. It ends with its signal and tells nothing after that.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { decodeSlug } from '@matinee/shared/media/slug';
import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { TooManySearches } from '#data/streams/relay-error.ts';
import type { ScrapeOptions } from '#data/streams/scrape.ts';
import { isCanonical, type Place, type TitleRef } from './route-params.ts';
import { isReleased } from './release-status.ts';
import { scrapeMedia } from './scrape-media.ts';
import { noProgress, scrapeProgress, type ScrapeProgress } from './scrape-progress.ts';
import type { MetaFailure, SearchFailure, WatchEvent } from './watch-machine.ts';

/** What this try does differently from the first. */
export interface Attempt {
  readonly only?: readonly string[] | undefined;
  /** The source of the episode before. */
  readonly prefer?: string | undefined;
  readonly startAt?: number | undefined;
  readonly evenUnreleased?: boolean | undefined;
}

export interface JourneyDeps {
  readonly fetchMeta: (ref: TitleRef, signal: AbortSignal) => Promise<PlaybackMeta>;
  readonly fetchSourceNames: () => Promise<unknown>;
  readonly scrape: (media: ScrapeMedia, options: ScrapeOptions) => AsyncIterable<ScrapeEvent>;
  readonly isRemoved: (ref: TitleRef) => boolean;
  /** There is an extension that waits to be let in. */
  readonly lacksPermission: (signal: AbortSignal) => Promise<boolean>;
  /** Which metadata failure a rejected `fetchMeta` means. */
  readonly explain: (error: unknown) => MetaFailure;
  readonly now: () => Date;
  /** How the sources did in a search that came to its end. */
  readonly report: (meta: PlaybackMeta, progress: ScrapeProgress) => void;
}

export interface Traveller {
  readonly tell: (event: WatchEvent) => void;
  /** The path does not name its episode yet: the journey begins anew on the one that does. */
  readonly redirect: (meta: PlaybackMeta) => void;
  /** What will be needed to play, while there is time. */
  readonly prepare: () => void;
  readonly play: (meta: PlaybackMeta, stream: Stream) => void;
}

export interface Trip {
  readonly place: Place;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
}

export async function travel(trip: Trip, traveller: Traveller, deps: JourneyDeps): Promise<void> {
  const { place, attempt } = trip;
  const blocking = new AbortController();
  const signal = AbortSignal.any([trip.signal, blocking.signal]);
  const tell = (event: WatchEvent) => {
    if (!signal.aborted) traveller.tell(event);
  };
  const block = (why: MetaFailure) => {
    tell({ type: 'blocked', why });
    blocking.abort();
  };

  tell({ type: 'entered' });
  const title = decodeSlug(place.slug);
  if (!title) return block('notFound');
  const ref: TitleRef = { ...title, seasonId: place.seasonId, episodeId: place.episodeId };
  if (deps.isRemoved(ref)) return block('removed');

  let hasStream = false;
  deps.fetchSourceNames().catch(() => {
    // A stream that was found plays on, whatever the list of names has to say.
    if (!hasStream) block('api');
  });
  deps.lacksPermission(signal).then(
    (lacks) => {
      if (lacks && !hasStream) block('extension');
    },
    () => undefined,
  );
  traveller.prepare();
  const meta = await deps.fetchMeta(ref, signal).catch((error: unknown) => {
    block(deps.explain(error));
    return undefined;
  });
  if (!meta || signal.aborted) return;
  if (!isCanonical(place, meta)) return traveller.redirect(meta);
  if (!attempt.evenUnreleased && !isReleased(meta, deps.now())) {
    return tell({ type: 'unreleased', meta });
  }
  tell({ type: 'resolved', meta });
  let progress = noProgress;
  try {
    const { only, prefer } = attempt;
    for await (const event of deps.scrape(scrapeMedia(meta), { signal, only, prefer })) {
      if (signal.aborted) return;
      tell({ type: 'scraped', event });
      progress = scrapeProgress(progress, event);
      if (event.type !== 'completed') continue;
      hasStream = true;
      traveller.play(meta, event.stream);
    }
  } catch (error) {
    tell({ type: 'scrapeFailed', error: namedError(error) });
  }
  if (!signal.aborted) deps.report(meta, progress);
}

function namedError(error: unknown): SearchFailure {
  if (error instanceof TooManySearches) {
    const { message, name, retryAfterSeconds } = error;
    return { name, message, retryAfterSeconds };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}
