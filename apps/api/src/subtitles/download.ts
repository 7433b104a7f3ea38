import { decompress } from '#proxy/decompress.ts';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import { ServiceError } from './service.ts';

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
    return new ServiceError('It is rate limiting this server.', seconds > 0 ? seconds : 10);
  }
  if (status === 404 || status === 410) return new ServiceError('It no longer has the file.');
  return new ServiceError(`It responded with status ${status}.`);
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
      throw new ServiceError(`It is larger than ${maxBytes / 1024 / 1024} MB.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
