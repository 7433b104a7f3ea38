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

/** A server that accepts what it was told to, and gives its word for a solved captcha. */
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
  const ask = (signal?: AbortSignal) =>
    withHumanProof({ signal, send, isRejection: (isAccepted) => !isAccepted });
  return { ask, sent };
}

const question = () => humanCheckStore.getState().request;

/** What a screen does. */
async function solveNext(token: string): Promise<void> {
  await vi.waitFor(() => expect(question()).not.toBeNull());
  question()?.solved(token);
}

beforeEach(() => {
  config.TURNSTILE_KEY = 'site key';
});
afterEach(() => {
  config.TURNSTILE_KEY = undefined;
  clearToken(tokenProof() ?? '');
  vi.useRealTimers();
});

test('where no captcha is wanted, nobody is asked', async () => {
  config.TURNSTILE_KEY = undefined;
  const { ask, sent } = setUp('nothing');
  expect(await ask()).toBe(true);
  expect(sent).toEqual([undefined]);
});

test('a captcha is solved once, and the word that it brings serves from then on', async () => {
  const { ask, sent } = setUp('turnstile|t1');
  const first = ask();
  await solveNext('t1');
  expect(await first).toBe(true);
  expect(question()).toBeNull();
  expect(await ask()).toBe(true);
  expect(sent).toEqual(['turnstile|t1', `jwt|${jwt('word')}`]);
});

test('who asks at the same time waits for the same captcha', async () => {
  const { ask, sent } = setUp('turnstile|t1');
  const all = Promise.all([ask(), ask(), ask()]);
  await solveNext('t1');
  expect(await all).toEqual([true, true, true]);
  expect(sent.filter((proof) => proof?.startsWith('turnstile|'))).toHaveLength(1);
});

test('a word that is not believed any more is forgotten, and a captcha solved instead', async () => {
  storeToken(jwt('old'));
  const { ask, sent } = setUp('turnstile|t2');
  const asked = ask();
  await solveNext('t2');
  expect(await asked).toBe(true);
  expect(sent).toEqual([`jwt|${jwt('old')}`, 'turnstile|t2']);
});

test('a solved captcha that is refused is a failure by its name, and the next one is asked anew', async () => {
  const { ask } = setUp('turnstile|good');
  const refused = ask();
  const failure = refused.catch((error: unknown) => error);
  await solveNext('bad');
  expect(await failure).toBeInstanceOf(HumanCheckError);
  const again = ask();
  await solveNext('good');
  expect(await again).toBe(true);
});

test('who leaves asks nothing any more', async () => {
  const { ask, sent } = setUp();
  const leaving = new AbortController();
  const asked = ask(leaving.signal).catch((error: unknown) => error);
  await vi.waitFor(() => expect(question()).not.toBeNull());
  leaving.abort();
  expect(await asked).toBe(leaving.signal.reason);
  expect(question()).toBeNull();
  expect(sent).toEqual([]);
});

test('nobody waits for ever for somebody who has gone away', async () => {
  vi.useFakeTimers();
  const { ask } = setUp();
  const asked = ask().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await asked).toBeInstanceOf(HumanCheckError);
  expect(question()).toBeNull();
});
