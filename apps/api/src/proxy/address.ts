import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet. Ranges that embed an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) are rejected: an unknown gateway decides where they lead.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js reports unknown ranges as "unicast"; most of those in IPv6 are unassigned.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}
