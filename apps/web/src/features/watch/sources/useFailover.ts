import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { type ScrapeOptions, scrapeMedia } from '#data/streams/scrape.ts';
import type { Stream } from '@matinee/shared/media/stream';
import { useEffect, useEffectEvent } from 'react';
import { relayUrls } from '#data/session.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { PlaybackSession } from '../playback-session.ts';
import { noProgress, scrapeProgress, type ScrapeProgress } from './scrape-progress.ts';
import type { PickedStream, SourceRunners } from './source-picker.ts';
import {
  embedKeys,
  firstKey,
  foundKey,
  isOfEmbed,
  missedEmbeds,
  streamKeys,
} from './stream-key.ts';
import {
  type FoundStream,
  SKIPPED,
  remainingSources,
  type WatchState,
  type WatchEvent,
} from '../watch-machine.ts';

export type Scrape = (media: ScrapeMedia, options: ScrapeOptions) => AsyncIterable<ScrapeEvent>;

interface FailoverDeps {
  readonly dispatch: (event: WatchEvent) => void;
  readonly session: PlaybackSession;
  readonly deps: OtherStreamsDeps & { readonly scrape: Scrape };
}

/** Replaces a failed stream with another one of its source, else of another source, at the same position. */
export function useFailover(state: WatchState, { dispatch, session, deps }: FailoverDeps): void {
  const failing = state.at === 'failingOver' ? state : undefined;
  // Includes the key, because streams of one source may fail one after another.
  const attempt = failing && `${failing.sourceId} ${failing.key ?? ''}`;

  const failOver = useEffectEvent(async (signal: AbortSignal) => {
    if (!failing) return;
    const isSkipped = failing.error === SKIPPED;
    const sameSource = isSkipped ? undefined : await nextStreamOfSource(failing, deps, signal);
    if (signal.aborted) return;
    const { found, progress } = sameSource
      ? { found: sameSource, progress: failing.progress }
      : await searchRemaining(failing, deps.scrape, signal);
    if (signal.aborted) return;
    dispatch({ type: 'failedOver', progress, found });
    if (found) session.failOverTo(found.stream);
  });

  useEffect(() => {
    if (attempt === undefined) return undefined;
    const lifetime = new AbortController();
    void failOver(lifetime.signal);
    return () => lifetime.abort();
  }, [attempt]);
}

const FINAL_EVENTS: ReadonlySet<string> = new Set(['completed', 'noOutput', 'error']);

interface RemainingSearch {
  readonly progress: ScrapeProgress;
  readonly found?: PickedStream | undefined;
}

async function searchRemaining(
  from: FoundStream,
  scrape: Scrape,
  signal: AbortSignal,
): Promise<RemainingSearch> {
  let progress = noProgress;
  let found: PickedStream | undefined;
  const only = remainingSources(from);
  if (only.length === 0) return { progress: from.progress };
  try {
    for await (const event of scrape(scrapeMedia(from.meta), { signal, only })) {
      progress = scrapeProgress(progress, event);
      if (event.type === 'completed') {
        const { sourceId, stream } = event;
        found = { sourceId, stream, key: foundKey(progress, event) };
      }
      if (FINAL_EVENTS.has(event.type)) break;
    }
  } catch {
    // The stream's error is shown; a retry may find more.
    return { progress: from.progress };
  }
  return { found, progress: mergeProgress(from.progress, progress) };
}

/** Results of the later search override results of the earlier one. */
const mergeProgress = (before: ScrapeProgress, after: ScrapeProgress): ScrapeProgress => ({
  ...before,
  sources: before.sources.map(
    (source) => after.sources.find(({ id }) => id === source.id) ?? source,
  ),
});

/** Limits the wait, because other sources may have a stream. */
const SAME_SOURCE_TIMEOUT_MS = 10_000;
const MAX_STREAMS_PER_SOURCE = 5;
/** After these errors, streams from the same server are skipped. */
const SERVER_ERRORS = new Set<PlaybackError['key']>(['errorNetwork', 'errorServer']);

