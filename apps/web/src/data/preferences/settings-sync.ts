// Settings go to the account when they differ from what it was last known to have: so nothing has to be queued, and a change
// that was made while the server was away is not forgotten.
import { putSettings, Settings } from '@matinee/shared/contract/settings';
import { z } from 'zod';
import { LenientSettings } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { applySettings, localSettings, readSettings } from './synced-settings.ts';

const Refused = z.looseObject({
  value: z.unknown(),
  /** In milliseconds since 1970. */
  at: z.number(),
  /** The server was given it in place of a value that it does not take. */
  instead: z.unknown(),
});

const Known = z.looseObject({
  /** Whose; null while nobody's. */
  userId: z.string().nullable().catch(null).default(null),
  values: z.record(z.string(), z.unknown()).catch({}).default({}),
  /** The account is new: its stored settings are defaults, not choices. */
  isNewAccount: z.boolean().catch(false).default(false),
  /** By name: what the server would not take. It stays here, and is offered again after a day or when it changes. */
  refused: z.record(z.string(), Refused).catch({}).default({}),
});

const persisted = createPersisted({ key: '__MW::settings-sync', schema: Known });

/** To be called before the account is stored: what is chosen here wins over the defaults of its server. */
export function beginSettings(userId: string): void {
  persisted.update(() => ({ userId, values: {}, isNewAccount: true, refused: {} }));
}

function knownTo(userId: string): Readonly<Record<string, unknown>> {
  const known = persisted.store.getState();
  return known.userId === userId ? known.values : {};
}

function remember(userId: string, values: Readonly<Record<string, unknown>>): void {
  persisted.update((state) => {
    const isKnown = state.userId === userId;
    return {
      ...state,
      userId,
      values: { ...(isKnown ? state.values : {}), ...values },
      isNewAccount: isKnown && state.isNewAccount,
      refused: isKnown ? state.refused : {},
    };
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What the account has not been told. A default that it never had is no news. */
export function pendingSettings(userId: string): Settings {
  const known = knownTo(userId);
  const news = Object.entries(localSettings()).filter(
    ([name, value]) => !isSame(value ?? null, known[name] ?? null),
  );
  return Settings.parse(Object.fromEntries(news));
}

const REFUSED_MS = 24 * 60 * 60 * 1000;

function isRefused(name: string, value: unknown): boolean {
  const refused = persisted.store.getState().refused[name];
  if (!refused || !isSame(refused.value, value)) return false;
  return Date.now() - refused.at < REFUSED_MS;
}

/** Nothing before the account has been heard: what is usual here would take the place of what was chosen elsewhere. */
function offered(userId: string): [string, unknown][] {
  if (persisted.store.getState().userId !== userId) return [];
  return Object.entries(pendingSettings(userId)).filter(([name, value]) => !isRefused(name, value));
}

export const isSettingPending = (userId: string): boolean => offered(userId).length > 0;

export async function sendSettings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  const news = offered(userId);
  if (news.length === 0 || (await areTaken(news, userId, signal))) return;
  // One of them is at fault: it must not hold the others up.
  for (const [name, value] of news) {
    const isTaken = news.length > 1 && (await areTaken([[name, value]], userId, signal));
    if (isTaken) continue;
    const instead = standInFor(name, value);
    const isInstead = instead && (await areTaken([[name, instead]], userId, signal));
    const said = { value, at: Date.now(), instead: isInstead ? instead : undefined };
    persisted.update((state) => ({ ...state, refused: { ...state.refused, [name]: said } }));
  }
}

/** Servers of the second generation have no word for the browser's own language, and keep the one that was chosen before. */
function standInFor(name: string, value: unknown): string | undefined {
  const isReset = name === 'applicationLanguage' && value === null;
  return isReset && typeof document !== 'undefined' ? document.documentElement.lang : undefined;
}

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 422]);

async function areTaken(
  news: readonly (readonly [string, unknown])[],
  userId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const body = Settings.parse(Object.fromEntries(news));
  try {
    await call(putSettings, { params: { userId }, body }, { signal, reply: LenientSettings });
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return false;
    throw error;
  }
  remember(userId, body);
  return true;
}

/** What the account has wins, except over what was changed here since it was last heard. */
export function takeSettings(userId: string, answer: Readonly<Record<string, unknown>>): void {
  // Another tab may have been told something meanwhile.
  persisted.catchUp();
  const theirs = readSettings(answer);
  const { userId: heardUser, isNewAccount } = persisted.store.getState();
  const isNew = heardUser !== userId;
  if (isNewAccount && !isNew) {
    remember(userId, theirs);
    persisted.update((state) => ({ ...state, isNewAccount: false }));
    return;
  }
  const unsent: Readonly<Record<string, unknown>> = isNew ? {} : pendingSettings(userId);
  const news = Object.entries(theirs).filter(
    ([name, value]) =>
      (!(name in unsent) || isChangedElsewhere(name, value)) && !(isNew && value === null),
  );
  const heard = Object.fromEntries(news);
  applySettings(Settings.parse(heard));
  // As it is understood here: what a later client says in words of its own is not taken back from it.
  const local: Readonly<Record<string, unknown>> = localSettings();
  const understood = news.map(([name, value]) => [name, name in local ? local[name] : value]);
  remember(userId, Object.fromEntries(understood));
}

/** The server no longer has what it was given in place of a value of this browser. */
function isChangedElsewhere(name: string, value: unknown): boolean {
  const instead = persisted.store.getState().refused[name]?.instead;
  return instead !== undefined && !isSame(instead, value);
}

/** Removes the account's proxies on logging out; a list that was never sent stays in this browser. */
export function forgetProxies(userId: string): void {
  const { proxyUrls, ...values } = knownTo(userId);
  const { proxySet } = sessionStore.getState();
  if (proxySet === null || !isSame(proxyUrls, proxySet)) return;
  // First, or the empty list would count as a change when the same person logs in again.
  persisted.update((state) => ({ ...state, values }));
  updateSession({ proxySet: null });
}
