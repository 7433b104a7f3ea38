import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenAccess } from './token-access.ts';

const OWN = { scope: 'own', accountSession: 'session' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const accountOf = vi.fn(async (_id: string): Promise<string | undefined> => 'mine');
  const accountIn = async (header: string | undefined) => header;
  const admit = createTokenAccess({ needsAccount: true, accountOf, accountIn });
  const into = new ServerResponse(new IncomingMessage(new Socket()));
  return { accountOf, admit, into, use: { headers: {}, into } };
}

test('a long response ends soon after its session', async () => {
  const { accountOf, admit, into, use } = setUp();
  await admit(OWN, use);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(into.destroyed).toBe(false);
  accountOf.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(into.destroyed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a response continues while the database is unreachable', async () => {
  const { accountOf, admit, into, use } = setUp();
  await admit(OWN, use);
  accountOf.mockRejectedValue(new Error('The database is away'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(into.destroyed).toBe(false);
});

test('the session is no longer looked up once the response has ended', async () => {
  const { accountOf, admit, into, use } = setUp();
  await admit(OWN, use);
  into.destroy();
  into.emit('close');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(accountOf).toHaveBeenCalledTimes(1);
  await admit(OWN, use);
  expect(vi.getTimerCount()).toBe(0);
});

test('tokens of public sources need no session', async () => {
  const { accountOf, admit, use } = setUp();
  await admit({ scope: 'public' }, use);
  await admit({ scope: 'named' }, use);
  expect(accountOf).not.toHaveBeenCalled();
});
