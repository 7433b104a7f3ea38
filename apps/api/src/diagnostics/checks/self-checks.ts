// Sends requests to this server like a client.
import { SourceMeta, EmbedMeta } from '@matinee/shared/contract/scrape';
import type { FastifyRequest } from 'fastify';
import { request as send } from 'undici';
import { z } from 'zod';
import { streamPath, type StreamTokens } from '#stream-relay/stream-token.ts';
import type { Config } from '#config/config.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';

export interface SelfCheckOptions {
  readonly request: FastifyRequest;
  readonly config: Pick<
    Config,
    'PROXY' | 'PROXY_PORT' | 'PROXY_HOST' | 'PROXY_ECHO_URL' | 'STREAM_RELAY'
  >;
  readonly probeStream: ProbeStream | undefined;
}

interface SelfRequest {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
}

interface SelfResponse {
  readonly status: number;
  readonly allowedOrigin: string | undefined;
  /** Whether the proxy forwarded the destination's response. */
  readonly isDestinations: boolean;
  readonly body: string;
}

const MAX_BYTES = 512 * 1024;

/** Checks the services for browsers: the relay, the proxy and the stream relay. */
export const selfChecks = (options: SelfCheckOptions): readonly ServerCheck[] => [
  { check: 'relay', run: (signal) => checkRelay(options, signal) },
  { check: 'proxy', timeoutMs: 30_000, run: (signal) => checkProxy(options, signal) },
  { check: 'streamRelay', timeoutMs: 30_000, run: (signal) => checkStream(options, signal) },
];

/** Sends a request to the address on which this server received another one. */
function requestSelf(
  { socket, headers }: FastifyRequest,
  { path, signal, port, host }: SelfRequest,
): Promise<SelfResponse> {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  const { authorization } = headers;
  return fetchPart(`http://${name}:${port ?? localPort}${path}`, signal, {
    host: host ?? headers.host ?? name,
    ...(authorization !== undefined && { authorization }),
  });
}

async function fetchPart(
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<SelfResponse> {
  const response = await send(url, { signal, headers });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    const part = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) break;
  }
  const allowed = response.headers['access-control-allow-origin'];
  return {
    status: response.statusCode,
    allowedOrigin: typeof allowed === 'string' ? allowed : undefined,
    isDestinations: response.headers['x-final-destination'] !== undefined,
    body: Buffer.concat(chunks).toString(),
  };
}

const Metadata = z.tuple([z.array(EmbedMeta), z.array(SourceMeta)]);

async function checkRelay({ request }: SelfCheckOptions, signal: AbortSignal): Promise<Finding> {
  const { status, body } = await requestSelf(request, { path: '/metadata', signal });
  if (status !== 200) return { code: 'relayFailed', facts: { httpStatus: status } };
  const [, sources] = Metadata.parse(JSON.parse(body));
  const facts = { sources: sources.length };
  return { code: sources.length > 0 ? 'relayOk' : 'relayNoSources', facts };
}

/** The start of the stream relay's message about another server's response. */
const REMOTE = '"The remote server ';

const isUpstreamError = (status: number): boolean => status === 502 || status === 504;

async function checkProxy(
  { request, config }: SelfCheckOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const { PROXY, PROXY_PORT: port, PROXY_HOST: host, PROXY_ECHO_URL: echo } = config;
  if (PROXY === 'off') return { code: 'proxyOff' };
  const destination = new URLSearchParams({ destination: echo });
  const path = `${port === undefined ? '/proxy' : '/'}?${destination.toString()}`;
  try {
    const response = await requestSelf(request, { path, signal, port, host });
    const { status, isDestinations } = response;
    const facts = { httpStatus: status, host: new URL(echo).host, reason: `HTTP ${status}` };
    if (status === 200) return { code: 'proxyOk', facts };
    return { code: isDestinations || isUpstreamError(status) ? 'echoDown' : 'proxyFailed', facts };
  } catch (error) {
    signal.throwIfAborted();
    return { code: 'proxyFailed', facts: { reason: errorCode(error) } };
  }
}

async function checkStream(
  { config, probeStream }: SelfCheckOptions,
  signal: AbortSignal,
): Promise<Finding> {
  if (!probeStream) return { code: 'streamRelayOff' };
  const { status, body } = await probeStream(signal);
  const facts = { httpStatus: status, host: new URL(config.PROXY_ECHO_URL).host };
  if (status === 200) return { code: 'streamRelayOk', facts };
  if (isUpstreamError(status) || body.includes(REMOTE)) return { code: 'echoDown', facts };
  return { code: status === 503 ? 'streamRelayFull' : 'streamRelayFailed', facts };
}

/**
 * Fetches a harmless URL through the stream relay. `site`: the address of this server that a television would use. By
 * default, the address of the request.
 */
export type ProbeStream = (signal: AbortSignal, site?: string) => Promise<SelfResponse>;

export function createStreamProbe(
  request: FastifyRequest,
  { url, tokens, session }: ProbeTarget,
): ProbeStream {
  const claims = { url, kind: 'media', headers: {} } as const;
  return async (signal, site) => {
    const path = streamPath(tokens.newSession(session)(claims), claims);
    if (site === undefined) return await requestSelf(request, { path, signal });
    return await fetchPart(`${site}${path}`, signal, { origin: CAST_ORIGIN });
  };
}

/** The origin of the page that plays on a television. */
const CAST_ORIGIN = 'https://www.gstatic.com';

interface ProbeTarget {
  readonly url: string;
  readonly tokens: Pick<StreamTokens, 'newSession'>;
  /** The administrator's session. */
  readonly session: string;
}
