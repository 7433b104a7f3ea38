// Tries chosen sources one after another through the relay's single-source calls, and reports like a complete run.
import type {
  EmbedOutput,
  EmbedRef,
  MissCause,
  ScrapeError,
  ScrapeEvent,
  SourceOutput,
  UpdateEvent,
} from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { runEmbedThroughRelay, runSourceThroughRelay } from './relay.ts';
import { RelayError } from './relay-response.ts';

interface Chosen {
  readonly media: ScrapeMedia;
  readonly capabilities?: Capabilities | undefined;
  readonly sourceIds: readonly string[];
  readonly isFresh?: boolean | undefined;
}

/** Events of a single source or embed, with the fields that both have. */
type RunEvent<Output> =
  UpdateEvent | (Failure & { type: 'error' }) | (Output & { type: 'completed' });

export async function* scrapeSources(
  base: string,
  { sourceIds, ...request }: Chosen,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  yield { type: 'init', sourceIds: [...sourceIds] };
  for (const id of sourceIds) {
    yield { type: 'start', id };
    const found = yield* follow<SourceOutput>(
      id,
      runSourceThroughRelay(base, { ...request, id }, signal),
    );
    const stream = found?.stream?.[0];
    if (stream) {
      yield { type: 'completed', sourceId: id, stream };
      return;
    }
    const embeds = found?.embeds ?? [];
    if (found && embeds.length === 0) yield ended(id, 'notfound');
    const { isFresh } = request;
    const hit = yield* tryEmbeds(base, { id, embeds, isFresh }, signal);
    if (hit) {
      yield { type: 'completed', sourceId: id, embedId: hit.embedId, stream: hit.stream };
      return;
    }
  }
  yield { type: 'noOutput' };
}

async function* tryEmbeds(
  base: string,
  source: { id: string; embeds: readonly EmbedRef[]; isFresh: boolean | undefined },
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, { embedId: string; stream: Stream } | undefined> {
  if (source.embeds.length === 0) return undefined;
  const idOf = (position: number) => `${source.id}-${position}`;
  yield {
    type: 'discoverEmbeds',
    sourceId: source.id,
    embeds: source.embeds.map((embed, position) => ({
      id: idOf(position),
      embedScraperId: embed.embedId,
    })),
  };
  for (const [position, { embedId, url }] of source.embeds.entries()) {
    const id = idOf(position);
    yield { type: 'start', id };
    const found = yield* follow<EmbedOutput>(
      id,
      runEmbedThroughRelay(base, { id: embedId, url, isFresh: source.isFresh }, signal),
    );
    const stream = found?.stream[0];
    if (stream) return { embedId, stream };
    if (found) yield ended(id, 'notfound');
  }
  return undefined;
}

/** Passes events on under the given id. Reports failures; only an unreachable relay ends the scrape. */
async function* follow<Output>(
  id: string,
  run: AsyncIterable<RunEvent<Output>>,
): AsyncGenerator<ScrapeEvent, Output | undefined> {
  try {
    for await (const event of run) {
      if (event.type === 'completed') return event;
      yield event.type === 'update' ? { ...event, id } : failed(id, event);
    }
  } catch (error) {
    if (!(error instanceof RelayError) || error.failure === 'unreachable') throw error;
    yield failed(id, { name: error.name, message: error.message });
  }
  return undefined;
}

function ended(id: string, status: 'notfound' | 'failure'): UpdateEvent {
  return { type: 'update', id, percentage: 100, status };
}

interface Failure extends ScrapeError {
  readonly cause?: MissCause | undefined;
}

function failed(id: string, { name, message, cause }: Failure): UpdateEvent {
  return name === 'NotFoundError'
    ? { ...ended(id, 'notfound'), reason: message, cause }
    : { ...ended(id, 'failure'), error: { name, message } };
}