export interface OtherStreamsDeps extends SourceRunners {
  /** Makes a stream other than the first of its source fetchable. */
  readonly prepareFurther: (sourceId: string, stream: Stream, signal: AbortSignal) => Promise<void>;
}

interface FailedStream extends FoundStream {
  readonly error: PlaybackError;
}

/** The next unplayed stream of the source; undefined if there is none in time. */
export async function nextStreamOfSource(
  failed: FailedStream,
  deps: OtherStreamsDeps,
  outerSignal: AbortSignal,
): Promise<PickedStream | undefined> {
  const { sourceId, stream, error, failedStreams = [], key = firstKey(stream) } = failed;
  const played = new Set([...failedStreams, key]);
  if (played.size >= MAX_STREAMS_PER_SOURCE) return undefined;
  const server = SERVER_ERRORS.has(error.key) ? serverOf(stream) : undefined;
  const signal = AbortSignal.any([outerSignal, AbortSignal.timeout(SAME_SOURCE_TIMEOUT_MS)]);
  try {
    for await (const candidate of streamsOf(failed, deps, signal)) {
      const isDown = server !== undefined && serverOf(candidate.stream) === server;
      if (isDown || played.has(candidate.key)) continue;
      await deps.prepareFurther(sourceId, candidate.stream, signal);
      return { sourceId, ...candidate };
    }
  } catch {
    // The stream's error is shown.
  }
  return undefined;
}

interface KeyedStream {
  readonly stream: Stream;
  readonly key: string;
}

/**
 * The source's own streams, then those of its embeds. Embeds that already gave a stream come last: most have only one.
 */
async function* streamsOf(
  {
    meta,
    sourceId,
    progress,
    stream,
    key: current = firstKey(stream),
    failedStreams = [],
  }: FoundStream,
  { runSource, runEmbed }: SourceRunners,
  signal: AbortSignal,
): AsyncGenerator<KeyedStream, void> {
  const output = await outputOf(runSource(sourceId, scrapeMedia(meta), { signal }));
  if (!output) return;
  yield* listed(output.stream ?? [], undefined);
  const missed = missedEmbeds(progress, sourceId);
  const keys = embedKeys(output.embeds);
  const embeds = output.embeds.map((embed, at) => ({ ...embed, key: keys[at] ?? '' }));
  const hasPlayed = ({ key }: { readonly key: string }) =>
    [current, ...failedStreams].some((played) => isOfEmbed(played, key));
  const inOrder = [...embeds.filter((embed) => !hasPlayed(embed)), ...embeds.filter(hasPlayed)];
  for (const { embedId, url, key } of inOrder) {
    if (missed.has(key)) continue;
    // A failed embed does not stop the others.
    const found = await outputOf(runEmbed(embedId, url, { signal })).catch(() => undefined);
    yield* listed(found?.stream ?? [], key);
  }
}

function listed(streams: readonly Stream[], embed: string | undefined): readonly KeyedStream[] {
  const keys = streamKeys(streams, embed);
  return streams.map((stream, at) => ({ stream, key: keys[at] ?? '' }));
}

async function outputOf<E extends { readonly type: string }>(
  events: AsyncIterable<E>,
): Promise<Extract<E, { type: 'completed' }> | undefined> {
  for await (const event of events) if (isCompleted(event)) return event;
  return undefined;
}

const isCompleted = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { type: 'completed' }> => event.type === 'completed';

/** Undefined for relayed streams, because their server is unknown. */
function serverOf(stream: Stream): string | undefined {
  const [url = ''] =
    stream.type === 'hls'
      ? [stream.playlist]
      : Object.values(stream.qualities).map((file) => file.url);
  const origin = URL.parse(url, location.href)?.origin;
  const ours = [location.href, ...relayUrls()].map((one) => URL.parse(one, location.href)?.origin);
  return ours.includes(origin) ? undefined : origin;
}
