// Running one source or one embed, with everything that may go wrong turned into an outcome.
import type { EmbedRef, MissCause, ScrapeError } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { validateStream } from './validate-stream.ts';
import type { GetMetadata } from './title-metadata.ts';
import { describeError, isTimeout, errorMessage } from './errors.ts';
import { probe } from './probe.ts';
import {
  NotFoundError,
  type Embed,
  type Fetcher,
  type RunContext,
  type Source,
  type SourceResult,
} from './source.ts';
import { withinTime } from './time-limit.ts';

/** What every run is given. */
export interface RunnerContext {
  readonly fetch: Fetcher;
  /** For the operator's own sources, where it reaches further. */
  readonly fetchOwn?: Fetcher | undefined;
  /** Unset where there is no catalogue to ask. */
  readonly getMetadata?: GetMetadata | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that never jumps. */
  readonly elapsed: () => number;
  readonly log: (message: string) => void;
}

export interface RunRequest {
  readonly id: string;
  readonly limitMs: number;
  /** How long one request may take, where that is not as usual. */
  readonly requestMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Whole numbers, each greater than the last. */
  readonly onProgress: (percentage: number) => void;
}

export type RunFailure =
  | {
      readonly status: 'notfound';
      readonly reason: string;
      readonly cause?: MissCause | undefined;
    }
  | { readonly status: 'failure'; readonly error: ScrapeError; readonly timedOut: boolean };

export type RunResult =
  | {
      readonly status: 'success';
      readonly streams: readonly Stream[];
      readonly embeds: readonly EmbedRef[];
    }
  | RunFailure;

export function runSource(
  source: Source,
  media: ScrapeMedia,
  attempt: RunRequest,
  surroundings: RunnerContext,
): Promise<RunResult> {
  return carryOut({ ...attempt, isOwn: source.isOwn === true }, surroundings, (context) =>
    callSource(source, media, context),
  );
}

export function runEmbed(
  embed: Embed,
  url: string,
  attempt: RunRequest,
  surroundings: RunnerContext,
): Promise<RunResult> {
  return carryOut({ ...attempt, isOwn: false }, surroundings, async (context) => ({
    embeds: [],
    streams: await embed.run({ ...context, url }),
  }));
}

async function callSource(
  source: Source,
  media: ScrapeMedia,
  context: RunContext,
): Promise<SourceResult> {
  const result =
    media.type === 'movie'
      ? await source.movie?.({ ...context, media })
      : await source.show?.({ ...context, media });
  if (!result) throw new Error(`Source is not compatible with ${media.type}s`);
  return result;
}

type OwnedAttempt = RunRequest & { readonly isOwn: boolean };

async function carryOut(
  attempt: OwnedAttempt,
  surroundings: RunnerContext,
  run: (context: RunContext) => Promise<SourceResult>,
): Promise<RunResult> {
  const { limitMs: ms, signal } = attempt;
  const message = `No answer within ${Math.round(ms / 1000)} s`;
  try {
    return await withinTime({ ms, signal, message }, async (own) => {
      const context = contextOf(attempt, surroundings, own);
      return await playable(await run(context), context, attempt.isOwn);
    });
  } catch (error) {
    // Who stopped the run wants no outcome of it.
    signal.throwIfAborted();
    if (error instanceof NotFoundError) {
      return { status: 'notfound', reason: error.message, cause: error.missCause };
    }
    surroundings.log(`${attempt.id} failed: ${errorMessage(error)}`);
    return { status: 'failure', error: describeError(error), timedOut: isTimeout(error) };
  }
}

async function playable(
  result: SourceResult,
  context: RunContext,
  isOwn: boolean,
): Promise<RunResult> {
  const offer = { isOwn, warn: context.warn };
  const accepted = result.streams.flatMap((stream) => validateStream(stream, offer) ?? []);
  const probed = await Promise.all(accepted.map((stream) => probe(stream, context.fetch)));
  const streams = probed.flatMap((it) => (it.plays ? [it.stream] : []));
  const refusals = probed.flatMap((it) => (it.plays ? [] : [it.reason]));
  for (const reason of refusals) context.warn(`skipped a stream: ${reason}`);
  if (streams.length === 0 && result.embeds.length === 0) {
    const [reason] = refusals;
    if (reason === undefined) throw new NotFoundError('No streams found');
    throw new NotFoundError(`No playable stream: ${reason}`, { code: 'deadLink' });
  }
  return { status: 'success', streams, embeds: result.embeds };
}

function contextOf(
  attempt: OwnedAttempt,
  surroundings: RunnerContext,
  signal: AbortSignal,
): RunContext {
  const { fetch, fetchOwn = fetch } = surroundings;
  const ask = attempt.isOwn ? fetchOwn : fetch;
  const usual = attempt.requestMs === undefined ? {} : { timeoutMs: attempt.requestMs };
  let reached = 0;
  return {
    fetch: async (url, options) => {
      signal.throwIfAborted();
      return await ask(url, { ...usual, ...options, signal });
    },
    progress: (percentage) => {
      const whole = Math.min(100, Math.floor(percentage));
      if (signal.aborted || !(whole > reached)) return;
      reached = whole;
      attempt.onProgress(whole);
    },
    warn: (message) => surroundings.log(`${attempt.id}: ${message}`),
    signal,
    getMetadata: async (tmdbId) => {
      try {
        return await surroundings.getMetadata?.(tmdbId, signal);
      } catch (error) {
        signal.throwIfAborted();
        surroundings.log(`${attempt.id}: nothing is known of ${tmdbId}: ${errorMessage(error)}`);
        return undefined;
      }
    },
    now: surroundings.now,
  };
}
