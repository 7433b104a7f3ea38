import type { MissCause, ScrapeError, ScrapeEvent } from '@matinee/shared/contract/scrape';

export type ScrapeStatus = 'waiting' | 'pending' | 'success' | 'notfound' | 'failure';

export interface ScrapeItem {
  /** A source's id, or `{sourceId}-{position}` for an embed. */
  readonly id: string;
  /** The key of the item's name. */
  readonly scraperId: string;
  readonly status: ScrapeStatus;
  readonly percentage: number;
  readonly reason?: string | undefined;
  readonly error?: ScrapeError | undefined;
  readonly cause?: MissCause | undefined;
}

export interface ScrapeSource extends ScrapeItem {
  readonly embeds: readonly ScrapeItem[];
}

export interface ScrapeProgress {
  readonly sources: readonly ScrapeSource[];
  /** The last item that has started. */
  readonly current?: string | undefined;
  /** Sources searched in parallel with the current one. */
  readonly running: readonly string[];
}

export const noProgress: ScrapeProgress = { sources: [], running: [] };

export function scrapeProgress(state: ScrapeProgress, event: ScrapeEvent): ScrapeProgress {
  switch (event.type) {
    case 'init': {
      // A second relay may send its sources during the search of the first.
      const known = new Map(state.sources.map((source) => [source.id, source]));
      const sources = event.sourceIds.map((id) => known.get(id) ?? { ...waiting(id), embeds: [] });
      return { ...state, sources };
    }
    case 'start':
      return start(state, event.id);
    case 'update':
      return update(state, event);
    case 'discoverEmbeds':
      return discover(state, event);
    case 'race':
      return { ...state, running: event.running };
    case 'completed':
      return complete(state, event.sourceId);
    case 'noOutput':
    case 'error':
      return { ...settle(state, 'notfound'), running: [] };
  }
}

function start(state: ScrapeProgress, id: string): ScrapeProgress {
  // The protocol has no success event. A source followed by its own embed has succeeded, any other has found nothing.
  const isOfCurrentSource = sourceOf(state, id)?.id === state.current;
  const settled = settle(state, isOfCurrentSource ? 'success' : 'notfound');
  return { ...change(settled, id, { status: 'pending' }), current: id };
}

function update(
  state: ScrapeProgress,
  event: Extract<ScrapeEvent, { type: 'update' }>,
): ScrapeProgress {
  const { current } = state;
  // Older scrapers report a failed embed under its source's id.
  const isForEmbed =
    current !== undefined && current !== event.id && isEmbedOf(state, current, event.id);
  return change(state, isForEmbed ? current : event.id, {
    status: event.status,
    percentage: Math.min(100, Math.max(0, event.percentage)),
    reason: event.reason,
    error: event.error,
    cause: event.cause,
  });
}

function discover(
  state: ScrapeProgress,
  event: Extract<ScrapeEvent, { type: 'discoverEmbeds' }>,
): ScrapeProgress {
  const embeds = event.embeds.map(({ id, embedScraperId }) => waiting(id, embedScraperId));
  return {
    ...state,
    sources: state.sources.map((source) =>
      source.id === event.sourceId ? { ...source, embeds } : source,
    ),
  };
}

function complete(state: ScrapeProgress, sourceId: string): ScrapeProgress {
  const { current } = state;
  const isInside = current !== undefined && sourceOf(state, current)?.id === sourceId;
  const won = change(state, sourceId, { status: 'success', percentage: 100 });
  if (!isInside || current === sourceId) return { ...won, current: sourceId, running: [] };
  return { ...change(won, current, { status: 'success', percentage: 100 }), running: [] };
}

/** Sets the result of a pending current item. */
function settle(state: ScrapeProgress, status: 'success' | 'notfound'): ScrapeProgress {
  const { current } = state;
  return current !== undefined && find(state, current)?.status === 'pending'
    ? change(state, current, { status, percentage: 100 })
    : state;
}

function change(state: ScrapeProgress, id: string, patch: Partial<ScrapeItem>): ScrapeProgress {
  return {
    ...state,
    sources: state.sources.map((source) => {
      if (source.id === id) return { ...source, ...patch };
      if (!source.embeds.some((embed) => embed.id === id)) return source;
      return {
        ...source,
        embeds: source.embeds.map((embed) => (embed.id === id ? { ...embed, ...patch } : embed)),
      };
    }),
  };
}

export function find(state: ScrapeProgress, id: string): ScrapeItem | undefined {
  return state.sources
    .flatMap((source) => [source, ...source.embeds])
    .find((item) => item.id === id);
}

/** The source with this id, or with the embed of this id. */
export function sourceOf(state: ScrapeProgress, id: string): ScrapeSource | undefined {
  return state.sources.find(
    (source) => source.id === id || source.embeds.some((embed) => embed.id === id),
  );
}

function isEmbedOf(state: ScrapeProgress, id: string, sourceId: string): boolean {
  return id !== sourceId && sourceOf(state, id)?.id === sourceId;
}

/** A source is "not found" if all its embeds failed, and pending while it is searched in parallel. */
export function shownStatus(state: ScrapeProgress, source: ScrapeSource): ScrapeStatus {
  const haveEmbedsFailed =
    source.embeds.length > 0 &&
    source.embeds.every(({ status }) => status === 'notfound' || status === 'failure');
  if (haveEmbedsFailed) return 'notfound';
  const isRunning = source.status === 'waiting' && state.running.includes(source.id);
  return isRunning ? 'pending' : source.status;
}

function waiting(id: string, scraperId = id): ScrapeItem {
  return { id, scraperId, status: 'waiting', percentage: 0 };
}
