import type { Fetcher, FetchOptions, SourceTrust } from '@matinee/sources/source';
import { createDestination, hostAndPort, localAddresses } from './destination.ts';
import { createHttpClient, type HttpClient, type UpstreamResponse } from './http-client.ts';
import { addressesByTrust, type Config } from '#config/config.ts';
import { decompress } from './decompress.ts';

interface OutboundClient {
  readonly upstream: HttpClient;
  readonly fetch: Fetcher;
}

/** One client for each level of trust in a source. */
export interface Fetchers extends Readonly<Record<SourceTrust, OutboundClient>> {
  /** Fetches what the operator chose: all configured services, including private ones. */
  readonly own: OutboundClient;
  /** Fetches URLs from third parties. It can't reach the operator's own servers. */
  readonly named: OutboundClient;
  /** Fetches stream URLs from third parties. It reaches only public services and the public internet. */
  readonly public: OutboundClient;
  readonly close: () => Promise<void>;
}

/**
 * HTTP clients by trust. None reaches this machine by its public addresses, unless the operator
 * named that host and port.
 */
export function createFetchers(
  config: Config,
  userAgent: string,
  addresses = localAddresses,
): Fetchers {
  const byTrust = addressesByTrust(config);
  const ownHosts = new Set([...byTrust.own.map(hostAndPort), ...config.OPERATOR_ALLOWED_HOSTS]);
  const createClient = (
    configured: readonly URL[],
    allowed = config.OPERATOR_ALLOWED_HOSTS,
  ): OutboundClient => {
    const exempt = [...configured.map(hostAndPort), ...allowed];
    const destination = createDestination({ exempt, localAddresses: addresses });
    const upstream = createHttpClient(destination, undefined, ownHosts);
    return { upstream, fetch: createFetcher({ upstream, userAgent }) };
  };
  const clients = {
    own: createClient([...byTrust.public, ...byTrust.named, ...byTrust.own]),
    named: createClient([...byTrust.public, ...byTrust.named]),
    public: createClient(byTrust.public, []),
  };
  return {
    ...clients,
    close: async () => {
      await clients.public.upstream.close();
      await clients.named.upstream.close();
      await clients.own.upstream.close();
    },
  };
}

const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

export interface FetcherOptions {
  readonly upstream: HttpClient;
  readonly userAgent: string;
}

/**
 * A `Fetcher` for the server's own requests: limited in time and size, with the same destination
 * checks.
 */
export function createFetcher({ upstream, userAgent }: FetcherOptions): Fetcher {
  return async (url, options) => {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES } = options;
    const headers = lowerCase(options.headers ?? {});
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await upstream.open({
      url: withQuery(url, options.query),
      method: options.method ?? 'GET',
      headers: {
        'user-agent': userAgent,
        // A range of an encoded response cannot be decoded.
        ...(!headers['range'] && { 'accept-encoding': 'gzip, deflate, br' }),
        ...headers,
      },
      body: options.body === undefined ? undefined : Buffer.from(options.body),
      signal: limit,
    });
    try {
      const body = await readText(response, maxBytes);
      return {
        status: response.status,
        headers: joined(response.headers),
        finalUrl: response.finalUrl,
        body,
      };
    } finally {
      response.body.destroy();
    }
  };
}

function withQuery(url: string, query: FetchOptions['query']): string {
  if (!query) return url;
  const full = URL.parse(url);
  // The destination check reports an invalid URL better.
  if (!full) return url;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) full.searchParams.append(name, String(value));
  }
  return full.href;
}

/**
 * Reads at most `maxBytes`, counted after decompression, so that a small response cannot exhaust
 * memory.
 */
async function readText({ headers, body }: UpstreamResponse, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompress({ headers, body })) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes.subarray(0, maxBytes - size));
    size += bytes.length;
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function joined(headers: UpstreamResponse['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
