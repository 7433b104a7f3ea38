// The client's own code on the real server.
import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDevice } from '../support/client.ts';
import { PROFILE } from '../support/identity.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const registration = () => ({
  passphrase: generatePassphrase(),
  deviceName: ' Café TV ',
  profile: PROFILE,
});

describe('an account', () => {
  test('is created on one device and opened on another, and each decrypts its own name', async () => {
    const made = registration();
    const one = await createDevice(server.url).reload();
    expect(await one.register(made)).toEqual({ is: 'registered' });
    const first = one.sessionStore.getState().account;
    expect(first).toMatchObject({ profile: PROFILE, nickname: expect.any(String) });

    const other = await createDevice(server.url).reload();
    const typed = `  ${made.passphrase.toUpperCase().replaceAll(' ', '\n')} `;
    expect(await other.signIn({ passphrase: typed, deviceName: 'Phone' })).toEqual({
      is: 'signedIn',
    });
    const second = other.sessionStore.getState().account;
    expect(second).toMatchObject({ userId: first?.userId, profile: PROFILE, seed: first?.seed });
    expect(second?.sessionId).not.toBe(first?.sessionId);
    expect(first && one.deviceNameOf(first)).toBe('Café TV');
    expect(second && other.deviceNameOf(second)).toBe('Phone');
  });

  test('that was created although the response was lost is logged in to at the next try', async () => {
    const made = registration();
    await (await createDevice(server.url).reload()).register(made);
    const again = await createDevice(server.url).reload();
    expect(await again.register(made)).toEqual({ is: 'registered' });
    expect(again.sessionStore.getState().account).not.toBeNull();
  });
});

describe('with required invitations', () => {
  test('an invitation code creates the account, and registration fails without one', async () => {
    const invited = await startTestApp({ REGISTRATION: 'invite' });
    const made = registration();
    const device = await createDevice(invited.url).reload();
    expect(await device.register(made)).toEqual({ is: 'notInvited' });
    const invite = await invited.deps.services.invitations.ownerCode();
    expect(await device.register({ ...made, invite })).toEqual({ is: 'registered' });
    // Simulates a lost response: the invitation is used up, and the account exists.
    const again = await createDevice(invited.url).reload();
    expect(await again.register({ ...made, invite })).toEqual({ is: 'registered' });
    await invited.close();
  });
});

describe('creating an account', () => {
  test('reports a missing captcha by its status, whatever the server says', async () => {
    const guarded = await startTestApp({
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SECRET: 'a secret',
      CAPTCHA_CLIENT_KEY: 'a key',
    });
    const device = await createDevice(guarded.url).reload();
    expect(await device.register(registration())).toEqual({ is: 'captchaFailed' });
    await guarded.close();
  });

  test('with a known passphrase that cannot be logged in with says that it exists', async () => {
    const made = registration();
    await (await createDevice(server.url).reload()).register(made);
    const again = await createDevice(server.url).reload();
    respondTo('/auth/login/complete', 401);
    expect(await again.register(made)).toEqual({ is: 'exists' });
    expect(again.sessionStore.getState().account).toBeNull();
  });
});

test('a registration whose challenge is no longer valid reports an expired attempt', async () => {
  const device = await createDevice(server.url).reload();
  respondTo('/auth/register/complete', 401);
  expect(await device.register(registration())).toEqual({ is: 'expired' });
});

/** Replaces the responses of one endpoint. */
function respondTo(path: string, status: number): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    url.endsWith(path)
      ? Promise.resolve(Response.json({ message: 'Zut' }, { status }))
      : fetch(url, options),
  );
}

describe('logging in', () => {
  test('with a challenge that is no longer valid reports an expired attempt', async () => {
    const made = registration();
    await (await createDevice(server.url).reload()).register(made);
    const { signIn } = await createDevice(server.url).reload();
    respondTo('/auth/login/complete', 401);
    expect(await signIn({ passphrase: made.passphrase, deviceName: 'TV' })).toEqual({
      is: 'expired',
    });
  });

  test('reports the error, and stores nothing', async () => {
    const { signIn, sessionStore } = await createDevice(server.url).reload();
    const passphrase = generatePassphrase();
    const results = [
      await signIn({ passphrase: 'abandon abandn', deviceName: 'TV' }),
      await signIn({ passphrase, deviceName: ' ' }),
      await signIn({ passphrase, deviceName: 'TV' }),
    ];
    expect(results).toMatchObject([
      { is: 'badPassphrase', check: { is: 'misspelt', unknown: [{ index: 1 }] } },
      { is: 'noDeviceName' },
      { is: 'unknownAccount' },
    ]);
    expect(sessionStore.getState().account).toBeNull();
  });

  test('distinguishes an unreachable server from one that refuses', async () => {
    const { signIn, register } = await createDevice('http://127.0.0.1:9').reload();
    const passphrase = generatePassphrase();
    const failed = { is: 'failed', failure: { is: 'unreachable' } };
    expect(await signIn({ passphrase, deviceName: 'TV' })).toEqual(failed);
    expect(await register(registration())).toEqual(failed);
  });
});

describe('logging out', () => {
  const movie = { type: 'movie', title: 'A film', watched: 60, duration: 600, updatedAt: 2_000 };
  const file = JSON.stringify({
    format: 'matinee-library',
    version: 1,
    bookmarks: {},
    progress: {},
    history: { '9/': { tmdbId: '9', ...movie } },
  });

  test('confirms before unsynced history is lost, and syncs it first if it can', async () => {
    const code = await createDevice(server.url).reload();
    await code.register(registration());
    await code.syncNow();
    expect(code.readLibraryFile(file)).toMatchObject({ watched: 1 });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
    expect(await code.signOut()).toEqual({ is: 'pending', count: 1 });
    expect(Object.keys(code.historyStore.getState().items)).toEqual(['9/']);
    vi.stubGlobal('fetch', fetch);
    expect(await code.signOut()).toEqual({ is: 'signedOut' });
  });

  test('removes the device names', async () => {
    const code = await createDevice(server.url).reload();
    await code.register(registration());
    const { account } = code.sessionStore.getState();
    expect(account && code.deviceNameOf(account)).toBe('Café TV');
    await code.signOut();
    expect(code.sessionStore.getState().account).toBeNull();
    expect(
      account && code.deviceNameOf({ ...account, seed: btoa('x'.repeat(32)) }),
    ).toBeUndefined();
  });
});
