// Sends settings that differ from the account's last known state. Needs no queue: changes made offline are sent later.
import { putSettings, Settings } from '@matinee/shared/contract/settings';
import { z } from 'zod';
import { LenientSettings } from '#data/response-schemas.ts';
import { ApiRequestError, call } from '#data/api.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { shownLanguage } from './language.ts';
import { applySettings, localSettings, readSettings } from './synced-settings.ts';

const Rejected = z.looseObject({
  value: z.unknown(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Sent instead of a value that the server rejects. */
  instead: z.unknown(),
});

const SyncState = z.looseObject({
  /** The account's; null before the first login. */
  userId: z.string().nullable().catch(null).default(null),
  values: z.record(z.string(), z.unknown()).catch({}).default({}),
  /** The account is new: its stored settings are defaults, not choices. */
  isNewAccount: z.boolean().catch(false).default(false),
  /** Rejected values by name. They are sent again after a day, or when they change. */
  refused: z.record(z.string(), Rejected).catch({}).default({}),
});

const persisted = createPersisted({ key: '__MW::settings-sync', schema: SyncState });
/** The settings that the account is known to have. */
export const settingsSyncStore = persisted.store;

/** Prepares a new account, before it is stored: the settings of this browser win over the server's defaults. */
export function initSettingsSync(userId: string): void {
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

/** Settings that the account does not have yet. Defaults do not count. */
export function pendingSettings(userId: string): Settings {
  const known = knownTo(userId);
  const changed = Object.entries(localSettings()).filter(
    ([name, value]) => !isSame(value ?? null, known[name] ?? null),
  );
  return Settings.parse(Object.fromEntries(changed));
}

const REJECTED_MS = 24 * 60 * 60 * 1000;

function isRejected(name: string, value: unknown): boolean {
  const rejected = persisted.store.getState().refused[name];
  if (!rejected || !isSame(rejected.value, value)) return false;
  return Date.now() - rejected.at < REJECTED_MS;
}

/** Empty before the first pull: this browser's settings would replace other devices' settings. */
function sendableSettings(userId: string): [string, unknown][] {
  if (persisted.store.getState().userId !== userId) return [];
  return Object.entries(pendingSettings(userId)).filter(
    ([name, value]) => !isRejected(name, value),
  );
}

export const isSettingPending = (userId: string): boolean => sendableSettings(userId).length > 0;

export async function sendSettings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  const pending = sendableSettings(userId);
  if (pending.length === 0 || (await trySend(pending, userId, signal))) return;
  // One of the settings is invalid and must not delay the others.
  for (const [name, value] of pending) {
    const isSent = pending.length > 1 && (await trySend([[name, value]], userId, signal));
    if (isSent) continue;
    const instead = substituteFor(name, value);
    const isInstead = instead && (await trySend([[name, instead]], userId, signal));
    const entry = { value, at: Date.now(), instead: isInstead ? instead : undefined };
    persisted.update((state) => ({ ...state, refused: { ...state.refused, [name]: entry } }));
  }
}

/** Second-generation servers cannot reset the language, so they get the code of the current language. */
function substituteFor(name: string, value: unknown): string | undefined {
  const isReset = name === 'applicationLanguage' && value === null;
  return isReset ? shownLanguage() : undefined;
}

const REJECTED: ReadonlySet<number> = new Set([400, 404, 422]);

/** Resolves with false if the server rejects the settings. */
async function trySend(
  settings: readonly (readonly [string, unknown])[],
  userId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const body = Settings.parse(Object.fromEntries(settings));
  try {
    await call(putSettings, { params: { userId }, body }, { signal, reply: LenientSettings });
  } catch (error) {
    if (error instanceof ApiRequestError && REJECTED.has(error.status)) return false;
    throw error;
  }
  remember(userId, body);
  return true;
}

/** Merges the account's settings. They replace this browser's settings, except for changes since the last pull. */
export function mergeRemoteSettings(
  userId: string,
  remote: Readonly<Record<string, unknown>>,
): void {
  persisted.catchUp();
  const theirs = readSettings(remote);
  const { userId: knownUser, isNewAccount } = persisted.store.getState();
  const isNew = knownUser !== userId;
  if (isNewAccount && !isNew) {
    remember(userId, theirs);
    persisted.update((state) => ({ ...state, isNewAccount: false }));
    return;
  }
  const pending: Readonly<Record<string, unknown>> = isNew ? {} : pendingSettings(userId);
  const changes = Object.entries(theirs).filter(
    ([name, value]) =>
      (!(name in pending) || isChangedElsewhere(name, value)) && !(isNew && value === null),
  );
  applySettings(Settings.parse(Object.fromEntries(changes)));
  // Uses the values as stored here. Otherwise, an unknown value of a newer client would be sent back as this browser's.
  const local: Readonly<Record<string, unknown>> = localSettings();
  const applied = changes.map(([name, value]) => [name, name in local ? local[name] : value]);
  remember(userId, Object.fromEntries(applied));
}

/** The server no longer has the substitute that this browser sent. */
function isChangedElsewhere(name: string, value: unknown): boolean {
  const instead = persisted.store.getState().refused[name]?.instead;
  return instead !== undefined && !isSame(instead, value);
}

/** Removes the account's proxies on signing out; a list that was never sent stays. */
export function forgetProxies(userId: string): void {
  const { proxyUrls, ...values } = knownTo(userId);
  const { proxySet } = sessionStore.getState();
  if (proxySet === null || !isSame(proxyUrls, proxySet)) return;
  // Runs first: otherwise the empty list would count as a change at the next login.
  persisted.update((state) => ({ ...state, values }));
  updateSession({ proxySet: null });
}
