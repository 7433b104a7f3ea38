import { ApiError } from '#http/api-error.ts';
import { describeUpstreamError } from '#proxy/http-client.ts';
import { toCandidate, type SubtitleCandidate } from './rank.ts';
import { ServiceError, type SubtitleService, type SubtitleTarget } from './service.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';

export interface SearchSubtitlesOptions {
  readonly services: readonly SubtitleService[];
  /** Finds the IMDb ID for services that identify titles only by it. */
  readonly imdbIdOf: (wanted: SubtitleTarget, signal: AbortSignal) => Promise<string | undefined>;
  /** The timeout after which slow services are left out. */
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

/** Searches all services. Results are unordered. */
export type SearchSubtitles = (
  wanted: SubtitleTarget,
  signal: AbortSignal,
) => Promise<readonly SubtitleCandidate[]>;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The cache time of a list that lacks a service. */
const PARTIAL_MS = 60_000;
const CACHE_BYTES = 16 * 1024 * 1024;

interface ServiceResult {
  readonly service: SubtitleService;
  readonly candidates: readonly SubtitleCandidate[];
  /** The reason if there are no results. */
  readonly failure?: string;
}

export function createSearch(options: SearchSubtitlesOptions): SearchSubtitles {
  const { services, imdbIdOf, timeoutMs, now } = options;
  const cache = createSingleFlightCache<readonly SubtitleCandidate[]>({
    name: 'subtitle searches',
    maxBytes: CACHE_BYTES,
    bytesOf: (list) => 2 * JSON.stringify(list).length,
    now,
  });
  const queryService = createServiceQuery(options);

  async function queryAll(wanted: SubtitleTarget, signal: AbortSignal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const imdbId = wanted.imdbId ?? (await imdbIdOf(wanted, limit).catch(() => undefined));
    const results = await Promise.all(
      services.map((service) => queryService(service, { ...wanted, imdbId }, limit)),
    );
    signal.throwIfAborted();
    const failed = results.filter(({ failure }) => failure !== undefined);
    if (failed.length > 0 && failed.length === results.length) throw allFailed(failed);
    return {
      value: results.flatMap(({ candidates }) => candidates),
      ttlMs: failed.length > 0 ? PARTIAL_MS : DAY_MS,
    };
  }

  return (wanted, signal) => cache.get(keyOf(wanted), (flight) => queryAll(wanted, flight), signal);
}

function keyOf({ tmdbId, imdbId, episode, languages }: SubtitleTarget): string {
  return JSON.stringify([tmdbId, imdbId, episode?.season, episode?.number, languages.toSorted()]);
}

/** Queries one service, unless it is paused after an error. Never throws. */
function createServiceQuery({ now, log }: SearchSubtitlesOptions) {
  const pauses = new Map<SubtitleService, { readonly until: number; readonly why: string }>();

  return async (
    service: SubtitleService,
    wanted: SubtitleTarget,
    signal: AbortSignal,
  ): Promise<ServiceResult> => {
    const pause = pauses.get(service);
    if (pause && now() < pause.until) return { service, candidates: [], failure: pause.why };
    try {
      const found = await service.find(wanted, signal);
      const { episode } = wanted;
      return {
        service,
        candidates: found.flatMap((one) => toCandidate(one, service.id, episode) ?? []),
      };
    } catch (error) {
      const failure = describeSubtitleError(error);
      if (error instanceof ServiceError && error.retryAfterSeconds !== undefined) {
        pauses.set(service, { until: now() + error.retryAfterSeconds * 1_000, why: failure });
      }
      if (!signal.aborted || isTimeout(signal.reason)) log(`${service.name} failed: ${failure}`);
      return { service, candidates: [], failure };
    }
  };
}

function allFailed(failed: readonly ServiceResult[]): ApiError {
  const reasons = failed.map(({ service, failure }) => `${service.name}: ${failure}`);
  return new ApiError(502, `All subtitle services failed. ${reasons.join(' ')}`);
}

/** Returns a reason for users, without text from the service. */
export function describeSubtitleError(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (isTimeout(error)) return 'The service took too long to respond.';
  const { status, message } = describeUpstreamError(error);
  return status === 403 ? "The service uses an address that isn't allowed." : message;
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';
