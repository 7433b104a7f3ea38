import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostAndPort } from './destination.ts';
import { towardsUpstream } from './headers.ts';
import { createSlots, type SlotLimits } from './slots.ts';
import { describeFailure, type Upstream, type UpstreamAnswer } from './upstream.ts';

export interface ProxyFailure {
  readonly failed: true;
  readonly status: number;
  readonly message: string;
}

export interface ForwardOptions {
  readonly upstream: Upstream;
  readonly userAgent: string;
  readonly slots?: SlotLimits;
}

interface Forwarding {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly destination: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Hosts of this very server: fetching itself could go round for ever. */
  readonly ownHosts: ReadonlySet<string>;
}

/** The destination's answer, to be streamed on, or why there is none. The visitor going away ends it. */
export type Forward = (
  forwarding: Forwarding,
) => Promise<(UpstreamAnswer & { readonly failed?: never }) | ProxyFailure>;

const SLOTS: SlotLimits = { total: 512, perClient: 64 };

export const failure = (status: number, message: string): ProxyFailure => ({
  failed: true,
  status,
  message,
});

export function createForward({ upstream, userAgent, slots = SLOTS }: ForwardOptions): Forward {
  const places = createSlots(slots);

  return async ({ request, reply, destination, method, ownHosts }) => {
    const url = URL.parse(destination);
    if (!url) return failure(400, 'The destination is not a complete address.');
    if (ownHosts.has(url.host) || ownHosts.has(hostAndPort(url))) {
      return failure(403, 'The proxy does not fetch from itself.');
    }
    const release = places.take(request.ip);
    if (!release) return failure(429, 'Too many requests at once; try again soon.');

    const leave = new AbortController();
    const onClose = (): void => {
      release();
      leave.abort();
    };
    if (reply.raw.destroyed) onClose();
    else reply.raw.once('close', onClose);
    try {
      return await upstream.open({
        url: url.href,
        method,
        headers: towardsUpstream(request.headers, userAgent),
        body: Buffer.isBuffer(request.body) ? request.body : undefined,
        signal: leave.signal,
      });
    } catch (error) {
      const { status, message } = describeFailure(error);
      return failure(status, message);
    }
  };
}
