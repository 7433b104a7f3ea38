// Runs work in one tab at a time, with Web Locks. Browsers lack them on plain http, where a lease in the storage
// replaces them. A lease is not atomic, but suffices for work that is safe to repeat.
import { z } from 'zod';
import { readText, removeText, writeText } from './browser-storage.ts';

const LEASE_MS = 30_000;

/** Resolves with undefined while another tab runs the work. */
type WithTabLock = <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;

/** `tab`: an id that no other tab has. */
export function createTabLock(tab: string): WithTabLock {
  return async (name, work) => {
    // Missing on plain http.
    const locks = 'locks' in globalThis.navigator ? globalThis.navigator.locks : undefined;
    if (!locks) return underLease({ key: `__MW::lease::${name}`, tab }, work);
    return locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  };
}

export const withTabLock = createTabLock(String(Math.random()));

const Lease = z.object({ tab: z.string(), until: z.number() });

interface LeaseHolder {
  readonly key: string;
  readonly tab: string;
}

async function underLease<T>(
  { key, tab }: LeaseHolder,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const held = readLease(key);
  if (held && held.tab !== tab && held.until > Date.now()) return undefined;
  writeText(key, JSON.stringify({ tab, until: Date.now() + LEASE_MS }));
  if ((readLease(key)?.tab ?? tab) !== tab) return undefined;
  try {
    return await work();
  } finally {
    if (readLease(key)?.tab === tab) removeText(key);
  }
}

function readLease(key: string): z.infer<typeof Lease> | undefined {
  try {
    return Lease.safeParse(JSON.parse(readText(key) ?? '')).data;
  } catch {
    return undefined;
  }
}
