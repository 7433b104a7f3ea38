import { encrypt } from '@matinee/shared/identity/encryption';
import { linkKeys } from '@matinee/shared/identity/typed-code';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '#data/session.ts';
import {
  awaitLinkGuest,
  newLinkCode,
  sendSeed,
  type LinkGuest,
  requestLink,
  newLinkNumber,
} from './link.ts';

const CODE = newLinkCode(Uint8Array.of(0, 68, 50, 20, 199, 66, 84, 182, 53, 207));
const SEED = new Uint8Array(32).fill(7);
/** The stored message; null once it was taken. */
let table: Map<string, string | null>;
/** The status of every response, while the server misbehaves. */
let mood: number | 'away' | undefined;
let life: AbortController;

function serve(url: string, { method = 'GET', body }: RequestInit): Response {
  const id = url.split('/links/')[1] ?? '';
  if (method === 'DELETE') return Response.json({ id, taken: !table.delete(id) });
  if (method === 'POST') {
    const left = JSON.parse(typeof body === 'string' ? body : '{}');
    if (table.has(left.id)) return Response.json({}, { status: 409 });
    table.set(left.id, left.ciphertext);
    return Response.json({ id: left.id, expiresAt: '' });
  }
  const ciphertext = table.get(id);
  if (ciphertext === undefined) return Response.json({}, { status: 404 });
  if (ciphertext === null) return Response.json({}, { status: 410 });
  table.set(id, null);
  return Response.json({ id, ciphertext });
}

beforeEach(() => {
  table = new Map();
  mood = undefined;
  life = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (mood === 'away') throw new TypeError('away');
    if (mood !== undefined) return Response.json({}, { status: mood });
    if (url.includes('/auth/')) return Response.json({}, { status: 401 });
    return serve(url, init);
  });
  sessionStore.setState({ account: null, backendUrl: 'https://server.example' });
});
afterEach(() => {
  life.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

/** Skips the pauses of running work, so that tests do not wait. */
async function endOf<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const mark = (): void => void (isOver = true);
  work.then(mark, mark);
  while (!isOver) await vi.advanceTimersByTimeAsync(500);
  return work;
}

const asking = { code: CODE, deviceName: ' TV ', number: '4821' };
const requestSignIn = (change: Partial<typeof asking> = {}) =>
  requestLink({ ...asking, ...change, signal: life.signal });

async function guestOf(offer: ReturnType<typeof awaitLinkGuest>): Promise<LinkGuest> {
  const came = await endOf(offer);
  if (came.is !== 'requested') throw new Error(`nobody came: ${came.is}`);
  return came.guest;
}

test('a new device is shown with name and number, and gets the seed only after approval', async () => {
  const requested = requestSignIn();
  const guest = await guestOf(awaitLinkGuest(CODE, life.signal));
  expect(guest).toMatchObject({ device: 'TV', number: '4821' });
  expect([...table.values()]).toEqual([null]);
  expect(await endOf(sendSeed(guest, SEED, life.signal))).toEqual({ is: 'replied' });
  // This server has no accounts: the seed arrived, and a login was tried.
  expect(await endOf(requested)).toEqual({ is: 'unknownAccount' });
});

test('a used code does not work again', async () => {
  void requestSignIn().catch(() => undefined);
  await guestOf(awaitLinkGuest(CODE, life.signal));
  expect(await endOf(requestSignIn({ deviceName: 'Thief' }))).toEqual({ is: 'used' });
  expect(await endOf(awaitLinkGuest(CODE, life.signal))).toEqual({ is: 'used' });
});

test('a message that another client took or left invalidates the code', async () => {
  const keys = await endOf(linkKeys(CODE));
  const id = keys?.replyId ?? '';
  table.set(id, null);
  expect(await endOf(requestSignIn())).toEqual({ is: 'used' });
  table.set(id, encrypt('{"kind":"answer"}', new Uint8Array(32)));
  expect(await endOf(requestSignIn())).toEqual({ is: 'used' });
});

test('linking ends on both sides after two minutes of silence, and leaves nothing on the server', async () => {
  const [requested, offered] = [requestSignIn(), awaitLinkGuest(newLinkCode(), life.signal)];
  expect(await endOf(requested)).toEqual({ is: 'expired' });
  expect(await endOf(offered)).toEqual({ is: 'expired' });
  await vi.advanceTimersByTimeAsync(0);
  expect(table.size).toBe(0);
});

test('cancelling removes the message from the server', async () => {
  const requested = requestSignIn();
  const end = requested.catch(() => 'given up');
  await vi.waitUntil(() => table.size === 1);
  life.abort();
  expect(await end).toBe('given up');
  await vi.waitUntil(() => table.size === 0);
});

test.each([
  ['away', { is: 'failed', failure: { is: 'unreachable' } }],
  [500, { is: 'failed', failure: { is: 'rejected', status: 500 } }],
  [404, { is: 'unsupported' }],
] as const)('a server that is %s is distinguished from one that waits', async (is, result) => {
  mood = is;
  expect(await endOf(requestSignIn())).toMatchObject(result);
  expect(await endOf(awaitLinkGuest(CODE, life.signal))).toMatchObject(result);
});

test('a connection that recovers in time has no effect', async () => {
  const requested = requestSignIn();
  await vi.waitUntil(() => table.size === 1);
  const offer = awaitLinkGuest(CODE, life.signal);
  const guest = await guestOf(offer);
  mood = 'away';
  await vi.advanceTimersByTimeAsync(5_000);
  mood = undefined;
  await endOf(sendSeed(guest, SEED, life.signal));
  expect(await endOf(requested)).toEqual({ is: 'unknownAccount' });
});

test('an invalid code or an empty name sends no request', async () => {
  mood = 'away';
  expect(await requestSignIn({ code: '0123-4567' })).toEqual({ is: 'noCode' });
  expect(await requestSignIn({ deviceName: '  ' })).toEqual({ is: 'noDeviceName' });
});

test('the number has four digits, even with leading zeros', () => {
  expect(newLinkNumber([10_042])).toBe('0042');
  expect(newLinkNumber()).toMatch(/^\d{4}$/);
});

test('a login that expires after the link is not blamed on the code', async () => {
  const respond = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.endsWith('/auth/login/start') ? Response.json({ challenge: 'c' }) : respond(url, init),
  );
  const requested = requestSignIn();
  const guest = await guestOf(awaitLinkGuest(CODE, life.signal));
  await endOf(sendSeed(guest, SEED, life.signal));
  expect(await endOf(requested)).toEqual({ is: 'loginExpired' });
});
