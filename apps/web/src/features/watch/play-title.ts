import { decodeSlug } from '@matinee/shared/media/slug';
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { type PlaybackMeta, playbackMeta } from '#data/catalog/details.ts';
import { CatalogError } from '#data/catalog/tmdb.ts';
import { fetchQueryAbortable, queryClient } from '#data/query-client.ts';
import { lacksPermission } from '#data/streams/extension/permission.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { TooManySearches } from '#data/streams/relay-response.ts';
import { prepareFurther, runEmbed, runSource, scrape, scrapeMedia } from '#data/streams/scrape.ts';
import { isRemoved } from '#data/catalog/title.ts';
import { whenIdle } from '#lib/scheduling.ts';
import type { OtherStreamsDeps, Scrape } from './sources/useFailover.ts';
import { isCanonical, type WatchRoute, type TitleRef } from './watch-title.ts';
import { noProgress, scrapeProgress, type ScrapeProgress } from './sources/scrape-progress.ts';
import type { MetaFailure, SearchFailure, WatchEvent } from './watch-machine.ts';

/** Options that a retry, or the previous episode, sets. */
export interface PlayOptions {
  readonly only?: readonly string[] | undefined;
  /** The viewer searches again. */
  readonly isFresh?: boolean | undefined;
  /** The source of the previous episode. */
  readonly prefer?: string | undefined;
  readonly startAt?: number | undefined;
  readonly evenUnreleased?: boolean | undefined;
}

export interface PlayTitleDeps {
  readonly fetchMeta: (ref: TitleRef, signal: AbortSignal) => Promise<PlaybackMeta>;
  readonly fetchSourceNames: () => Promise<unknown>;
  readonly scrape: Scrape;
  readonly isRemoved: (ref: TitleRef) => boolean;
  /** True if the extension is installed without permission for this site. */
  readonly lacksPermission: (signal: AbortSignal) => Promise<boolean>;
  /** Maps the rejection of `fetchMeta` to a failure. */
  readonly metaFailure: (error: unknown) => MetaFailure;
  readonly now: () => Date;
  /** Reports the result of each source after a completed search. */
  readonly report: (meta: PlaybackMeta, progress: ScrapeProgress) => void;
}

export interface PlaybackObserver {
  readonly onEvent: (event: WatchEvent) => void;
  /** Called instead of playing if the path does not name its episode. */
  readonly redirect: (meta: PlaybackMeta) => void;
  /** Loads the code for playback during the search. */
  readonly prepare: () => void;
  readonly play: (meta: PlaybackMeta, stream: Stream) => void;
}

export interface PlayRequest {
  readonly route: WatchRoute;
  /** A file of the site's own library that the viewer chose. */
  readonly file?: string | undefined;
  readonly options: PlayOptions;
  readonly signal: AbortSignal;
}

/** The source of the operator's folders. */
export const FOLDER_SOURCE = 'folder';

/** Resolves the route, searches the sources and plays. Reports nothing after an abort. */
export async function playTitle(
  request: PlayRequest,
  observer: PlaybackObserver,
  deps: PlayTitleDeps,
): Promise<void> {
  const { route, options } = request;
  const blocking = new AbortController();
  const signal = AbortSignal.any([request.signal, blocking.signal]);
  const send = (event: WatchEvent) => {
    if (!signal.aborted) observer.onEvent(event);
  };
  const block = (why: MetaFailure) => {
    send({ type: 'blocked', why });
    blocking.abort();
  };

  send({ type: 'started' });
  const title = decodeSlug(route.slug);
  if (!title) return block('notFound');
  const ref: TitleRef = { ...title, seasonId: route.seasonId, episodeId: route.episodeId };
  if (deps.isRemoved(ref)) return block('removed');

  let hasStream = false;
  deps.fetchSourceNames().catch(() => {
    // A found stream plays without the list of names.
    if (!hasStream) block('api');
  });
  deps.lacksPermission(signal).then(
    (lacks) => {
      if (lacks && !hasStream) block('extension');
    },
    () => undefined,
  );
  observer.prepare();
  const meta = await deps.fetchMeta(ref, signal).catch((error: unknown) => {
    block(deps.metaFailure(error));
    return undefined;
  });
  if (!meta || signal.aborted) return;
  if (!isCanonical(route, meta)) return observer.redirect(meta);
  if (!options.evenUnreleased && !isReleased(meta, deps.now())) {
    return send({ type: 'unreleased', meta });
  }
  send({ type: 'resolved', meta });
  let progress = noProgress;
  try {
    for await (const event of deps.scrape(...searchOf(meta, { ...request, signal }))) {
      if (signal.aborted) return;
      send({ type: 'scraped', event });
      progress = scrapeProgress(progress, event);
      if (event.type !== 'completed') continue;
      hasStream = true;
      observer.play(meta, event.stream);
    }
  } catch (error) {
    send({ type: 'scrapeFailed', error: namedError(error) });
  }
  if (!signal.aborted) deps.report(meta, progress);
}

