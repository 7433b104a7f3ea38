// Settings go to the account when they differ from what it was last known to have: so nothing has to be queued, and a change
// that was made while the server was away is not forgotten.
import { putSettings, Settings } from '@matinee/shared/contract/settings';
import { z } from 'zod';
import { AnySettings } from '#data/answers.ts';
import { ApiError, call } from '#data/api.ts';
import { createPersisted } from '#data/storage/persisted.ts';
import { applySettings, localSettings, readSettings } from './synced-settings.ts';

const Known = z.looseObject({
  /** Whose; null while nobody's. */
  userId: z.string().nullable().catch(null).default(null),
  values: z.record(z.string(), z.unknown()).catch({}).default({}),
});

const persisted = createPersisted({ key: '__MW::settings-sync', schema: Known });

function knownTo(userId: string): Readonly<Record<string, unknown>> {
  const known = persisted.store.getState();
  return known.userId === userId ? known.values : {};
}

function remember(userId: string, values: Readonly<Record<string, unknown>>): void {
  const all = { ...knownTo(userId), ...values };
  persisted.update((state) => ({ ...state, userId, values: all }));
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What the account has not been told. A default that it never had is no news. */
export function unsentSettings(userId: string): Settings {
  const known = knownTo(userId);
  const news = Object.entries(localSettings()).filter(
    ([name, value]) => !isSame(value ?? null, known[name] ?? null),
  );
  return Settings.parse(Object.fromEntries(news));
}

/** What a server would not have, as it was then: it stays here, and is offered again on the next visit or when it changes. */
const refused = new Map<string, unknown>();
const keyOf = (userId: string, name: string): string => `${userId}/${name}`;

/** Nothing before the account has been heard: what is usual here would take the place of what was chosen elsewhere. */
function offered(userId: string): [string, unknown][] {
  if (persisted.store.getState().userId !== userId) return [];
  return Object.entries(unsentSettings(userId)).filter(([name, value]) => {
    const key = keyOf(userId, name);
    return !refused.has(key) || !isSame(refused.get(key), value);
  });
}

export const isSettingNew = (userId: string): boolean => offered(userId).length > 0;

export async function sendSettings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  const news = offered(userId);
  if (news.length === 0 || (await areTaken(news, userId, signal))) return;
  // One of them is at fault: it must not hold the others up.
  for (const [name, value] of news) {
    const isTaken = news.length > 1 && (await areTaken([[name, value]], userId, signal));
    if (!isTaken) refused.set(keyOf(userId, name), value);
  }
}

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 422]);

async function areTaken(
  news: readonly (readonly [string, unknown])[],
  userId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const body = Settings.parse(Object.fromEntries(news));
  try {
    await call(putSettings, { params: { userId }, body }, { signal, reply: AnySettings });
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return false;
    throw error;
  }
  remember(userId, body);
  return true;
}

/** What the account has wins, except over what was changed here since it was last heard. */
export function takeSettings(userId: string, answer: Readonly<Record<string, unknown>>): void {
  const theirs = readSettings(answer);
  const isNew = persisted.store.getState().userId !== userId;
  const unsent: Readonly<Record<string, unknown>> = isNew ? {} : unsentSettings(userId);
  const news = Object.entries(theirs).filter(
    ([name, value]) => !(name in unsent) && !(isNew && value === null),
  );
  const heard = Object.fromEntries(news);
  applySettings(Settings.parse(heard));
  // As it is understood here: what a later client says in words of its own is not taken back from it.
  const local: Readonly<Record<string, unknown>> = localSettings();
  const understood = news.map(([name, value]) => [name, name in local ? local[name] : value]);
  remember(userId, Object.fromEntries(understood));
}
