// One source or one embed alone, as a viewer asks for it in the menu.
import type {
  MissCause,
  ScrapeEmbedEvent,
  ScrapeError,
  ScrapeSourceEvent,
  UpdateEvent,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import {
  runEmbed,
  runSource,
  type RunRequest,
  type RunFailure,
  type RunResult,
  type RunnerContext,
} from './run-source.ts';
import { createAsyncQueue } from './async-queue.ts';
import type { SourceTimeouts } from './race.ts';
import type { Registry } from './registry.ts';

const LIMIT_MS = 30_000;

interface Alone {
  readonly id: string;
  /** Milliseconds that requests of single sources may take, by their ids. */
  readonly limits?: SourceTimeouts;
  readonly registry: Registry;
  readonly surroundings: RunnerContext;
  readonly signal: AbortSignal;
}

export async function* runSingleSource(
  alone: Alone,
  media: ScrapeMedia,
): AsyncGenerator<ScrapeSourceEvent, void, undefined> {
  const { registry, surroundings } = alone;
  const source = registry.source(alone.id);
  if (!source) return yield unknownId('Source');
  const outcome = yield* follow(alone, (attempt) =>
    runSource(source, media, attempt, surroundings),
  );
  if (outcome.status !== 'success') return yield failed(outcome);
  const embeds = outcome.embeds.filter(({ embedId }) => registry.embed(embedId));
  const stream = [...outcome.streams];
  if (stream.length > 0) yield { type: 'completed', embeds, stream };
  else if (embeds.length > 0) yield { type: 'completed', embeds };
  else yield failed({ status: 'notfound', reason: 'No embeds found' });
}

export async function* runSingleEmbed(
  alone: Alone,
  url: string,
): AsyncGenerator<ScrapeEmbedEvent, void, undefined> {
  const embed = alone.registry.embed(alone.id);
  if (!embed) return yield unknownId('Embed');
  const outcome = yield* follow(alone, (attempt) =>
    runEmbed(embed, url, attempt, alone.surroundings),
  );
  if (outcome.status !== 'success') return yield failed(outcome);
  yield { type: 'completed', stream: [...outcome.streams] };
}

/** Hands on the progress of one attempt and returns how it ended. Leaving early stops it. */
async function* follow(
  { id, signal, limits = {} }: Alone,
  start: (attempt: RunRequest) => Promise<RunResult>,
): AsyncGenerator<UpdateEvent, RunResult, undefined> {
  const left = new AbortController();
  const events = createAsyncQueue<UpdateEvent | 'ended'>();
  const outcome = start({
    id,
    limitMs: LIMIT_MS,
    requestMs: limits[id],
    signal: AbortSignal.any([signal, left.signal]),
    onProgress: (percentage) => events.push({ type: 'update', id, percentage, status: 'pending' }),
  });
  const end = () => events.push('ended');
  outcome.then(end, end);
  try {
    for (let event = await events.next(); event !== 'ended'; event = await events.next()) {
      if (event) yield event;
    }
    return await outcome;
  } finally {
    left.abort();
  }
}

function failed(miss: RunFailure): ScrapeError & { type: 'error'; cause?: MissCause | undefined } {
  if (miss.status === 'failure') return { type: 'error', ...miss.error };
  return { type: 'error', name: 'NotFoundError', message: miss.reason, cause: miss.cause };
}

function unknownId(what: 'Source' | 'Embed'): ScrapeError & { type: 'error' } {
  return { type: 'error', name: 'Error', message: `${what} with ID not found` };
}
