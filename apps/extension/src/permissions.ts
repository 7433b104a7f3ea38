import { z } from 'zod';

// Hosts of streams are not known in advance, so permission covers all hosts or none.
const ALL = { origins: ['<all_urls>'] };

export const hasHostAccess = (): Promise<boolean> => chrome.permissions.contains(ALL);

/** Prompts the user; browsers allow it only after a click. */
export const requestHostAccess = (): Promise<boolean> => chrome.permissions.request(ALL);

export const removeHostAccess = (): Promise<boolean> => chrome.permissions.remove(ALL);

const KEY = 'sites';
const Stored = z.object({ [KEY]: z.array(z.string()).catch([]) }).catch({ [KEY]: [] });

/** The part of the API that this module uses. Tests replace it. */
interface Store {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (items: Record<string, unknown>) => Promise<void>;
}

/** Sites that the user allowed, by origin. */
export interface Sites {
  readonly list: () => Promise<readonly string[]>;
  readonly has: (origin: string) => Promise<boolean>;
  readonly add: (origin: string) => Promise<void>;
  readonly remove: (origin: string) => Promise<void>;
}

export function createSites(store: Store): Sites {
  const list = async () => Stored.parse(await store.get(KEY))[KEY];
  const save = (origins: Iterable<string>) => store.set({ [KEY]: [...origins].toSorted() });
  return {
    list,
    has: async (origin) => (await list()).includes(origin),
    add: async (origin) => save(new Set([...(await list()), origin])),
    remove: async (origin) => save((await list()).filter((site) => site !== origin)),
  };
}
