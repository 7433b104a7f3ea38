// The states of the watch page, from resolving the path to playback.
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
} from './sources/scrape-progress.ts';
import { firstKey, foundKey } from './sources/stream-key.ts';

/**
 * The reason why a title cannot be searched. `api`: the source list failed; `extension`: it lacks permission for this
 * site.
 */
export type MetaFailure = 'api' | 'removed' | 'notFound' | 'failed' | 'extension';

export interface TitleSearch {
  readonly meta: PlaybackMeta;
  readonly progress: ScrapeProgress;
}

export interface SearchFailure extends ScrapeError {
  /** Seconds until the server accepts another search. */
  readonly retryAfterSeconds?: number;
}

export interface FoundStream extends TitleSearch {
  readonly stream: Stream;
  readonly sourceId: string;
  /** Sources with streams that have failed since the last manual choice. */
  readonly failedSources?: readonly string[];
  /** Chosen manually: a stream without sound is kept. */
  readonly isChosen?: boolean;
  /** Identifies the stream within its source, see `stream-key.ts`; undefined for the first. */
  readonly key?: string | undefined;
  /** Keys of this source's streams that failed before. */
  readonly failedStreams?: readonly string[];
}

/** An automatic switch to another stream, of the same or another source. */
export interface Failover {
  readonly from: string;
  readonly error: PlaybackError;
}

export type WatchState =
  | { readonly at: 'resolving' }
  | { readonly at: 'blocked'; readonly why: MetaFailure }
  | { readonly at: 'unreleased'; readonly meta: PlaybackMeta }
  | ({ readonly at: 'scraping' } & TitleSearch)
  | ({ readonly at: 'notFound'; readonly failure?: SearchFailure | undefined } & TitleSearch)
  | ({ readonly at: 'playing'; readonly failover?: Failover | undefined } & FoundStream)
  | ({
      /** Searches for another stream. The current one may still play, for example without sound. */
      readonly at: 'failingOver';
      readonly error: PlaybackError;
      readonly hasStopped: boolean;
    } & FoundStream)
  | ({ readonly at: 'playbackError'; readonly error: PlaybackError } & FoundStream);

type NextStream = Pick<FoundStream, 'stream' | 'sourceId' | 'key'>;

export type WatchEvent =
  | { readonly type: 'started' }
  | { readonly type: 'blocked'; readonly why: MetaFailure }
  | { readonly type: 'unreleased'; readonly meta: PlaybackMeta }
  | { readonly type: 'resolved'; readonly meta: PlaybackMeta }
  | { readonly type: 'scraped'; readonly event: ScrapeEvent }
  | { readonly type: 'scrapeFailed'; readonly error: SearchFailure }
  | ({ readonly type: 'switched' } & NextStream)
  | { readonly type: 'playbackFailed'; readonly error: PlaybackError }
  /** Another stream is requested while the current one plays. */
  | { readonly type: 'nextRequested'; readonly error: PlaybackError }
  | {
      readonly type: 'failedOver';
      readonly progress: ScrapeProgress;
      /** Undefined if no source has another stream. */
      readonly found?: NextStream | undefined;
    }
  | { readonly type: 'failoverDismissed' };

export const resolving: WatchState = { at: 'resolving' };

type InState<At extends WatchState['at']> = Extract<WatchState, { at: At }>;

/** Ignores events that do not fit the current state, because they are late. */
export function watchReducer(state: WatchState, event: WatchEvent): WatchState {
  if (event.type === 'started') return resolving;
  if (event.type === 'switched') return switched(state, event);
  switch (state.at) {
    case 'resolving':
      return whileResolving(state, event);
    case 'scraping':
      return whileScraping(state, event);
    case 'playing':
      return whilePlaying(state, event);
    case 'failingOver':
      return whileFailingOver(state, event);
    default:
      return state;
  }
}

function whileResolving(state: InState<'resolving'>, event: WatchEvent): WatchState {
  switch (event.type) {
    case 'blocked':
      return { at: 'blocked', why: event.why };
    case 'unreleased':
      return { at: 'unreleased', meta: event.meta };
    case 'resolved':
      return { at: 'scraping', meta: event.meta, progress: noProgress };
    default:
      return state;
  }
}

