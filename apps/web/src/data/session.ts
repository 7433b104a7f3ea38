// The signed-in account, the account server, the proxies and the relays.
import { z } from 'zod';
import { config } from '#config.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** A missing field of the profile gets its default, so that it does not end the session. */
const textOrEmpty = () => z.string().catch('').default('');

export const Account = z.lazy(() =>
  z.looseObject({
    token: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    deviceName: textOrEmpty(),
    profile: z
      .looseObject({ colorA: textOrEmpty(), colorB: textOrEmpty(), icon: textOrEmpty() })
      .prefault({}),
    /** Base64 of 32 bytes, from which the keys are derived; empty while a passkey locks it. */
    seed: z.string(),
  }),
);
export type Account = z.infer<typeof Account>;

const SeedLock = z.lazy(() =>
  z.looseObject({
    /** The account tag of the seed. */
    owner: z.string(),
    /** Base64, like the other fields. */
    credential: z.string(),
    salt: z.string(),
    sealed: z.string(),
  }),
);
export type SeedLock = z.infer<typeof SeedLock>;

const StoredSession = z.lazy(() =>
  z.looseObject({
    account: Account.nullable().default(null),
    /** null: the site's. */
    backendUrl: z.string().nullable().catch(null).default(null),
    /** Proxies and relays of the user, in addition to the site's; null for none. */
    proxySet: z.array(z.string()).nullable().catch(null).default(null),
    /** Only in Matinee: the account tag of the library's owner; null before the first login. */
    libraryOwner: z.string().nullable().catch(null).default(null),
    /** Only in Matinee: the seed, encrypted with a passkey. It stays when the server ends the session. */
    lock: SeedLock.nullable().catch(null).default(null),
  }),
);
export type StoredSession = z.infer<typeof StoredSession>;

const SIGNED_OUT: StoredSession = {
  account: null,
  backendUrl: null,
  proxySet: null,
  libraryOwner: null,
  lock: null,
};

/** Drops only the invalid account and keeps the chosen servers. */
function salvageSession(state: unknown): unknown {
  const Broken = z.looseObject({ account: z.unknown() });
  const { account, ...rest } = Broken.catch({ account: null }).parse(state);
  return { ...rest, account: Account.safeParse(account).data ?? null };
}

const persisted = createPersisted({
  key: '__MW::auth',
  schema: StoredSession,
  empty: SIGNED_OUT,
  salvage: salvageSession,
});

export const sessionStore = persisted.store;

export function updateSession(change: Partial<StoredSession>): void {
  persisted.update((state) => ({ ...state, ...change }));
}

/** Without a trailing slash; undefined if neither the user nor the operator has configured one. */
export function backendUrl(): string | undefined {
  return sessionStore.getState().backendUrl?.replace(/\/+$/, '') || config.BACKEND_URL || undefined;
}

/** The host of the account server, as shown in texts; empty without one. */
export const accountHost = (): string => URL.parse(backendUrl() ?? '')?.host ?? '';

export interface ProxyEntry {
  readonly type: 'proxy' | 'api';
  readonly url: string;
}

const HttpUrl = z.lazy(() => z.url({ protocol: /^https?$/ }));

/** A URL, or `|type=api|URL`; undefined for invalid entries. */
export function parseProxyEntry(entry: string): ProxyEntry | undefined {
  const text = entry.trim();
  const [, options, address] = /^\|([^|]*)\|(.+)$/.exec(text) ?? [undefined, '', text];
  const pairs = (options ?? '').split(';').map((pair) => pair.split('='));
  const type = new Map(pairs.map(([name, value]) => [name?.trim(), value?.trim()])).get('type');
  const url = address?.trim().replace(/\/+$/, '');
  if (url === undefined || !HttpUrl.safeParse(url).success) return undefined;
  if (type === undefined || type === 'proxy') return { type: 'proxy', url };
  return type === 'api' ? { type, url } : undefined;
}

export interface Servers {
  /** The user's, without the site's. */
  readonly user: readonly string[];
  /** The site's, which are always used too. */
  readonly site: readonly string[];
}

function servers(type: ProxyEntry['type']): Servers {
  const urlsIn = (entries: readonly string[]): readonly string[] => {
    const parsed = entries.map(parseProxyEntry).filter((entry) => entry?.type === type);
    return [...new Set(parsed.flatMap((entry) => entry?.url ?? []))];
  };
  const site = urlsIn(config.CORS_PROXY_URL.split(','));
  const named = urlsIn(sessionStore.getState().proxySet ?? []);
  return { user: named.filter((url) => !site.includes(url)), site };
}

/** Servers that scrape. */
export function relayServers(): Servers {
  return servers('api');
}

/** Servers that fetch what CORS forbids. */
export function proxyServers(): Servers {
  return servers('proxy');
}

/** All relays, the user's first. */
export function relayUrls(): string[] {
  const { user, site } = relayServers();
  return [...user, ...site];
}

export function proxyUrls(): string[] {
  const { user, site } = proxyServers();
  return [...user, ...site];
}

/**
 * Authorizes requests to the account server's own relay, which may limit sources to accounts. No other relay gets the
 * token.
 */
export function sessionHeaders(relay: string): Readonly<Record<string, string>> {
  const { account } = sessionStore.getState();
  return account && isAccountServer(relay) ? { authorization: `Bearer ${account.token}` } : {};
}

export function isAccountServer(relay: string): boolean {
  const server = backendUrl();
  return server !== undefined && addressOf(relay) === addressOf(server);
}

const addressOf = (url: string): string | undefined => URL.parse(url)?.href;
