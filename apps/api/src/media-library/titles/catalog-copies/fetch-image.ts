// Fetches TMDB's pictures.
import type { HttpClient } from '#proxy/http-client.ts';
import { imageType } from './image-type.ts';

/** Undefined if there is no picture, or browsers can't show it. Rejects if TMDB is unreachable. */
export type FetchImage = (
  /** The path that TMDB gives for a picture: `/night.jpg`. */
  path: string,
  width: ImageWidth,
  signal: AbortSignal,
) => Promise<Uint8Array | undefined>;

/** The widths that the pages use. */
export type ImageWidth = 'w300' | 'w342' | 'w1280';

export interface ImageFetcherOptions {
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  /** Without a trailing slash. */
  readonly imageUrl: string;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 2 * 1024 * 1024;

export function createImageFetcher({
  upstream,
  userAgent,
  imageUrl,
}: ImageFetcherOptions): FetchImage {
  return async (path, width, signal) => {
    const { status, body } = await upstream.open({
      url: `${imageUrl}/t/p/${width}${path}`,
      method: 'GET',
      headers: { 'user-agent': userAgent, 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    try {
      if (status === 429 || status >= 500) throw new Error(`TMDB's images: status ${status}`);
      if (status !== 200) return undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        if (size > MAX_BYTES) return undefined;
        chunks.push(bytes);
      }
      const image = Buffer.concat(chunks);
      return imageType(image) === undefined ? undefined : image;
    } finally {
      body.destroy();
    }
  };
}
