import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to a machine of the public internet. Ranges that carry an IPv4 address inside (mapped,
 * NAT64, 6to4, Teredo) are refused as a whole: where they lead depends on a gateway we know nothing of.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js calls everything it has no name for "unicast"; in IPv6 most of that is not assigned to anybody.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}
