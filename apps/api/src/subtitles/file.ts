import { SUBTITLE_ERRORS, SUBTITLE_UNAVAILABLE } from '@matinee/shared/contract/subtitles';
import { ApiError } from '#http/api-error.ts';
import type { SubtitleAddress } from './subtitle-token.ts';
import type { DownloadSubtitle } from './download.ts';
import { describeSubtitleError } from './search.ts';
import { ServiceError, type SubtitleService } from './service.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import { EmptySubtitle, toWebVtt } from '@matinee/shared/subtitles/convert';
import { InvalidSubtitle } from '@matinee/shared/subtitles/cue';
import { decode } from '@matinee/shared/subtitles/encoding';
import { unpack } from './unpack.ts';

export interface SubtitleLoaderOptions {
  readonly services: readonly SubtitleService[];
  readonly download: DownloadSubtitle;
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Loads a subtitle as WebVTT, or the original if requested; throws an `ApiError`. */
export type LoadSubtitle = (address: SubtitleAddress, signal: AbortSignal) => Promise<string>;

const DAY_MS = 24 * 60 * 60 * 1_000;
const CACHE_BYTES = 64 * 1024 * 1024;

export function createSubtitleLoader({
  services,
  download,
  maxBytes,
  now,
}: SubtitleLoaderOptions): LoadSubtitle {
  const cache = createSingleFlightCache<{ readonly text: string }>({
    maxBytes: CACHE_BYTES,
    bytesOf: ({ text }) => 2 * text.length,
    now,
  });

  async function fetchFile({ source, at, episode }: SubtitleAddress, signal: AbortSignal) {
    const service = services.find(({ id }) => id === source);
    if (!service) throw new ServiceError('The service is disabled.');
    const bytes = await download(await service.locate(at, signal), signal);
    return await unpack(bytes, { maxBytes, episode });
  }

  async function load(address: SubtitleAddress, signal: AbortSignal) {
    try {
      const bytes = await fetchFile(address, signal);
      const text = address.isOriginal ? decode(bytes, address) : await toWebVtt(bytes, address);
      return { value: { text }, ttlMs: DAY_MS };
    } catch (error) {
      signal.throwIfAborted();
      throw toApiError(error);
    }
  }

  return async (address, signal) => {
    const key = JSON.stringify(address);
    return (await cache.get(key, (flight) => load(address, flight), signal)).text;
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof EmptySubtitle) return new ApiError(422, SUBTITLE_ERRORS.empty);
  if (error instanceof InvalidSubtitle) return new ApiError(422, SUBTITLE_ERRORS.invalid);
  const message = `${SUBTITLE_UNAVAILABLE}: ${describeSubtitleError(error)}`;
  const wait = error instanceof ServiceError ? error.retryAfterSeconds : undefined;
  return wait === undefined ? new ApiError(502, message) : new ApiError(503, message, wait);
}
