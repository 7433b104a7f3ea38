// Runs one source or one embed, and converts every failure to a result.
import type { EmbedRef, MissCause, ScrapeError } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { describeError, errorMessage, isTimeout, TimeoutError } from './errors.ts';
import {
  NotFoundError,
  type Embed,
  type Fetcher,
  type InspectFile,
  type RunContext,
  type Source,
  type SourceResult,
  type SourceTrust,
} from './source.ts';
import type { GetMetadata } from './match.ts';
import { probe, validateStream } from './validate-stream.ts';

export interface RunnerContext {
  readonly fetch: Fetcher;
  /** Also reaches the operator's private hosts. Only for the operator's own sources. */
  readonly fetchOwn?: Fetcher | undefined;
  /** Inspects files of sources with each trust level, if the server converts their files. */
  readonly inspectFile?: Partial<Record<SourceTrust, InspectFile>> | undefined;
  /** Unset without a catalog. */
  readonly getMetadata?: GetMetadata | undefined;
  /** The capabilities of the viewer's browser. */
  readonly capabilities?: Capabilities | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
  readonly log: (message: string) => void;
}

export interface RunRequest {
  readonly id: string;
  readonly timeoutMs: number;
  /** The time limit of a single HTTP request. Unset: the fetcher's default. */
  readonly requestTimeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Receives increasing whole numbers. */
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

export function executeSource(
  source: Source,
  media: ScrapeMedia,
  request: RunRequest,
  runner: RunnerContext,
): Promise<RunResult> {
  return execute({ ...request, trust: source.trust ?? 'public' }, runner, (context) =>
    callSource(source, media, context),
  );
}

export function executeEmbed(
  embed: Embed,
  url: string,
  request: RunRequest,
  runner: RunnerContext,
): Promise<RunResult> {
  return execute({ ...request, trust: 'public' }, runner, async (context) => ({
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

type TrustedRequest = RunRequest & { readonly trust: SourceTrust };

async function execute(
  request: TrustedRequest,
  runner: RunnerContext,
  run: (context: RunContext) => Promise<SourceResult>,
): Promise<RunResult> {
  const { signal } = request;
  try {
    return await withTimeout(request, async (runSignal) => {
      const context = createContext(request, runner, runSignal);
      return await playable(await run(context), context, request.trust);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotFoundError) {
      return { status: 'notfound', reason: error.message, cause: error.missCause };
    }
    runner.log(`${request.id} failed: ${errorMessage(error)}`);
    return { status: 'failure', error: describeError(error), timedOut: isTimeout(error) };
  }
}

/** Settles after a timeout or an abort, even if the task ignores its signal. */
async function withTimeout<T>(
  { timeoutMs, signal }: RunRequest,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const run = new AbortController();
  const abort = () => run.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const message = `No response within ${Math.round(timeoutMs / 1000)} s`;
  const timer = setTimeout(() => run.abort(new TimeoutError(message)), timeoutMs);
  try {
    return await Promise.race([task(run.signal), rejectOnAbort(run.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // Stop probes that the task left running.
    run.abort();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function createContext(
  request: TrustedRequest,
  runner: RunnerContext,
  signal: AbortSignal,
): RunContext {
  const { fetch, fetchOwn = fetch } = runner;
  const send = request.trust === 'own' ? fetchOwn : fetch;
  const defaults =
    request.requestTimeoutMs === undefined ? {} : { timeoutMs: request.requestTimeoutMs };
  let reported = 0;
  return {
    fetch: async (url, options) => {
      signal.throwIfAborted();
      return await send(url, { ...defaults, ...options, signal });
    },
    progress: (percentage) => {
      const rounded = Math.min(100, Math.floor(percentage));
      if (signal.aborted || !(rounded > reported)) return;
      reported = rounded;
      request.onProgress(rounded);
    },
    warn: (message) => runner.log(`${request.id}: ${message}`),
    signal,
    capabilities: runner.capabilities,
    inspectFile: runner.inspectFile?.[request.trust],
    getMetadata: async (tmdbId) => {
      try {
        return await runner.getMetadata?.(tmdbId, signal);
      } catch (error) {
        signal.throwIfAborted();
        runner.log(`${request.id}: no metadata for ${tmdbId}: ${errorMessage(error)}`);
        return undefined;
      }
    },
    now: runner.now,
  };
}

/** Keeps the streams that are valid and respond to a probe. */
async function playable(
  result: SourceResult,
  context: RunContext,
  trust: SourceTrust,
): Promise<RunResult> {
  const options = { isTrusted: trust !== 'public', warn: context.warn };
  const valid = result.streams.flatMap((stream) => validateStream(stream, options) ?? []);
  const probed = await Promise.all(valid.map((stream) => probe(stream, context.fetch)));
  const streams = probed.flatMap((it) => (it.plays ? [it.stream] : []));
  const reasons = probed.flatMap((it) => (it.plays ? [] : [it.reason]));
  for (const reason of reasons) context.warn(`skipped a stream: ${reason}`);
  if (streams.length === 0 && result.embeds.length === 0) {
    const [reason] = reasons;
    if (reason === undefined) throw new NotFoundError('No streams found');
    throw new NotFoundError(`No playable stream: ${reason}`, { code: 'deadLink' });
  }
  return { status: 'success', streams, embeds: result.embeds };
}
