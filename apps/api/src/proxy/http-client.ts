import { context, propagation, SpanKind } from '@opentelemetry/api';
import type { ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { Agent, buildConnector } from 'undici';
import { DestinationError, hostAndPort, type Destination } from './destination.ts';
import { withVia } from './loops.ts';
import { traced } from '#lib/traced.ts';
import { pipeResponse, type ResponseHead } from './pipe-response.ts';
import {
  MAX_REDIRECTS,
  redirectRequest,
  redirectLocation,
  type OutgoingRequest,
} from './redirects.ts';

interface UpstreamRequest extends OutgoingRequest {
  readonly url: string;
  readonly signal: AbortSignal;
}

export interface UpstreamResponse extends ResponseHead {
  /** After redirects. */
  readonly finalUrl: string;
  /** Still encoded. It must be read to its end or destroyed. */
  readonly body: Readable;
}

interface PipeRequest extends OutgoingRequest {
  readonly url: URL;
  /** Hosts that are not fetched, not even after a redirect. */
  readonly publicHosts: ReadonlySet<string>;
  readonly into: ServerResponse;
  /** Writes the response head, or returns another stream for the body. */
  readonly writeHead: (head: Omit<UpstreamResponse, 'body'>) => Writable | undefined;
}

/** HTTP client for unknown servers. Redirects are followed by hand, so that each is checked. */
export interface HttpClient {
  readonly open: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  /** Pipes the response to the client, whose disconnect aborts the request. Resolves at the end. */
  readonly pipe: (request: PipeRequest) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The upstream server did not respond as a web server should. */
export class UpstreamError extends Error {
  override name = 'UpstreamFailed';
}

interface TimeLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** Between two chunks of a body. A complete body may take as long as a movie. */
  readonly idleMs: number;
}

const LIMITS: TimeLimits = { connectMs: 5_000, firstByteMs: 30_000, idleMs: 60_000 };
/** `own`: the operator's services, which may learn which trace a request belongs to. */
export function createHttpClient(
  destination: Destination,
  limits = LIMITS,
  own: ReadonlySet<string> = new Set(),
): HttpClient {
  const agent = createAgent(destination, limits);

  function follow(location: string, from: URL, hops: number): URL {
    if (hops === MAX_REDIRECTS)
      throw new UpstreamError('The remote server redirected too many times.');
    return destination.check(location, from.href);
  }

  return {
    async open(first) {
      let request = first;
      let url = destination.check(first.url);
      for (let hops = 0; ; hops += 1) {
        const response = await sendTraced(agent, url, request, own);
        const location = redirectLocation(response.status, response.headers);
        if (location === undefined) return response;
        response.body.destroy();
        const next = follow(location, url, hops);
        const isSameOrigin = next.origin === url.origin;
        request = redirectRequest(request, response.status, isSameOrigin);
        // POST requests of this server contain passwords and keys.
        if (!isSameOrigin && request.method === 'POST') {
          throw new UpstreamError('The remote server redirected a POST to another host.');
        }
        url = next;
      }
    },

    pipe({ url: first, publicHosts, into, writeHead, ...rest }) {
      const validate = (url: URL): void => {
        destination.check(url);
        rejectPublicHosts(url, publicHosts);
      };
      const send = (url: URL, request: OutgoingRequest, hops: number): Promise<void> =>
        pipeResponse(agent, {
          url,
          request: { ...request, headers: withVia(url, request.headers) },
          into,
          validate,
          writeHead: ({ status, headers }) => writeHead({ status, headers, finalUrl: url.href }),
          onUnpiped: async ({ location, status }) => {
            if (location === undefined) throw unexpectedStatus(status);
            const next = follow(location, url, hops);
            await send(
              next,
              redirectRequest(request, status, next.origin === url.origin),
              hops + 1,
            );
          },
        });
      return send(first, rest, 0);
    },

    close: () => agent.destroy(),
  };
}

function sendTraced(
  agent: Agent,
  url: URL,
  request: UpstreamRequest,
  own: ReadonlySet<string>,
): Promise<UpstreamResponse> {
  const attributes = { 'http.request.method': request.method, 'server.address': url.hostname };
  return traced(request.method, { kind: SpanKind.CLIENT, attributes }, () => {
    if (!own.has(hostAndPort(url))) return send(agent, url, request);
    const headers = { ...request.headers };
    propagation.inject(context.active(), headers);
    return send(agent, url, { ...request, headers });
  });
}

async function send(agent: Agent, url: URL, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: { ...withVia(url, request.headers) },
    body: request.body ?? null,
    signal: request.signal,
  });
  // The response may fail before it is read; without a listener, that would end the process.
  body.on('error', () => undefined);
  if (statusCode < 200 || statusCode > 599) {
    body.destroy();
    throw unexpectedStatus(statusCode);
  }
  return { status: statusCode, headers, finalUrl: url.href, body };
}

function rejectPublicHosts(url: URL, publicHosts: ReadonlySet<string>): void {
  // It could loop forever.
  if (publicHosts.has(url.host) || (url.port === '' && publicHosts.has(hostAndPort(url)))) {
    throw new DestinationError("The proxy can't fetch from itself.");
  }
}

const unexpectedStatus = (status: number): UpstreamError =>
  new UpstreamError(`The remote server responded with an invalid status: ${status}.`);

function createAgent(destination: Destination, limits: TimeLimits): Agent {
  const options = { timeout: limits.connectMs, allowH2: false };
  const trusted = buildConnector(options);
  const guarded = buildConnector({ ...options, lookup: destination.lookup });
  return new Agent({
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
    connect: (target, done) => {
      const port = target.port || (target.protocol === 'https:' ? '443' : '80');
      return (destination.isExempt(target.hostname, port) ? trusted : guarded)(target, done);
    },
  });
}

/** Maps an upstream error to a status and a message for users. */
export function describeUpstreamError(error: unknown): { status: number; message: string } {
  if (error instanceof DestinationError) return { status: 403, message: error.message };
  if (error instanceof UpstreamError) return { status: 502, message: error.message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT|TIMEDOUT/.test(code)) {
    return { status: 504, message: 'The remote server took too long to respond.' };
  }
  return { status: 502, message: "The remote server can't be reached or didn't send HTTP." };
}
