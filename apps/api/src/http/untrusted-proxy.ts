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
  /** Whether a proxy on this network has forwarded a visitor's address that is not believed. */
  readonly isUntrusted: () => boolean;
}

/** Notices a reverse proxy that TRUSTED_PROXIES does not name, and warns once: it makes all visitors one caller. */
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
          'forwarded address not trusted: all visitors share the rate limits of one. If this peer is your reverse proxy, set TRUSTED_PROXIES to its address',
        );
      }
      done();
    },
  };
}

/**
 * The address that such a proxy says it forwards for, the last one in the list, which is the one it has seen itself.
 * Anybody on this network can make it up.
 */
export function claimedAddress(request: FastifyRequest): string | undefined {
  const header = request.headers['x-forwarded-for'];
  if (typeof header !== 'string' || !isForwardedUnbelieved(request)) return undefined;
  const last = header.split(',').at(-1)?.trim() ?? '';
  return ipaddr.isValid(last) ? last : undefined;
}

function isForwardedUnbelieved({ headers, ips, socket }: FastifyRequest): boolean {
  // Fastify has a list of addresses only where it trusts a proxy.
  if (ips !== undefined || FORWARDING_HEADERS.every((name) => headers[name] === undefined))
    return false;
  const peer = socket.remoteAddress ?? '';
  return ipaddr.isValid(peer) && LOCAL_RANGES.has(ipaddr.process(peer).range());
}
