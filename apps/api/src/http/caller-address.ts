import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * The key by which rate limits count a client. An IPv6 client owns a /64, so that counts as one.
 * Invalid addresses, which only a proxy can send, count as one client.
 */
export function callerAddress(ip: string): string {
  // Fast path: most addresses are IPv4, and this needs no parsing.
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return prefixOf(address, 64);
}

/**
 * Whether a process of this machine sent the request itself. A reverse proxy on this machine also connects from
 * loopback, but names the client that it forwards for.
 */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
}

/** The address that a limit counts, and the network that it is in. */
export interface Caller {
  readonly address: string;
  readonly network: string;
}

export const callerOf = (ip: string): Caller => ({
  address: callerAddress(ip),
  network: callerNetwork(ip),
});

/**
 * The network that one customer of a provider usually holds: /24 of IPv4, /48 of IPv6. In a private
 * network each address counts alone, since a household shares it.
 */
export function callerNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return callerAddress(ip);
  if (address.kind() === 'ipv6') return prefixOf(address, 48);
  const text = address.toString();
  return `${text.slice(0, text.lastIndexOf('.'))}.0/24`;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => (at * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
