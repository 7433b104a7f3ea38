import { SUBTITLE_FAULTS } from '@matinee/shared/contract/subtitles';
import type { CaptionTrack } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { ExtensionError } from '#data/streams/extension/messages.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { requestBytes, requestText, type HttpAnswer } from '#lib/http.ts';
import { proxiedBytes, proxiedText } from './proxied-fetch.ts';

const LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 };

/** Fetched once for the tab's life: captions are switched on and off more often than they change. */
const fetched = new Map<string, string>();
const KEPT = 20;

type Address = Pick<CaptionTrack, 'url' | 'hasCorsRestrictions'>;

export async function captionText(
  track: Address,
  signal: AbortSignal,
  /** The text in the cache could not be read: fetch it anew. */
  isAnew = false,
): Promise<string> {
  const known = isAnew ? undefined : fetched.get(track.url);
  if (known !== undefined) return known;
  const get = track.hasCorsRestrictions ? restrictedText : requestText;
  const { status, body } = await get(track.url, { ...LIMITS, signal });
  if (status < 200 || status > 299) throw new Error(faultIn(body) ?? 'failed to get caption data');
  keep(track.url, body);
  return body;
}

/** A server may have to take them out of a large file first. */
const IMAGE_LIMITS = { timeoutMs: 120_000, maxBytes: 128 * 1024 * 1024 };
/** Large: only those that were shown last are kept. */
let images: { readonly url: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;

/** Pictures of words; the extension carries text only. */
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

type Answer = Pick<HttpAnswer<string>, 'status' | 'body'>;
type Request = typeof LIMITS & { readonly signal: AbortSignal };

const throughExtension = createExtensionFetcher();

/** By the viewer's own extension where there is one; it may fail where a proxy does not. */
async function restrictedText(url: string, request: Request): Promise<Answer> {
  if ((await askExtensionStatus(request.signal)) === 'success') {
    try {
      return await throughExtension(url, request);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof ExtensionError)) throw error;
    }
  }
  return proxiedText(url, request);
}

const ErrorBody = z.object({ message: z.enum([SUBTITLE_FAULTS.empty, SUBTITLE_FAULTS.invalid]) });

/** Our own server says of a file that is none what is wrong with it. */
function faultIn(body: string): string | undefined {
  try {
    return ErrorBody.safeParse(JSON.parse(body)).data?.message;
  } catch {
    return undefined;
  }
}

function keep(url: string, text: string): void {
  const [oldest] = fetched.keys();
  if (fetched.size >= KEPT && oldest !== undefined) fetched.delete(oldest);
  fetched.set(url, text);
}
