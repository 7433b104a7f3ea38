import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import {
  clearToken,
  HumanCheckError,
  humanCheckStore,
  storeToken,
  tokenProof,
  withHumanProof,
} from './human-check.ts';

const jwt = (name: string) => `${name}.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.x`;

/** A server that accepts certain tokens, and issues one for a solved captcha. */
function setUp(...accepted: string[]) {
  const sent: (string | undefined)[] = [];
  const send = async (proof: string | undefined) => {
    sent.push(proof);
    const isAccepted = accepted.includes(proof ?? 'nothing');
    if (isAccepted && proof?.startsWith('turnstile|')) {
      storeToken(jwt('word'));
      accepted.push(`jwt|${jwt('word')}`);
    }
    return isAccepted;
  };
  const request = (signal?: AbortSignal) =>
    withHumanProof({ signal, send, isRejection: (isAccepted) => !isAccepted });
  return { request, sent };
}

const question = () => humanCheckStore.getState().request;

/** Stands in for the screen. */
async function solveNext(token: string): Promise<void> {
  await vi.waitFor(() => expect(question()).not.toBeNull());
  question()?.solved(token);
}

beforeEach(() => {
  config.TURNSTILE_KEY = 'site key';
  clearToken(tokenProof() ?? '');
});
afterEach(() => {
  config.TURNSTILE_KEY = undefined;
  clearToken(tokenProof() ?? '');
  vi.useRealTimers();
});

test('where no captcha is required, the user sees none', async () => {
  config.TURNSTILE_KEY = undefined;
  const { request, sent } = setUp('nothing');
  expect(await request()).toBe(true);
  expect(sent).toEqual([undefined]);
});

test('a captcha is solved once, and its token is reused', async () => {
  const { request, sent } = setUp('turnstile|t1');
  const first = request();
  await solveNext('t1');
  expect(await first).toBe(true);
  expect(question()).toBeNull();
  expect(await request()).toBe(true);
  expect(sent).toEqual(['turnstile|t1', `jwt|${jwt('word')}`]);
});

test('simultaneous requests wait for the same captcha', async () => {
  const { request, sent } = setUp('turnstile|t1');
  const all = Promise.all([request(), request(), request()]);
  await solveNext('t1');
  expect(await all).toEqual([true, true, true]);
  expect(sent.filter((proof) => proof?.startsWith('turnstile|'))).toHaveLength(1);
});

test('a rejected token is dropped, and a new captcha is solved', async () => {
  storeToken(jwt('old'));
  const { request, sent } = setUp('turnstile|t2');
  const requested = request();
  await solveNext('t2');
  expect(await requested).toBe(true);
  expect(sent).toEqual([`jwt|${jwt('old')}`, 'turnstile|t2']);
});

test('a rejected captcha has its own error, and the next request shows a new one', async () => {
  const { request } = setUp('turnstile|good');
  const refused = request();
  const failure = refused.catch((error: unknown) => error);
  await solveNext('bad');
  expect(await failure).toBeInstanceOf(HumanCheckError);
  const again = request();
  await solveNext('good');
  expect(await again).toBe(true);
});

test('an aborted request shows no captcha', async () => {
  const { request, sent } = setUp();
  const leaving = new AbortController();
  const requested = request(leaving.signal).catch((error: unknown) => error);
  await vi.waitFor(() => expect(question()).not.toBeNull());
  leaving.abort();
  expect(await requested).toBe(leaving.signal.reason);
  expect(question()).toBeNull();
  expect(sent).toEqual([]);
});

test('a captcha without an answer times out', async () => {
  vi.useFakeTimers();
  const { request } = setUp();
  const requested = request().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await requested).toBeInstanceOf(HumanCheckError);
  expect(question()).toBeNull();
});
