// The journey of one title, from its path to its picture. The player knows nothing of this.
import {
  SKIPPED_FOR_SPEED,
  type ScrapeError,
  type ScrapeEvent,
} from '@matinee/shared/contract/scrape';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Stream } from '@matinee/shared/media/stream';
import {
  noProgress,
  scrapeProgress,
  shownStatus,
  type ScrapeItem,
  type ScrapeProgress,
} from './scrape-progress.ts';
import { firstKey, foundKey } from './stream-key.ts';

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
  /** The sources whose streams did not play, since the viewer last chose one. */
  readonly broken?: readonly string[];
  /** By the viewer, who may want it without its sound. */
  readonly isChosen?: boolean;
  /** Identifies the stream among those of its source, by `stream-key.ts`; unset for the first. */
  readonly key?: string | undefined;
  /** The streams of this source that did not play before it. */
  readonly spent?: readonly string[];
}

/** Another stream has taken over by itself: of another source, or of the same. */
export interface Failover {
  readonly from: string;
  readonly error: PlaybackError;
}

export type Watch =
  | { readonly at: 'resolving' }
  | { readonly at: 'blocked'; readonly why: MetaFailure }
  | { readonly at: 'unreleased'; readonly meta: PlaybackMeta }
  | ({ readonly at: 'scraping' } & Looked)
  | ({ readonly at: 'notFound'; readonly failure?: SearchFailure | undefined } & Looked)
  | ({ readonly at: 'playing'; readonly failover?: Failover | undefined } & Found)
  | ({
      /** Other sources are searched. The stream may still play: without sound, or once it is back. */
      readonly at: 'failingOver';
      readonly error: PlaybackError;
      readonly hasStopped: boolean;
    } & Found)
  | ({ readonly at: 'playbackError'; readonly error: PlaybackError } & Found);

type NewStream = Pick<Found, 'stream' | 'sourceId' | 'key'>;

export type WatchEvent =
  | { readonly type: 'entered' }
  | { readonly type: 'blocked'; readonly why: MetaFailure }
  | { readonly type: 'unreleased'; readonly meta: PlaybackMeta }
  | { readonly type: 'resolved'; readonly meta: PlaybackMeta }
  | { readonly type: 'scraped'; readonly event: ScrapeEvent }
  | { readonly type: 'scrapeFailed'; readonly error: SearchFailure }
  | ({ readonly type: 'switched' } & NewStream)
  | { readonly type: 'playbackFailed'; readonly error: PlaybackError }
  /** The stream goes on, and another one is wanted all the same. */
  | { readonly type: 'nextWanted'; readonly error: PlaybackError }
  | {
      readonly type: 'failedOver';
      readonly progress: ScrapeProgress;
      /** Unset when nobody has another one. */
      readonly found?: NewStream | undefined;
    }
  | { readonly type: 'failoverSeen' };

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
      if (state.at === 'failingOver') return { ...state, error: event.error, hasStopped: true };
      return state.at === 'playing'
        ? { ...foundIn(state), at: 'failingOver', error: event.error, hasStopped: true }
        : state;
    case 'nextWanted':
      return state.at === 'playing' && isNextWanted(state, event.error)
        ? { ...foundIn(state), at: 'failingOver', error: event.error, hasStopped: false }
        : state;
    case 'failedOver':
      return state.at === 'failingOver' ? failedOver(state, event) : state;
    case 'failoverSeen':
      return state.at === 'playing' ? { ...state, failover: undefined } : state;
  }
}

function failedOver(
  state: Extract<Watch, { at: 'failingOver' }>,
  { progress, found }: Pick<Extract<WatchEvent, { type: 'failedOver' }>, 'progress' | 'found'>,
): Watch {
  const { sourceId: from, error, hasStopped } = state;
  const before = { ...foundIn(state), progress };
  if (!found)
    return hasStopped ? { ...before, at: 'playbackError', error } : { ...before, at: 'playing' };
  const next = {
    ...before,
    ...found,
    key: found.key,
    at: 'playing',
    failover: { from, error },
  } as const;
  if (found.sourceId === from) {
    return { ...next, spent: [...(state.spent ?? []), state.key ?? firstKey(state.stream)] };
  }
  return { ...next, broken: [...(state.broken ?? []), from], spent: [], isChosen: false };
}

/** The viewer does not want to wait for the stream, and asks for another source. */
export const SKIPPED: PlaybackError = { type: 'global', errorName: 'Skipped', key: 'errorNetwork' };

function isNextWanted(found: Found, error: PlaybackError): boolean {
  return error === SKIPPED ? sourcesLeft(found).length > 0 : !found.isChosen;
}

/** Without what only one state knows. */
function foundIn({
  meta,
  progress,
  stream,
  sourceId,
  broken = [],
  isChosen = false,
  key,
  spent = [],
}: Found): Found {
  return { meta, progress, stream, sourceId, broken, isChosen, key, spent };
}

function scraped(state: Looked & { at: 'scraping' }, event: ScrapeEvent): Watch {
  const next = { ...state, progress: scrapeProgress(state.progress, event) };
  switch (event.type) {
    case 'completed':
      return {
        ...next,
        at: 'playing',
        stream: event.stream,
        sourceId: event.sourceId,
        key: foundKey(next.progress, event),
      };
    case 'noOutput':
      return notFound(next);
    case 'error':
      return notFound(next, event.name === 'NotFoundError' ? undefined : event);
    default:
      return next;
  }
}

/** What is on is exchanged for something else, or a search that found nothing ends well after all. */
function switched(state: Watch, { stream, sourceId, key }: NewStream): Watch {
  if (!('progress' in state) || state.at === 'scraping') return state;
  const { meta, progress } = state;
  return { at: 'playing', meta, progress, stream, sourceId, key, isChosen: true };
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
 * The sources worth trying after one whose stream did not play, in their order: those that nobody came to, those that were
 * only too slow, and those that had it before the viewer chose another.
 */
export function sourcesLeft({ progress, sourceId, broken = [] }: Found): readonly string[] {
  return progress.sources
    .filter(({ id }) => id !== sourceId && !broken.includes(id))
    .filter(
      ({ status, reason }) =>
        status === 'waiting' || status === 'success' || reason === SKIPPED_FOR_SPEED,
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
