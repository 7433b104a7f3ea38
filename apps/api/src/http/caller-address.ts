import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * Returns whether a process on this machine sent the request. A reverse proxy on this machine also connects from
 * loopback, but sends headers that name its client.
 */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
}

export interface Caller {
  /**
   * The key that identifies a client in rate limits. A /64 of IPv6 counts as one client, because a client usually owns
   * it. All invalid addresses, which only a proxy can send, count as one client.
   */
  readonly address: string;
  /**
   * The network that one customer of a provider usually has: a /24 of IPv4, or a /48 of IPv6. In a private network,
   * each address counts separately, because a household shares the network.
   */
  readonly network: string;
}

export function callerOf(ip: string): Caller {
  if (isIPv4(ip)) return ipv4Caller(ip);
  if (!ipaddr.isValid(ip)) return { address: 'unknown', network: 'unknown' };
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return ipv4Caller(parsed.toString());
  const address = prefixOf(parsed, 64);
  return { address, network: parsed.range() === 'unicast' ? prefixOf(parsed, 48) : address };
}

function ipv4Caller(address: string): Caller {
  const bytes = address.split('.').map(Number);
  const isPublic = new ipaddr.IPv4(bytes).range() === 'unicast';
  return { address, network: isPublic ? `${bytes.slice(0, 3).join('.')}.0/24` : address };
}

export const callerAddress = (ip: string): string => (isIPv4(ip) ? ip : callerOf(ip).address);
export const callerNetwork = (ip: string): string => callerOf(ip).network;

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => (at * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
