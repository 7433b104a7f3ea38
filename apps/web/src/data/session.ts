// Who is signed in and where: the stored account, the account server and the proxies.
import { z } from 'zod';
import { config } from '#config.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** Missing, it is drawn as the default: no reason to sign anybody out. */
const looks = () => z.string().catch('').default('');

export const Account = z.lazy(() =>
  z.looseObject({
    token: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    deviceName: looks(),
    profile: z.looseObject({ colorA: looks(), colorB: looks(), icon: looks() }).prefault({}),
    /** Base64 of the 32 bytes that the keys come from; empty where a passkey locks them. */
    seed: z.string(),
  }),
);
export type Account = z.infer<typeof Account>;

const SeedLock = z.lazy(() =>
  z.looseObject({
    /** Whose seed it is: what `ownerTag` makes of it. */
    owner: z.string(),
    /** Base64, as are the others. */
    credential: z.string(),
    salt: z.string(),
    sealed: z.string(),
  }),
);
export type SeedLock = z.infer<typeof SeedLock>;

const Session = z.lazy(() =>
  z.looseObject({
    account: Account.nullable().default(null),
    /** null: the site's own. */
    backendUrl: z.string().nullable().catch(null).default(null),
    /** Servers of the viewer or the account, beside the site's own; null for none. */
    proxySet: z.array(z.string()).nullable().catch(null).default(null),
    /** Ours alone: whose the library in this browser is; null while nobody has signed in here. */
    libraryOwner: z.string().nullable().catch(null).default(null),
    /** Ours alone: the seed, for whoever has the passkey. It outlives a session that the server has ended. */
    lock: SeedLock.nullable().catch(null).default(null),
  }),
);
export type Session = z.infer<typeof Session>;

const NOBODY: Session = {
  account: null,
  backendUrl: null,
  proxySet: null,
  libraryOwner: null,
  lock: null,
};

/** An account that cannot be used does not cost the servers that were chosen. */
function salvageSession(state: unknown): unknown {
  const Broken = z.looseObject({ account: z.unknown() });
  const { account, ...rest } = Broken.catch({ account: null }).parse(state);
  return { ...rest, account: Account.safeParse(account).data ?? null };
}

const persisted = createPersisted({
  key: '__MW::auth',
  schema: Session,
  empty: NOBODY,
  salvage: salvageSession,
});

export const sessionStore = persisted.store;

export function updateSession(change: Partial<Session>): void {
  persisted.update((state) => ({ ...state, ...change }));
}

/** The account server, without a slash at its end; undefined where the operator has none and the viewer named none. */
export function backendUrl(): string | undefined {
  return sessionStore.getState().backendUrl?.replace(/\/+$/, '') || config.BACKEND_URL || undefined;
}

export interface ProxyEntry {
  readonly type: 'proxy' | 'api';
  readonly url: string;
}

const HttpUrl = z.lazy(() => z.url({ protocol: /^https?$/ }));

/** A plain address, or `|type=api|address`; what cannot be understood is no entry. */
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
  /** Named by the viewer or their account; none that the site has as well. */
  readonly own: readonly string[];
  /** Servers of this site, which are always used beside the viewer's own. */
  readonly site: readonly string[];
}

function servers(type: ProxyEntry['type']): Servers {
  const urlsIn = (entries: readonly string[]): readonly string[] => {
    const parsed = entries.map(parseProxyEntry).filter((entry) => entry?.type === type);
    return [...new Set(parsed.flatMap((entry) => entry?.url ?? []))];
  };
  const site = urlsIn(config.CORS_PROXY_URL.split(','));
  const named = urlsIn(sessionStore.getState().proxySet ?? []);
  return { own: named.filter((url) => !site.includes(url)), site };
}

/** Servers that search for streams. */
export function relayServers(): Servers {
  return servers('api');
}

/** Servers that fetch what a browser may not. */
export function proxyServers(): Servers {
  return servers('proxy');
}

/** All of them, the viewer's own first. */
export function relayUrls(): string[] {
  const { own, site } = relayServers();
  return [...own, ...site];
}

export function proxyUrls(): string[] {
  const { own, site } = proxyServers();
  return [...own, ...site];
}
