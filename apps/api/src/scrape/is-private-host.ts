import { isIP } from 'node:net';
import { hostAndPort } from '#proxy/destination.ts';
import { isPublicAddress } from '#proxy/address.ts';

/** RFC 6762, 6761 and 8375, and what routers call their networks. */
const PRIVATE_NAME = /(?:^|\.)(?:local|localhost|lan|home|internal|intranet|corp|home\.arpa)\.?$/;

/**
 * Whether an address leads into somebody's own network, as far as can be seen from it: a visitor elsewhere could not
 * fetch it, and is not to learn of it. A public name may still lead there; nobody is asked where names lead.
 */
export function isPrivateHost(text: string, isAllowed: (host: string) => boolean): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  if (isAllowed(hostAndPort(url))) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || PRIVATE_NAME.test(host);
}
