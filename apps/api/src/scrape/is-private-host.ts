import { isIP } from 'node:net';
import { hostAndPort, isPublicAddress } from '#proxy/destination.ts';

/** RFC 6762, 6761 and 8375, and what routers call their networks. */
const PRIVATE_NAME = /(?:^|\.)(?:local|localhost|lan|home|internal|intranet|corp|home\.arpa)\.?$/;

/**
 * Whether a URL names a host in a private network. Other clients could not fetch it, and must not
 * learn of it. No DNS lookup is made, so a public name may still resolve to one.
 */
export function isPrivateHost(text: string, isAllowed: (host: string) => boolean): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  if (isAllowed(hostAndPort(url))) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || PRIVATE_NAME.test(host);
}
