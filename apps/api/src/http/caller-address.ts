import ipaddr from 'ipaddr.js';
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
