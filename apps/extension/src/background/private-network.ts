// Keeps public sites from reaching devices in the user's network, which often have no password.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Page } from '#sender.ts';

/** Resolves all addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Throws if a public page requests a host that may be in a private network. */
export function denyPrivateHost(hostname: string, page: Page): void {
  if (isPrivatePage(page.hostname) || !mayBePrivate(hostname)) return;
  throw new Error(`${hostname} is in a private network, where this site is not.`);
}

/** Also checks the addresses of the name. */
export async function denyPrivateAddress(
  hostname: string,
  page: Page,
  resolve: ResolveName | undefined,
): Promise<void> {
  denyPrivateHost(hostname, page);
  if (!resolve || isPrivatePage(page.hostname) || literal(hostname)) return;
  // The request itself fails for names without an address.
  const addresses = await resolve(hostname).catch(() => []);
  for (const address of addresses) {
    if (isPublicAddress(address)) continue;
    throw new Error(`${hostname} leads into a private network, where this site is not.`);
  }
}

/** True for reserved names and private addresses: the page itself is in the private network. */
export function isPrivatePage(hostname: string): boolean {
  const host = normalized(hostname);
  const address = literal(host);
  if (!address) return !host.includes('.') || UNREGISTRABLE.test(host);
  return PRIVATE_RANGES.has(address.range());
}

/** Checks the name only. Doubtful names count as private, because they may have any address. */
export function mayBePrivate(hostname: string): boolean {
  const host = normalized(hostname);
  if (literal(host)) return !isPublicAddress(host);
  return (
    !host.includes('.') ||
    UNREGISTRABLE.test(host) ||
    ROUTERS.test(host) ||
    ADDRESS_SERVICES.test(host) ||
    embedsPrivateAddress(host)
  );
}

/** RFC 6761, 6762, 8375, ICANN's `internal`, and suffixes that home routers assign. */
const UNREGISTRABLE =
  /(?:^|\.)(?:localhost|local|lan|home|internal|home\.arpa|intranet|corp|private|localdomain)$/;

/** Names that routers resolve to themselves. */
const ROUTERS =
  /(?:^|\.)(?:fritz\.(?:box|nas|repeater)|myfritz\.box|speedport\.ip|easy\.box|o2\.box|my\.router|home\.gateway|router\.asus\.com|asusrouter\.com|routerlogin\.(?:net|com)|tplink(?:wifi|login|modem)\.net|mywifiext\.net|dlinkrouter\.com|linksyssmartwifi\.com)$/;

/** Public DNS names that resolve to an embedded address or to localhost. */
const ADDRESS_SERVICES =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|traefik\.me|local\.gd|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localhost\.direct|backname\.io|1u\.ms|rbndr\.us)$/;

const EMBEDDED_V4 = /(?<![a-z\d])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![a-z\d])/g;

/** Finds an address inside a name, as in `192-168-1-5.example.plex.direct`. */
function embedsPrivateAddress(host: string): boolean {
  return [...host.matchAll(EMBEDDED_V4)].some(([, ...parts]) => {
    const address = parts.join('.');
    return ipaddr.IPv4.isValidFourPartDecimal(address) && !isPublicAddress(address);
  });
}

const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
  'uniqueLocal',
]);

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Rejects IPv6 ranges that embed IPv4 addresses (mapped, NAT64, 6to4, Teredo). */
function isPublicAddress(address: string): boolean {
  const parsed = literal(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}

function literal(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = host.replace(/^\[|\]$/g, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : undefined;
}

/** Drops trailing dots: `localhost.` is `localhost`. */
function normalized(hostname: string): string {
  return hostname.toLowerCase().replace(/\.+$/, '');
}

const Resolved = z.object({ addresses: z.array(z.string()) });
const Browser = z.object({
  dns: z.object({
    resolve: z.custom<(hostname: string) => unknown>((value) => typeof value === 'function'),
  }),
});

/** Only Firefox has a DNS API for extensions. In Chromium, only names are checked. */
export function resolverIn(browser: unknown): ResolveName | undefined {
  const dns = Browser.safeParse(browser).data?.dns;
  return dns && (async (hostname) => Resolved.parse(await dns.resolve(hostname)).addresses);
}
