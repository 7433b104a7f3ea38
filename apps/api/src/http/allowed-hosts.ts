import ipaddr from 'ipaddr.js';

/** Top-level names that public DNS does not lead anywhere: RFC 6761, 6762, 8375, `.internal`, and routers' `.lan`. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|localdomain|home\.arpa|test)$/;

/**
 * Whether a request for this host may be answered. A hostile site can have its name resolve to this server (DNS
 * rebinding), so names of public DNS must be listed. It cannot do so with an IP address or a local name.
 */
export function isAllowedHost(host: string, listed: ReadonlySet<string>): boolean {
  const name = nameOf(host);
  return (
    listed.has(name) ||
    !name.includes('.') ||
    LOCAL_NAME.test(name) ||
    ipaddr.IPv4.isValidFourPartDecimal(name)
  );
}

/** Removes the port and the final dot; returns an empty name for an IPv6 address. */
export function nameOf(host: string): string {
  if (host.startsWith('[')) return '';
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
