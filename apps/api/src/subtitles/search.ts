import { ApiError } from '#http/api-error.ts';
import { describeFailure } from '#proxy/http-client.ts';
import { candidateOf, type Candidate } from './rank.ts';
import { ServiceFailed, type SubtitleService, type Wanted } from './service.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';

export interface SearchOptions {
  readonly services: readonly SubtitleService[];
  /** For services that know titles by their IMDb id only. */
  readonly imdbIdOf: (wanted: Wanted, signal: AbortSignal) => Promise<string | undefined>;
  /** Until whoever has not answered is left out. */
  readonly limitMs: number;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

/** All that the services have, in any order. */
export type Search = (wanted: Wanted, signal: AbortSignal) => Promise<readonly Candidate[]>;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Of a list from which somebody was missing. */
const PARTIAL_MS = 60_000;
const CACHE_BYTES = 16 * 1024 * 1024;

interface Answer {
  readonly service: SubtitleService;
  readonly candidates: readonly Candidate[];
  /** Why there are none. */
  readonly failure?: string;
}

export function createSearch(options: SearchOptions): Search {
  const { services, imdbIdOf, limitMs, now } = options;
  const cache = createSingleFlightCache<readonly Candidate[]>({
    maxBytes: CACHE_BYTES,
    bytesOf: (list) => 2 * JSON.stringify(list).length,
    now,
  });
  const askOne = createAsking(options);

  async function askAll(wanted: Wanted, signal: AbortSignal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const imdbId = wanted.imdbId ?? (await imdbIdOf(wanted, limit).catch(() => undefined));
    const answers = await Promise.all(
      services.map((service) => askOne(service, { ...wanted, imdbId }, limit)),
    );
    signal.throwIfAborted();
    const failed = answers.filter(({ failure }) => failure !== undefined);
    if (failed.length > 0 && failed.length === answers.length) throw allFailed(failed);
    return {
      value: answers.flatMap(({ candidates }) => candidates),
      ttlMs: failed.length > 0 ? PARTIAL_MS : DAY_MS,
    };
  }

  return (wanted, signal) => cache.get(keyOf(wanted), (flight) => askAll(wanted, flight), signal);
}

function keyOf({ tmdbId, imdbId, episode, languages }: Wanted): string {
  return JSON.stringify([tmdbId, imdbId, episode?.season, episode?.number, languages.toSorted()]);
}

/** Asks one service, unless it wants to be left alone for a while; it never throws. */
function createAsking({ now, log }: SearchOptions) {
  const rests = new Map<SubtitleService, { readonly until: number; readonly why: string }>();

  return async (service: SubtitleService, wanted: Wanted, signal: AbortSignal): Promise<Answer> => {
    const rest = rests.get(service);
    if (rest && now() < rest.until) return { service, candidates: [], failure: rest.why };
    try {
      const found = await service.find(wanted, signal);
      const { episode } = wanted;
      return {
        service,
        candidates: found.flatMap((one) => candidateOf(one, service.id, episode) ?? []),
      };
    } catch (error) {
      const failure = reasonOf(error);
      if (error instanceof ServiceFailed && error.retryAfterSeconds !== undefined) {
        rests.set(service, { until: now() + error.retryAfterSeconds * 1_000, why: failure });
      }
      if (!signal.aborted || isTimeout(signal.reason)) log(`${service.name} failed: ${failure}`);
      return { service, candidates: [], failure };
    }
  };
}

function allFailed(failed: readonly Answer[]): ApiError {
  const reasons = failed.map(({ service, failure }) => `${service.name}: ${failure}`);
  return new ApiError(502, `No subtitle service answered. ${reasons.join(' ')}`);
}

/** For people: nothing in it comes from the other side. */
export function reasonOf(error: unknown): string {
  if (error instanceof ServiceFailed) return error.message;
  if (isTimeout(error)) return 'It took too long.';
  const { status, message } = describeFailure(error);
  return status === 403 ? 'It leads where this server does not go.' : message;
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';