function whileScraping(state: InState<'scraping'>, event: WatchEvent): WatchState {
  switch (event.type) {
    case 'blocked':
      return { at: 'blocked', why: event.why };
    case 'scraped':
      return scraped(state, event.event);
    case 'scrapeFailed':
      return notFound(state, event.error);
    default:
      return state;
  }
}

function whilePlaying(state: InState<'playing'>, event: WatchEvent): WatchState {
  const fields = streamFields(state);
  switch (event.type) {
    case 'playbackFailed':
      return { ...fields, at: 'failingOver', error: event.error, hasStopped: true };
    case 'nextRequested':
      return mayReplace(state, event.error)
        ? { ...fields, at: 'failingOver', error: event.error, hasStopped: false }
        : state;
    case 'failoverDismissed':
      return { ...state, failover: undefined };
    default:
      return state;
  }
}

function whileFailingOver(state: InState<'failingOver'>, event: WatchEvent): WatchState {
  switch (event.type) {
    case 'playbackFailed':
      return { ...state, error: event.error, hasStopped: true };
    case 'failedOver':
      return failedOver(state, event);
    default:
      return state;
  }
}

function failedOver(
  state: InState<'failingOver'>,
  { progress, found }: Pick<Extract<WatchEvent, { type: 'failedOver' }>, 'progress' | 'found'>,
): WatchState {
  const { sourceId: from, error, hasStopped } = state;
  const before = { ...streamFields(state), progress };
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
    return {
      ...next,
      failedStreams: [...(state.failedStreams ?? []), state.key ?? firstKey(state.stream)],
    };
  }
  return {
    ...next,
    failedSources: [...(state.failedSources ?? []), from],
    failedStreams: [],
    isChosen: false,
  };
}

/** The user skips a stream that is being retried. */
export const SKIPPED: PlaybackError = { type: 'global', errorName: 'Skipped', key: 'errorNetwork' };

function mayReplace(found: FoundStream, error: PlaybackError): boolean {
  return error === SKIPPED ? remainingSources(found).length > 0 : !found.isChosen;
}

/** Drops fields that belong to a single state. */
function streamFields({
  meta,
  progress,
  stream,
  sourceId,
  failedSources = [],
  isChosen = false,
  key,
  failedStreams = [],
}: FoundStream): FoundStream {
  return { meta, progress, stream, sourceId, failedSources, isChosen, key, failedStreams };
}

function scraped(state: InState<'scraping'>, event: ScrapeEvent): WatchState {
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

/** A manual choice replaces the stream, even after an empty search. */
function switched(state: WatchState, { stream, sourceId, key }: NextStream): WatchState {
  if (!('progress' in state) || state.at === 'scraping') return state;
  const { meta, progress } = state;
  return { at: 'playing', meta, progress, stream, sourceId, key, isChosen: true };
}

function notFound({ meta, progress }: TitleSearch, failure?: SearchFailure): WatchState {
  if (!failure) return { at: 'notFound', meta, progress, failure };
  const { name, message, retryAfterSeconds } = failure;
  return {
    at: 'notFound',
    meta,
    progress,
    failure: { name, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  };
}

/** Undefined until the title is resolved. */
export function metaOf(state: WatchState): PlaybackMeta | undefined {
  return 'meta' in state ? state.meta : undefined;
}

/** Sources to try after a failed stream, in order: untried, too slow, or successful before a manual choice. */
export function remainingSources({
  progress,
  sourceId,
  failedSources = [],
}: FoundStream): readonly string[] {
  return progress.sources
    .filter(({ id }) => id !== sourceId && !failedSources.includes(id))
    .filter(
      ({ status, reason }) =>
        status === 'waiting' || status === 'success' || reason === SKIPPED_FOR_SPEED,
    )
    .map(({ id }) => id);
}

/** Sources of an empty search that did not respond "not found": failed, too slow, or never searched. */
export function unansweredSources({ progress }: TitleSearch): readonly string[] {
  const isOpen = ({ status, reason }: Pick<ScrapeItem, 'status' | 'reason'>) =>
    status === 'failure' || reason === SKIPPED_FOR_SPEED;
  return progress.sources
    .filter(
      (source) =>
        shownStatus(progress, source) !== 'notfound' || [source, ...source.embeds].some(isOpen),
    )
    .map(({ id }) => id);
}
