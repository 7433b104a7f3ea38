// The journey of one title, from its path to its picture. The player knows nothing of this.
import {
  SKIPPED_FOR_SPEED,
  type ScrapeError,
  type ScrapeEvent,
} from '@matinee/shared/contract/scrape';
import type { PlaybackMeta } from '#data/catalogue/details.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Stream } from '@matinee/shared/media/stream';
import {
  noProgress,
  scrapeProgress,
  shownStatus,
  type ScrapeItem,
  type ScrapeProgress,
} from './scrape-progress.ts';

/**
 * Why a title cannot even be looked for; `api` is the scrape service's list of sources, `extension` one that its viewer has
 * given no access.
 */
export type MetaFailure = 'api' | 'removed' | 'notFound' | 'failed' | 'extension';

export interface Looked {
  readonly meta: PlaybackMeta;
  readonly progress: ScrapeProgress;
}

/** Why a search broke off. */
export interface SearchFailure extends ScrapeError {
  /** The seconds until the server accepts another search. */
  readonly retryAfterSeconds?: number;
}

export interface Found extends Looked {
  readonly stream: Stream;
  readonly sourceId: string;
}

export type Watch =
  | { readonly at: 'resolving' }
  | { readonly at: 'blocked'; readonly why: MetaFailure }
  | { readonly at: 'unreleased'; readonly meta: PlaybackMeta }
  | ({ readonly at: 'scraping' } & Looked)
  | ({ readonly at: 'notFound'; readonly failure?: SearchFailure | undefined } & Looked)
  | ({ readonly at: 'playing' } & Found)
  | ({ readonly at: 'playbackError'; readonly error: PlaybackError } & Found);

export type WatchEvent =
  | { readonly type: 'entered' }
  | { readonly type: 'blocked'; readonly why: MetaFailure }
  | { readonly type: 'unreleased'; readonly meta: PlaybackMeta }
  | { readonly type: 'resolved'; readonly meta: PlaybackMeta }
  | { readonly type: 'scraped'; readonly event: ScrapeEvent }
  | { readonly type: 'scrapeFailed'; readonly error: SearchFailure }
  | { readonly type: 'switched'; readonly stream: Stream; readonly sourceId: string }
  | { readonly type: 'playbackFailed'; readonly error: PlaybackError };

export const resolving: Watch = { at: 'resolving' };

/** An event that does not belong to the present state came too late and changes nothing. */
export function watch(state: Watch, event: WatchEvent): Watch {
  switch (event.type) {
    case 'entered':
      return resolving;
    case 'blocked':
      // A stream that was found plays on, whatever the list of names has to say.
      return state.at === 'resolving' || state.at === 'scraping'
        ? { at: 'blocked', why: event.why }
        : state;
    case 'unreleased':
      return state.at === 'resolving' ? { at: 'unreleased', meta: event.meta } : state;
    case 'resolved':
      return state.at === 'resolving'
        ? { at: 'scraping', meta: event.meta, progress: noProgress }
        : state;
    case 'scraped':
      return state.at === 'scraping' ? scraped(state, event.event) : state;
    case 'scrapeFailed':
      return state.at === 'scraping' ? notFound(state, event.error) : state;
    case 'switched':
      return switched(state, event);
    case 'playbackFailed':
      return state.at === 'playing' ? { ...state, at: 'playbackError', error: event.error } : state;
  }
}

function scraped(state: Looked & { at: 'scraping' }, event: ScrapeEvent): Watch {
  const next = { ...state, progress: scrapeProgress(state.progress, event) };
  switch (event.type) {
    case 'completed':
      return { ...next, at: 'playing', stream: event.stream, sourceId: event.sourceId };
    case 'noOutput':
      return notFound(next);
    case 'error':
      return notFound(next, event.name === 'NotFoundError' ? undefined : event);
    default:
      return next;
  }
}

/** What is on is exchanged for something else, or a search that found nothing ends well after all. */
function switched(state: Watch, { stream, sourceId }: Pick<Found, 'stream' | 'sourceId'>): Watch {
  if (state.at !== 'playing' && state.at !== 'playbackError' && state.at !== 'notFound') {
    return state;
  }
  const { meta, progress } = state;
  return { at: 'playing', meta, progress, stream, sourceId };
}

function notFound({ meta, progress }: Looked, failure?: SearchFailure): Watch {
  if (!failure) return { at: 'notFound', meta, progress, failure };
  const { name, message, retryAfterSeconds } = failure;
  return {
    at: 'notFound',
    meta,
    progress,
    failure: { name, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

/** Whose title is shown; nothing is known of it before it is resolved. */
export function metaOf(state: Watch): PlaybackMeta | undefined {
  return 'meta' in state ? state.meta : undefined;
}

/**
 * The sources worth trying after one whose stream did not play, in their order: those that nobody came to, and those that were
 * only too slow.
 */
export function sourcesLeft({ progress, sourceId }: Found): readonly string[] {
  return progress.sources
    .filter(
      ({ id, status, reason }) =>
        id !== sourceId && (status === 'waiting' || reason === SKIPPED_FOR_SPEED),
    )
    .map(({ id }) => id);
}

/** Of a search that found nothing the sources that have not said no: those that failed, were too slow, or were never asked. */
export function sourcesUnanswered({ progress }: Looked): readonly string[] {
  const isOpen = ({ status, reason }: Pick<ScrapeItem, 'status' | 'reason'>) =>
    status === 'failure' || reason === SKIPPED_FOR_SPEED;
  return progress.sources
    .filter(
      (source) =>
        shownStatus(progress, source) !== 'notfound' || [source, ...source.embeds].some(isOpen),
    )
    .map(({ id }) => id);
}
