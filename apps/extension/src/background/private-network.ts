// A site out in the world has no business with the devices in its visitor's network, which ask nobody for a password.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Page } from '#sender.ts';

/** All addresses of a name; undefined where the browser has no such API (Chromium). */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Throws where a page of the public internet asks for a host that is, or may be, in a private network. */
export function refusePrivate(hostname: string, page: Page): void {
  if (isPrivatePage(page.hostname) || !mayBePrivate(hostname)) return;
  throw new Error(`${hostname} is in a private network, where this site is not.`);
}

/** The same, also for names whose addresses are private. */
export async function refuseResolvingPrivate(
  hostname: string,
  page: Page,
  resolve: ResolveName | undefined,
): Promise<void> {
  refusePrivate(hostname, page);
  if (!resolve || isPrivatePage(page.hostname) || literal(hostname)) return;
  // A name that has no address is the request's own failure.
  const addresses = await resolve(hostname).catch(() => []);
  for (const address of addresses) {
    if (isPublicAddress(address)) continue;
    throw new Error(`${hostname} leads into a private network, where this site is not.`);
  }
}

/** Only names that nobody can register, and addresses that are not routed: such a page is in the network itself. */
export function isPrivatePage(hostname: string): boolean {
  const host = normalized(hostname);
  const address = literal(host);
  if (!address) return !host.includes('.') || UNREGISTRABLE.test(host);
  return PRIVATE_RANGES.has(address.range());
}

/** Judges by the name alone. A doubtful name counts as private, because a name may have any address. */
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

/** RFC 6761, 6762, 8375, ICANN's `internal`, and endings that home routers hand out. */
const UNREGISTRABLE =
  /(?:^|\.)(?:localhost|local|lan|home|internal|home\.arpa|intranet|corp|private|localdomain)$/;

/** Names that routers answer for themselves. */
const ROUTERS =
  /(?:^|\.)(?:fritz\.(?:box|nas|repeater)|myfritz\.box|speedport\.ip|easy\.box|o2\.box|my\.router|home\.gateway|router\.asus\.com|asusrouter\.com|routerlogin\.(?:net|com)|tplink(?:wifi|login|modem)\.net|mywifiext\.net|dlinkrouter\.com|linksyssmartwifi\.com)$/;

/** Public names that lead to any address that is written in them, or to this machine. */
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

/** Ranges that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are refused as a whole: they lead to any gateway. */
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

/** `localhost.` is `localhost`. */
function normalized(hostname: string): string {
  return hostname.toLowerCase().replace(/\.+$/, '');
}

const Resolved = z.object({ addresses: z.array(z.string()) });
const Browser = z.object({
  dns: z.object({
    resolve: z.custom<(hostname: string) => unknown>((value) => typeof value === 'function'),
  }),
});

/** Firefox resolves names for extensions; Chromium does not, and there only names are judged. */
export function resolverIn(browser: unknown): ResolveName | undefined {
  const dns = Browser.safeParse(browser).data?.dns;
  return dns && (async (hostname) => Resolved.parse(await dns.resolve(hostname)).addresses);
}
