import { z } from 'zod';

// Which streams a site will want is known to nobody in advance, so leave is given for all hosts or none.
const ALL = { origins: ['<all_urls>'] };

export const hasHostAccess = (): Promise<boolean> => chrome.permissions.contains(ALL);

/** Asks the viewer; browsers allow it only in answer to a click. */
export const requestHostAccess = (): Promise<boolean> => chrome.permissions.request(ALL);

export const giveUpHostAccess = (): Promise<boolean> => chrome.permissions.remove(ALL);

// The sites that the viewer has allowed, each by its whole origin: another port or a longer name is another site.

const KEY = 'sites';
const Stored = z.object({ [KEY]: z.array(z.string()).catch([]) }).catch({ [KEY]: [] });

/** As far as we need it, so that tests can have one. */
export interface Store {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (items: Record<string, unknown>) => Promise<void>;
}

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
