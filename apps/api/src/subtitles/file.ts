import {
  SUBTITLE_ERRORS,
  SUBTITLE_UNAVAILABLE,
  SubtitleSource,
} from '@matinee/shared/contract/subtitles';
import { ApiError, forbidden } from '#http/api-error.ts';
import { describeSubtitleError } from './search.ts';
import { ServiceError, type SubtitleService } from './service.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import { EmptySubtitle, toWebVtt } from '@matinee/shared/subtitles/convert';
import { InvalidSubtitle } from '@matinee/shared/subtitles/cue';
import { decode } from '@matinee/shared/subtitles/encoding';
import { unpack } from './unpack.ts';
import { decompress } from '#proxy/decompress.ts';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import { z } from 'zod';

export interface SubtitleLoaderOptions {
  readonly services: readonly SubtitleService[];
  readonly download: DownloadSubtitle;
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Loads a subtitle as WebVTT, or the original if requested. Throws an `ApiError`. */
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
    name: 'subtitle files',
    maxBytes: CACHE_BYTES,
    bytesOf: ({ text }) => 2 * text.length,
    now,
  });

  async function fetchFile({ source, at, episode }: SubtitleAddress, signal: AbortSignal) {
    const service = services.find(({ id }) => id === source);
    if (!service) throw new ServiceError('The service is turned off.');
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

export interface DownloaderOptions {
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  readonly maxBytes: number;
}

export type DownloadSubtitle = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

const TIMEOUT_MS = 15_000;
/** Downloads a complete file, or throws. */
export function createDownloader({
  upstream,
  userAgent,
  maxBytes,
}: DownloaderOptions): DownloadSubtitle {
  return async (url, signal) => {
    const response = await upstream.open({
      url,
      method: 'GET',
      headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    try {
      if (response.status !== 200) throw downloadError(response);
      return await readBytes(response, maxBytes);
    } finally {
      response.body.destroy();
    }
  };
}

function downloadError({ status, headers }: UpstreamResponse): ServiceError {
  const seconds = Number(headers['retry-after']);
  if (status === 429 || status === 503) {
    return new ServiceError(
      'The service limits requests from this server.',
      seconds > 0 ? seconds : 10,
    );
  }
  if (status === 404 || status === 410)
    return new ServiceError('The service no longer has this file.');
  return new ServiceError(`The service responded with status ${status}.`);
}

async function readBytes(
  { headers, body }: UpstreamResponse,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompress({ headers, body })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      throw new ServiceError(`The file is larger than ${maxBytes / 1024 / 1024} MB.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/**
 * Everything needed to fetch and decode a file. The server encrypts it in a token, to keep clients from naming other
 * files.
 */
const SubtitleAddress = z.object({
  source: SubtitleSource,
  at: z.string(),
  language: z.string(),
  encoding: z.string().optional(),
  fps: z.number().optional(),
  /** Whether to serve the original file. */
  isOriginal: z.boolean().optional(),
  episode: z.object({ season: z.number(), number: z.number() }).optional(),
});
export type SubtitleAddress = z.infer<typeof SubtitleAddress>;

/** An internal scheme that no fetcher opens. */
const SCHEME = 'subtitle:';

export function encodeAddress(address: SubtitleAddress): string {
  return SCHEME + JSON.stringify(address);
}

export function decodeAddress(url: string): SubtitleAddress {
  const parsed = url.startsWith(SCHEME)
    ? SubtitleAddress.safeParse(JSON.parse(url.slice(SCHEME.length)))
    : undefined;
  if (!parsed?.success) throw forbidden("This subtitle link isn't valid on this server.");
  return parsed.data;
}
