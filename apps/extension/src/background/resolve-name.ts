import { z } from 'zod';
import type { ResolveName } from './private-network.ts';

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
