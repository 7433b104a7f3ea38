import { networkInterfaces } from 'node:os';

/** The addresses of this machine, now. From inside, a public one leads past the firewall that keeps others out. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
}
