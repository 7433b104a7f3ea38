import { networkInterfaces } from 'node:os';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ports that the Fetch standard blocks: an HTTP request could trick the services behind them. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** A URL that this server does not fetch. The message may be sent to the client. */
export class DestinationError extends Error {
  override name = 'DestinationRefused';
}

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface Destination {
  /**
   * Returns the URL to fetch, or throws a `DestinationError`. Names are checked again when the
   * socket resolves them.
   */
  readonly check: (url: string | URL, base?: string) => URL;
  /** Whether the operator trusts this exact host and port. */
  readonly isExempt: (hostname: string, port: string) => boolean;
  /**
   * For `net.connect`: resolves once, rejects unless all addresses are public, and connects to a
   * checked one.
   */
  readonly lookup: LookupFunction;
}

interface DestinationOptions {
  /** `host:port` pairs that the operator trusts, whatever address they resolve to. */
  readonly exempt: Iterable<string>;
  readonly resolve?: Resolve;
  /** The only allowed ports. Unset: all except those that the Fetch standard blocks. */
  readonly ports?: ReadonlySet<number> | undefined;
  /** Current addresses of this machine: never fetched from, even if public. */
  readonly localAddresses?: () => readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The host and port that a URL leads to, in the spelling of the exemptions. */
export function hostAndPort(url: URL): string {
  return url.port === '' ? `${url.hostname}:${portOf(url)}` : url.host;
}

export function createDestination({
  exempt,
  resolve = systemLookup,
  ports,
  localAddresses = () => [],
}: DestinationOptions): Destination {
  const exemptions = new Set(exempt);
  const isFetchable = (address: string): boolean =>
    isPublicAddress(address) && !localAddresses().includes(address);

  return {
    isExempt: (hostname, port) => exemptions.has(`${bracketed(hostname)}:${port}`),

    check(text, base) {
      const url = parse(text, base);
      if (!(url.protocol in DEFAULT_PORTS)) {
        throw new DestinationError('Only http and https URLs are allowed.');
      }
      if (url.username || url.password) {
        throw new DestinationError("URLs with a username or password aren't allowed.");
      }
      if (exemptions.has(hostAndPort(url))) return url;
      if (BLOCKED_PORTS.has(Number(portOf(url)))) {
        throw new DestinationError(`Port ${portOf(url)} isn't allowed.`);
      }
      if (ports && !ports.has(Number(portOf(url)))) {
        throw new DestinationError(
          `Port ${portOf(url)} isn't allowed. If you run this server, add it to PROXY_ALLOWED_PORTS.`,
        );
      }
      // A socket does not look up a literal address, so it is checked here.
      const host = unbracketed(url.hostname);
      if (isIP(host) !== 0 && !isFetchable(host)) throw notPublic(url.hostname);
      return url;
    },

    lookup(hostname, options, done) {
      const family = options.family === 4 || options.family === 6 ? options.family : 0;
      resolve(hostname, { all: true, family }, (error, addresses) => {
        if (error) return done(error, []);
        const [first] = addresses;
        if (!first) return done(new Error(`${hostname} doesn't resolve to an address.`), []);
        // Prevents DNS rebinding: a single private address rejects the name.
        if (!addresses.every(({ address }) => isFetchable(address))) {
          return done(notPublic(hostname), []);
        }
        return options.all ? done(null, addresses) : done(null, first.address, first.family);
      });
    },
  };
}

function parse(text: string | URL, base: string | undefined): URL {
  if (text instanceof URL) return text;
  const url = URL.parse(text, base);
  if (!url) throw new DestinationError("This isn't a full http:// or https:// URL.");
  return url;
}

function notPublic(host: string): DestinationError {
  return new DestinationError(`${host} isn't a public address.`);
}

function portOf(url: URL): string {
  return url.port || (DEFAULT_PORTS[url.protocol] ?? '');
}

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Returns the current addresses of this machine. A request to a public one would bypass the firewall. */
export function localAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
}

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet. Ranges that embed an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) are rejected, because an unknown gateway decides where they lead.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js reports unknown ranges as "unicast"; most of those in IPv6 are unassigned.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}
