import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller-address.ts';
import { createConcurrencyLimiter, type ConcurrencyLimits } from '#http/concurrency-limiter.ts';
import { writeRawHead } from './pipe-response.ts';
import { responseHeaders, requestHeaders } from './headers.ts';
import { describeUpstreamError, type HttpClient } from './http-client.ts';
import { countRejection } from '#lib/measurements.ts';

export interface ForwardError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

export interface ForwardOptions {
  readonly upstream: HttpClient;
  readonly userAgent: string;
  readonly slots?: ConcurrencyLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const PROXIED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ProxiedMethod = (typeof PROXIED_METHODS)[number];

interface ForwardRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly destination: string;
  readonly method: ProxiedMethod;
  /** Whether `Authorization` is meant for the destination. */
  readonly passesAuthorization: boolean;
  readonly isSignedIn: boolean;
  /** The hosts of this server. */
  readonly publicHosts: ReadonlySet<string>;
}

/** Pipes the destination's response to the client, or returns an error. A disconnect aborts it. */
export type Forward = (forwarding: ForwardRequest) => Promise<ForwardError | undefined>;

const SLOTS: ConcurrencyLimits = { total: 512, perAddress: 64 };
const BUSY: ForwardError = {
  status: 429,
  message: 'Too many requests at once. Try again in a moment.',
  retryAfterSeconds: 5,
};

export function createForward({
  upstream,
  userAgent,
  now,
  slots = SLOTS,
}: ForwardOptions): Forward {
  const limiter = createConcurrencyLimiter(slots, now);

  return async (forwarding) => {
    const { request, reply, destination, method, publicHosts } = forwarding;
    const { isSignedIn, passesAuthorization } = forwarding;
    const url = URL.parse(destination);
    if (!url)
      return { status: 400, message: 'The destination must be a full http:// or https:// URL.' };
    const { raw } = reply;
    // A client that left during the hooks emits no further close event.
    if (raw.destroyed) return CLIENT_LEFT;
    const { socket } = request.raw;
    const release = limiter.acquire({
      ...callerOf(request.ip),
      isSignedIn,
      bytesSent: () => socket.bytesWritten,
      end: () => void raw.destroy(),
    });
    if (!release) {
      countRejection('proxied requests');
      return BUSY;
    }
    raw.on('close', release);
    return await upstream
      .pipe({
        url,
        method,
        headers: requestHeaders(request.raw, { userAgent, passesAuthorization }),
        body: Buffer.isBuffer(request.body) ? request.body : undefined,
        publicHosts,
        into: raw,
        writeHead: (head) => {
          writeRawHead(reply, head.status, responseHeaders(head));
          return undefined;
        },
      })
      .then(nothing, describeUpstreamError);
  };
}

const nothing = (): undefined => undefined;
const CLIENT_LEFT: ForwardError = { status: 499, message: 'The client has disconnected.' };
