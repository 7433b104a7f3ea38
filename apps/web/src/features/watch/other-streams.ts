// Further streams of a source whose stream did not play. They come before other sources.
import type { Stream } from '@matinee/shared/media/stream';
import { relayUrls } from '#data/session.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import { scrapeMedia } from './scrape-media.ts';
import type { Catch, SwitchRuns } from './source-picker.ts';
import { embedKeys, firstKey, isOfEmbed, missedEmbeds, streamKeys } from './stream-key.ts';
import type { Found } from './watch-machine.ts';

/** A viewer waits, and other sources may have it. */
const LIMIT_MS = 10_000;
const MOST_OF_A_SOURCE = 5;
/** Another stream of the same server would not do better. */
const OF_THE_SERVER = new Set<PlaybackError['key']>(['errorNetwork', 'errorServer']);

export interface OtherStreamsDeps extends SwitchRuns {
  /** Lets the page fetch a stream that is not the first of its source. */
  readonly prepareFurther: (sourceId: string, stream: Stream, signal: AbortSignal) => Promise<void>;
}

interface Failed extends Found {
  readonly error: PlaybackError;
}

/** The next stream of the source that has not been played; undefined when there is none, or it does not come in time. */
export async function nextOfSource(
  failed: Failed,
  deps: OtherStreamsDeps,
  leaving: AbortSignal,
): Promise<Catch | undefined> {
  const { sourceId, stream, error, spent = [], key = firstKey(stream) } = failed;
  const played = new Set([...spent, key]);
  if (played.size >= MOST_OF_A_SOURCE) return undefined;
  const server = OF_THE_SERVER.has(error.key) ? serverOf(stream) : undefined;
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LIMIT_MS)]);
  try {
    for await (const offer of offersOf(failed, deps, signal)) {
      const isDown = server !== undefined && serverOf(offer.stream) === server;
      if (isDown || played.has(offer.key)) continue;
      await deps.prepareFurther(sourceId, offer.stream, signal);
      return { sourceId, ...offer };
    }
  } catch {
    // The error of the stream is the one to show.
  }
  return undefined;
}

interface Offer {
  readonly stream: Stream;
  readonly key: string;
}

/**
 * The streams of the source itself, then those of its embeds. These are asked one after the other: last the ones that have given
 * a stream before, for most have only one.
 */
async function* offersOf(
  { meta, sourceId, progress, stream, key: current = firstKey(stream), spent = [] }: Found,
  { runSource, runEmbed }: SwitchRuns,
  signal: AbortSignal,
): AsyncGenerator<Offer, void> {
  const output = await outputOf(runSource(sourceId, scrapeMedia(meta), signal));
  if (!output) return;
  yield* listed(output.stream ?? [], undefined);
  const missed = missedEmbeds(progress, sourceId);
  const keys = embedKeys(output.embeds);
  const embeds = output.embeds.map((embed, at) => ({ ...embed, key: keys[at] ?? '' }));
  const hasPlayed = ({ key }: { readonly key: string }) =>
    [current, ...spent].some((played) => isOfEmbed(played, key));
  const inOrder = [...embeds.filter((embed) => !hasPlayed(embed)), ...embeds.filter(hasPlayed)];
  for (const { embedId, url, key } of inOrder) {
    if (missed.has(key)) continue;
    // An embed that fails is no reason to leave out the next one.
    const found = await outputOf(runEmbed(embedId, url, signal)).catch(() => undefined);
    yield* listed(found?.stream ?? [], key);
  }
}

function listed(streams: readonly Stream[], embed: string | undefined): readonly Offer[] {
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

/** Undefined for a stream that comes through this site: the server behind it is not known. */
function serverOf(stream: Stream): string | undefined {
  const [url = ''] =
    stream.type === 'hls'
      ? [stream.playlist]
      : Object.values(stream.qualities).map((file) => file.url);
  const origin = URL.parse(url, location.href)?.origin;
  const ours = [location.href, ...relayUrls()].map((one) => URL.parse(one, location.href)?.origin);
  return ours.includes(origin) ? undefined : origin;
}
