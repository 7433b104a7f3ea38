import type { FetchOptions, Fetcher } from '@matinee/sources/source';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UpstreamFailed, type Upstream, type UpstreamAnswer } from './upstream.ts';

const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface FetcherOptions {
  readonly upstream: Upstream;
  readonly userAgent: string;
}

/** What the server's own code reaches the network with: bounded in time and size, judged like any stranger's request. */
export function createFetcher({ upstream, userAgent }: FetcherOptions): Fetcher {
  return async (url, options) => {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES } = options;
    const headers = lowerCase(options.headers ?? {});
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await upstream.open({
      url: withQuery(url, options.query),
      method: options.method ?? 'GET',
      headers: {
        'user-agent': userAgent,
        // A range of an encoded answer would be a piece of rubbish.
        ...(!headers['range'] && { 'accept-encoding': 'gzip, deflate, br' }),
        ...headers,
      },
      body: options.body === undefined ? undefined : Buffer.from(options.body),
      signal: limit,
    });
    try {
      const body = await readText(answer, maxBytes);
      return {
        status: answer.status,
        headers: joined(answer.headers),
        finalUrl: answer.finalUrl,
        body,
      };
    } finally {
      answer.body.destroy();
    }
  };
}

function withQuery(url: string, query: FetchOptions['query']): string {
  if (!query) return url;
  const full = URL.parse(url);
  // Not a URL: the destination's check says so in better words.
  if (!full) return url;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) full.searchParams.append(name, String(value));
  }
  return full.href;
}

/** At most `maxBytes`, counted after decoding, so that a small answer cannot unpack into all memory. */
async function readText({ headers, body }: UpstreamAnswer, maxBytes: number): Promise<string> {
  const encoding = headers['content-encoding'];
  const decoder = typeof encoding === 'string' ? decoderFor(encoding) : undefined;
  const stream = decoder ? body.pipe(decoder) : body;
  if (decoder) body.once('error', (error) => decoder.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes.subarray(0, maxBytes - size));
    size += bytes.length;
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function decoderFor(encoding: string): (NodeJS.ReadWriteStream & Readable) | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const create = DECODERS[name];
  if (!create) throw new UpstreamFailed(`The other server used the unknown encoding ${name}.`);
  return create();
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function joined(headers: UpstreamAnswer['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
