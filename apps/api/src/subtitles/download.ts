import { decoded } from '#proxy/decompress.ts';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import { ServiceFailed } from './service.ts';

export interface DownloaderOptions {
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  readonly maxBytes: number;
}

export type Download = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

const LIMIT_MS = 15_000;
/** Fetches a file whole, or not at all. */
export function createDownloader({ upstream, userAgent, maxBytes }: DownloaderOptions): Download {
  return async (url, signal) => {
    const answer = await upstream.open({
      url,
      method: 'GET',
      headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    try {
      if (answer.status !== 200) throw refusalOf(answer);
      return await wholeOf(answer, maxBytes);
    } finally {
      answer.body.destroy();
    }
  };
}

function refusalOf({ status, headers }: UpstreamResponse): ServiceFailed {
  const seconds = Number(headers['retry-after']);
  if (status === 429 || status === 503) {
    return new ServiceFailed('It asks for a rest.', seconds > 0 ? seconds : 10);
  }
  if (status === 404 || status === 410) return new ServiceFailed('It no longer has the file.');
  return new ServiceFailed(`It answered with status ${status}.`);
}

async function wholeOf({ headers, body }: UpstreamResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded({ headers, body })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      throw new ServiceFailed(`It is larger than the ${maxBytes / 1024 / 1024} MB that are read.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
