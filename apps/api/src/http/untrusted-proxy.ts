import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import ipaddr from 'ipaddr.js';

const LOCAL_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded'] as const;

export interface ProxyWatch {
  readonly hook: onRequestHookHandler;
  /** Returns whether an untrusted local proxy has forwarded a request. */
  readonly isUntrusted: () => boolean;
}

/**
 * Warns once about a reverse proxy that is missing in TRUSTED_PROXIES, because all its clients would share one rate
 * limit.
 */
export function createProxyWatch(warn: (facts: object, message: string) => void): ProxyWatch {
  let isUntrusted = false;
  return {
    isUntrusted: () => isUntrusted,
    hook: (request, _reply, done) => {
      if (!isUntrusted && isForwardedUnbelieved(request)) {
        isUntrusted = true;
        const peer = request.socket.remoteAddress;
        warn(
          { peer, set: `TRUSTED_PROXIES=${peer}` },
          'forwarded address not trusted, so all visitors share one rate limit: if this peer is your reverse proxy, set TRUSTED_PROXIES to its address',
        );
      }
      done();
    },
  };
}

/**
 * Returns the last forwarded address, which such a proxy has seen itself. Any machine on this network can forge it.
 */
export function claimedAddress(request: FastifyRequest): string | undefined {
  const header = request.headers['x-forwarded-for'];
  if (typeof header !== 'string' || !isForwardedUnbelieved(request)) return undefined;
  const last = header.split(',').at(-1)?.trim() ?? '';
  return ipaddr.isValid(last) ? last : undefined;
}

function isForwardedUnbelieved({ headers, ips, socket }: FastifyRequest): boolean {
  // Fastify sets `ips` only if it trusts a proxy.
  if (ips !== undefined || FORWARDING_HEADERS.every((name) => headers[name] === undefined))
    return false;
  const peer = socket.remoteAddress ?? '';
  return ipaddr.isValid(peer) && LOCAL_RANGES.has(ipaddr.process(peer).range());
}
