import { SUBTITLE_ERRORS } from '@matinee/shared/contract/subtitles';
import type { CaptionTrack } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { ExtensionError } from '#data/streams/extension/messages.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { requestBytes, requestText, type HttpResponse } from '#lib/http.ts';
import { proxiedBytes, proxiedText } from './proxied-fetch.ts';

const LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 };

/** Viewers switch captions on and off more often than they change them. */
const cache = new Map<string, string>();
const MAX_CACHED = 20;

type Address = Pick<CaptionTrack, 'url' | 'hasCorsRestrictions'>;

export async function captionText(
  track: Address,
  signal: AbortSignal,
  /** Fetches a cached text again, because it could not be read. */
  skipCache = false,
): Promise<string> {
  const known = skipCache ? undefined : cache.get(track.url);
  if (known !== undefined) return known;
  const get = track.hasCorsRestrictions ? restrictedText : requestText;
  const { status, body } = await get(track.url, { ...LIMITS, signal });
  if (status < 200 || status > 299)
    throw new Error(errorMessageIn(body) ?? 'failed to get caption data');
  store(track.url, body);
  return body;
}

/** A server may have to extract them from a large file. */
const IMAGE_LIMITS = { timeoutMs: 120_000, maxBytes: 128 * 1024 * 1024 };
/** Caches only the last file, because the files are large. */
let images: { readonly url: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;

/** Fetches image captions. The extension transfers only text. */
export async function captionImages(
  { url, hasCorsRestrictions }: Address,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (images?.url === url) return images.bytes;
  const get = hasCorsRestrictions ? proxiedBytes : requestBytes;
  const { status, body } = await get(url, { ...IMAGE_LIMITS, signal });
  if (status < 200 || status > 299) throw new Error('failed to get caption data');
  images = { url, bytes: body };
  return body;
}

type TextResponse = Pick<HttpResponse<string>, 'status' | 'body'>;
type Request = typeof LIMITS & { readonly signal: AbortSignal };

const throughExtension = createExtensionFetcher();

/** Fetches through the extension. Without one, or if it fails, fetches through a proxy. */
async function restrictedText(url: string, request: Request): Promise<TextResponse> {
  if ((await fetchExtensionStatus(request.signal)) === 'success') {
    try {
      return await throughExtension(url, request);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof ExtensionError)) throw error;
    }
  }
  return proxiedText(url, request);
}

const ErrorBody = z.object({ message: z.enum([SUBTITLE_ERRORS.empty, SUBTITLE_ERRORS.invalid]) });

/** This site's server explains invalid files. */
function errorMessageIn(body: string): string | undefined {
  try {
    return ErrorBody.safeParse(JSON.parse(body)).data?.message;
  } catch {
    return undefined;
  }
}

function store(url: string, text: string): void {
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(url, text);
}
