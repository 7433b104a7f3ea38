import { requestText } from '#lib/http.ts';
import type { KnownType } from './custom-stream.ts';

const LIMIT_MS = 8_000;
/** A playlist begins with its name (RFC 8216, 4.3.1.1); the rest of a file is not fetched. */
const HEAD_BYTES = 64;

/**
 * Asks the server what its address is: by the content type, and by the first bytes where that says nothing. A response that the
 * page may not read leaves it to the video element, which may play it all the same.
 */
export async function detectType(url: string, signal: AbortSignal): Promise<KnownType> {
  try {
    const { headers, body } = await requestText(url, {
      headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
      maxBytes: HEAD_BYTES,
      isCut: true,
      timeoutMs: LIMIT_MS,
      signal,
    });
    const type = headers.get('content-type') ?? '';
    return /mpegurl/i.test(type) || /^\ufeff?#EXTM3U/.test(body) ? 'hls' : 'mp4';
  } catch {
    return 'mp4';
  }
}
