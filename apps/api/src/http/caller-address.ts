import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * What counts as one caller. Whoever has an IPv6 address has the 2^64 of its network too, so those are one; and what is
 * no address at all, which only a proxy can hand over, is all one caller.
 */
export function callerAddress(ip: string): string {
  // Most are, and this says so without taking them apart.
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, ...NO_HOST]).toString()}/64`;
}

const NO_HOST = [0, 0, 0, 0, 0, 0, 0, 0];

/**
 * Whether a process of this machine sent the request itself. A reverse proxy on this machine also connects from
 * loopback, but names the client that it forwards for.
 */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
}
