// A site out in the world has no business with the devices in its visitor's house, which ask nobody for a password.
import type { Page } from '#page-of.ts';

export function refuseNeighbours(hostname: string, page: Page): void {
  if (isPrivate(hostname) && !isPrivate(page.hostname)) {
    throw new Error(`${hostname} is in a private network, where this site is not.`);
  }
}

/** By its name alone: names without a dot, those of home networks, and addresses that are not routed. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.toLowerCase();
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
  const [a = NaN, b = NaN] = isV4(host) ? host.split('.').map(Number) : [];
  if (!Number.isNaN(a)) {
    return (
      [0, 10, 127].includes(a) ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168)
    );
  }
  return !host.includes('.') || /\.(localhost|local|lan|home|internal|home\.arpa)$/.test(host);
}

const isV4 = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host);

function isPrivateV6(address: string): boolean {
  return /^(::1?|f[cd].*|fe[89ab].*|::ffff:.*)$/.test(address);
}
