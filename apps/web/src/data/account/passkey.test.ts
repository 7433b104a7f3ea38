import { encrypt } from '@matinee/shared/identity/encryption';
import { toBase64 } from '@matinee/shared/identity/base64';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SEED = new Uint8Array(32).fill(7);
const TEXT = toBase64(SEED);
const account = {
  token: 't',
  userId: 'u',
  sessionId: 's',
  deviceName: encrypt('Sofa', SEED),
  profile: { colorA: '', colorB: '', icon: '' },
  seed: TEXT,
};
const life = new AbortController();

/** The behavior of the device. */
let mood: 'willing' | 'late' | 'unable' | 'refusing';
let requested: unknown[];
/** A browser's own store lists its items as properties. */
let cells: Record<string, string>;
const methods = {
  getItem: (key: string) => cells[key] ?? null,
  setItem: (key: string, value: string) => void (cells[key] = value),
  removeItem: (key: string) => void Reflect.deleteProperty(cells, key),
};

class PublicKeyCredential {
  readonly rawId = new Uint8Array([1, 2, 3]).buffer;
  readonly prf: object | undefined;
  constructor(prf: object | undefined) {
    this.prf = prf;
  }
  static signalUnknownCredential = async (gone: object): Promise<void> => void requested.push(gone);
  getClientExtensionResults(): object {
    return { prf: this.prf };
  }
}

const results = { first: new Uint8Array(32).fill(9).buffer };

function respond(options: CredentialRequestOptions, prf: object | undefined): PublicKeyCredential {
  requested.push(options.publicKey);
  if (mood === 'refusing') throw new DOMException('no', 'NotAllowedError');
  return new PublicKeyCredential(mood === 'unable' ? undefined : prf);
}

beforeEach(() => {
  mood = 'willing';
  requested = [];
  const stored = JSON.stringify({ state: { account }, version: 0 });
  cells = Object.assign(Object.create(methods), { '__MW::auth': stored });
  vi.stubGlobal('localStorage', cells);
  vi.stubGlobal('location', { hostname: 'cinema.example', origin: 'https://cinema.example' });
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  vi.stubGlobal('navigator', {
    credentials: {
      create: async (options: CredentialRequestOptions) =>
        respond(options, { enabled: true, ...(mood === 'late' ? {} : { results }) }),
      get: async (options: CredentialRequestOptions) => respond(options, { results }),
    },
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./passkey.ts')),
  ...(await import('./passkey.ts')),
  ...(await import('./account-store.ts')),
  ...(await import('./sign-out.ts')),
  ...(await import('#data/session.ts')),
});

const stored = (): string => JSON.stringify(cells);

test.each(['willing', 'late'] as const)(
  'a %s device locks the seed: storage does not contain it, but this tab knows it',
  async (is) => {
    mood = is;
    cells['BACKUP-v0-__MW::auth'] = JSON.stringify({ state: { account }, broken: true });
    const { lockSeed, sessionStore, seedOf, deviceNameOf } = await load();
    expect(await lockSeed(life.signal)).toEqual({ is: 'done' });
    expect(stored()).not.toContain(TEXT);
    const now = sessionStore.getState().account;
    expect(now && seedOf(now)).toEqual(SEED);
    expect(now && deviceNameOf(now)).toBe('Sofa');
    expect(requested).toHaveLength(is === 'late' ? 2 : 1);
  },
);

test('unlocking after the tab was closed takes the passkey, and the lock can be removed', async () => {
  const { lockSeed } = await load();
  await lockSeed(life.signal);
  vi.resetModules();
  const { unlockSeed, removeLock, sessionStore, deviceNameOf, ownerOf } = await load();
  const { accountTag } = await import('@matinee/shared/identity/encryption');
  const locked = sessionStore.getState().account;
  expect(locked && deviceNameOf(locked)).toBeUndefined();
  expect(locked && ownerOf(locked)).toBe(accountTag(SEED));
  removeLock();
  expect(stored()).not.toContain(TEXT);
  expect(await unlockSeed(life.signal)).toEqual({ is: 'done' });
  expect(locked && deviceNameOf(locked)).toBe('Sofa');
  removeLock();
  expect(sessionStore.getState()).toMatchObject({ account: { seed: TEXT }, lock: null });
  expect(requested.at(-1)).toEqual({ rpId: 'cinema.example', credentialId: 'AQID' });
});

test.each([
  ['refusing', 'canceled'],
  ['unable', 'unsupported'],
] as const)('a device that is %s changes nothing', async (is, result) => {
  mood = is;
  const { lockSeed, sessionStore } = await load();
  expect(await lockSeed(life.signal)).toEqual({ is: result });
  expect(sessionStore.getState()).toMatchObject({ account: { seed: TEXT }, lock: null });
});

test('a passkey of another account unlocks nothing', async () => {
  const { lockSeed, unlockSeed, updateSession, sessionStore, clearAccountSecrets } = await load();
  await lockSeed(life.signal);
  const { lock } = sessionStore.getState();
  clearAccountSecrets();
  updateSession({ lock: lock && { ...lock, sealed: 'AAAA.AAAA.AAAA' } });
  expect(await unlockSeed(life.signal)).toEqual({ is: 'wrong' });
});

const user = { id: 'u', profile: account.profile };
const session = { id: 's2', device: account.deviceName };

test('the lock outlives a session that the server ended, for the same user only', async () => {
  const { lockSeed, sessionEnded, sessionStore, storeAccount, seedOf } = await load();
  await lockSeed(life.signal);
  const before = sessionStore.getState();
  if (before.account) sessionEnded(before.account);
  expect(sessionStore.getState()).toMatchObject({ account: null, lock: before.lock });
  storeAccount({ token: 't2', seed: SEED, user, session });
  const { account: now } = sessionStore.getState();
  expect(now?.seed).toBe('');
  expect(now && seedOf(now)).toEqual(SEED);
  storeAccount({ token: 't3', seed: new Uint8Array(32), user: { ...user, id: 'o' }, session });
  expect(sessionStore.getState().lock).toBeNull();
});

test('a passkey whose account the server does not know is not mistaken for a wrong passphrase', async () => {
  const { lockSeed, signInWithPasskey } = await load();
  await lockSeed(life.signal);
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401 }));
  expect(await signInWithPasskey('Sofa', life.signal)).toEqual({ is: 'unknownPasskey' });
});

test.each([
  ['cinema.example', true],
  ['localhost', true],
  ['192.168.1.20', false],
  ['[::1]', false],
])('at %s passkeys are offered: %s', async (hostname, isOffered) => {
  vi.stubGlobal('location', { hostname, origin: '' });
  const { canUsePasskeys } = await load();
  expect(await canUsePasskeys()).toBe(isOffered);
});

test('browsers without passkeys, or without the PRF extension, do not offer them', async () => {
  const { canUsePasskeys } = await load();
  const getClientCapabilities = async () => ({ 'extension:prf': false });
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities });
  expect(await canUsePasskeys()).toBe(false);
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  expect(await canUsePasskeys()).toBe(false);
});
