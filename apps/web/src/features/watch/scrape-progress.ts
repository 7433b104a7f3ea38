import type { MissCause, ScrapeError, ScrapeEvent } from '@matinee/shared/contract/scrape';

export type ScrapeStatus = 'waiting' | 'pending' | 'success' | 'notfound' | 'failure';

export interface ScrapeItem {
  /** A source's id, or `{sourceId}-{position}` for an embed. */
  readonly id: string;
  /** What to look its name up by. */
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
  /** The item started last. */
  readonly current?: string | undefined;
  /** Tried at this moment beside the current one. */
  readonly running: readonly string[];
}

export const noProgress: ScrapeProgress = { sources: [], running: [] };

/** What one event of a run changes on the progress screen. */
export function scrapeProgress(state: ScrapeProgress, event: ScrapeEvent): ScrapeProgress {
  switch (event.type) {
    case 'init': {
      // The second of two relays may name its sources while the first is at work.
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
  // The protocol has no word for success: a source that is left for one of its own embeds found something, any other did not.
  const isOwnEmbed = sourceOf(state, id)?.id === state.current;
  const settled = settle(state, isOwnEmbed ? 'success' : 'notfound');
  return { ...change(settled, id, { status: 'pending' }), current: id };
}

function update(
  state: ScrapeProgress,
  event: Extract<ScrapeEvent, { type: 'update' }>,
): ScrapeProgress {
  const { current } = state;
  // Older runners report a failed embed under its source's id.
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

/** Closes what is still open under the item that was being tried. */
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

/** The source with this id, or the one that has this embed. */
export function sourceOf(state: ScrapeProgress, id: string): ScrapeSource | undefined {
  return state.sources.find(
    (source) => source.id === id || source.embeds.some((embed) => embed.id === id),
  );
}

function isEmbedOf(state: ScrapeProgress, id: string, sourceId: string): boolean {
  return id !== sourceId && sourceOf(state, id)?.id === sourceId;
}

/** A source whose embeds all came to nothing came to nothing itself; one in the race is being checked. */
export function shownStatus(state: ScrapeProgress, source: ScrapeSource): ScrapeStatus {
  const isSpent =
    source.embeds.length > 0 &&
    source.embeds.every(({ status }) => status === 'notfound' || status === 'failure');
  if (isSpent) return 'notfound';
  const isRacing = source.status === 'waiting' && state.running.includes(source.id);
  return isRacing ? 'pending' : source.status;
}

function waiting(id: string, scraperId = id): ScrapeItem {
  return { id, scraperId, status: 'waiting', percentage: 0 };
}