/** Searches for a chosen file only in its source. A retry with other sources searches those. */
function searchOf(
  meta: PlaybackMeta,
  { file, options: { only, prefer, isFresh }, signal }: PlayRequest,
): Parameters<Scrape> {
  if (file === undefined || only !== undefined)
    return [scrapeMedia(meta), { signal, only, prefer, isFresh }];
  return [
    { ...scrapeMedia(meta), file },
    { signal, only: [FOLDER_SOURCE], prefer, isFresh },
  ];
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

/** Reports wait until the browser is idle, but not longer than this. */
const REPORT_WITHIN_MS = 5_000;

export const playTitleDeps: PlayTitleDeps & OtherStreamsDeps = {
  fetchMeta: (ref, signal) => fetchQueryAbortable(queryClient, playbackMeta(ref), signal),
  fetchSourceNames: () => queryClient.fetchQuery(sourceList()),
  scrape,
  runSource,
  runEmbed,
  prepareFurther,
  isRemoved,
  lacksPermission,
  metaFailure: (error) =>
    error instanceof CatalogError && error.status === 404 ? 'notFound' : 'failed',
  now: () => new Date(),
  report: (meta, progress) => whenIdle(() => void report(meta, progress), REPORT_WITHIN_MS),
};

async function report(meta: PlaybackMeta, progress: ScrapeProgress): Promise<void> {
  const module = await import('./sources/report-sources.ts').catch(() => undefined);
  await module?.reportSources(meta, progress);
}

interface StartedSearch {
  readonly episode: string;
  readonly life: AbortController;
  readonly events: AsyncIterator<ScrapeEvent>;
  readonly requested: readonly Promise<IteratorResult<ScrapeEvent>>[];
}

export interface ScrapeAhead {
  readonly start: (media: ScrapeMedia, prefer: string | undefined) => void;
  /** Works like the given `scrape`, but continues a search that was started for the same episode. */
  readonly scrape: Scrape;
  readonly stop: () => void;
}

/** The search for the next episode starts while the current one still plays. */
export function createScrapeAhead(scrape: Scrape): ScrapeAhead {
  let started: StartedSearch | undefined;

  function stop(): void {
    started?.life.abort();
    started = undefined;
  }

  function take(media: ScrapeMedia): StartedSearch | undefined {
    const taken = started;
    if (taken?.episode !== episodeOf(media)) stop();
    started = undefined;
    return taken?.life.signal.aborted === false ? taken : undefined;
  }

  return {
    start: (media, prefer) => {
      stop();
      const life = new AbortController();
      const events = scrape(media, { signal: life.signal, prefer })[Symbol.asyncIterator]();
      // Requesting a second event starts a search in the browser. Its queue, or the connection, buffers further events.
      const requested = [events.next(), events.next()];
      for (const one of requested) one.catch(() => undefined);
      started = { episode: episodeOf(media), life, events, requested };
    },
    scrape: async function* (media, options) {
      const ahead = take(media);
      if (!ahead) return yield* scrape(media, options);
      const { life, events, requested } = ahead;
      options.signal.addEventListener('abort', () => life.abort(), { once: true });
      for (const one of requested) {
        const { done, value } = await one;
        if (done) return;
        yield value;
      }
      for (;;) {
        const { done, value } = await events.next();
        if (done) return;
        yield value;
      }
    },
    stop,
  };
}

const episodeOf = (media: ScrapeMedia): string =>
  media.type === 'movie' ? media.tmdbId : `${media.tmdbId} ${media.episode.tmdbId}`;

/** Without a date, an episode counts as released, and a movie from its year on. */
export function isReleased(meta: PlaybackMeta, now: Date): boolean {
  const day = releaseDay(meta);
  if (day !== undefined) return isPast(day, now);
  return meta.type === 'show' || meta.releaseYear <= now.getFullYear();
}

function isPast(day: string, now: Date): boolean {
  const at = Date.parse(day);
  return Number.isNaN(at) || at <= now.getTime();
}

/** `YYYY-MM-DD`. */
export function releaseDay(meta: PlaybackMeta): string | undefined {
  return meta.type === 'show' ? meta.episode.airDate : meta.releaseDate;
}
