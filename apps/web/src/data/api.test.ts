import { deleteProgress } from '@matinee/shared/contract/progress';
import { getMeta } from '@matinee/shared/contract/meta';
import { getMe, getUser } from '@matinee/shared/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IgnoredReply } from './response-schemas.ts';
import { call, type ApiRequestError } from './api.ts';
import { sessionStore } from './session.ts';
import { clockStore, serverTime } from './storage/clock-skew.ts';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const account = { token: 't0', userId: 'u', sessionId: 's', deviceName: '', seed: 'AA==' };
const profile = { colorA: '', colorB: '', icon: '' };

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  sessionStore.setState({ account: { ...account, profile }, backendUrl: 'https://one.example/' });
  clockStore.setState({ offsetMs: null });
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

const meta = { name: 'One', version: '1', hasCaptcha: false };
const respond = (body: unknown, init: ResponseInit = {}) =>
  fetched.mockImplementation(() => Promise.resolve(Response.json(body, init)));
const sent = () => {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url, ...init };
};
const failure = (asked: Promise<unknown>): Promise<ApiRequestError | undefined> =>
  asked.then(
    () => undefined,
    (error: ApiRequestError) => error,
  );

describe('a request', () => {
  test('goes to the chosen server, with the current session', async () => {
    respond({});
    await call(getUser, { params: { userId: 'a/b c' } }, { reply: IgnoredReply });
    expect(sent()).toMatchObject({
      url: 'https://one.example/users/a%2Fb%20c',
      method: 'GET',
      headers: { authorization: 'Bearer t0' },
    });
  });

  test('to a public endpoint sends no session', async () => {
    respond(meta);
    expect(await call(getMeta, {})).toEqual(meta);
    expect(JSON.stringify(sent().headers)).not.toContain('t0');
  });

  test('may go to another server, with another session, and outlive the page', async () => {
    respond({});
    const options = { server: 'https://other.example', token: 't1', keepalive: true };
    await call(getMe, {}, { ...options, reply: IgnoredReply });
    expect(sent()).toMatchObject({
      url: 'https://other.example/users/@me',
      headers: { authorization: 'Bearer t1' },
      keepalive: true,
    });
  });

  test('sends an object as body for every method that takes one', async () => {
    respond({});
    const params = { userId: 'u', tmdbId: '1' };
    await call(deleteProgress, { params, body: undefined }, { reply: IgnoredReply });
    expect(sent()).toMatchObject({ method: 'DELETE', body: '{}' });
  });
});

describe('a failure', () => {
  test.each([
    [{ errorType: 'message', message: 'Not logged in' }, 'Not logged in'],
    [{ error: true, statusCode: 401, message: 'Unauthorized' }, 'Unauthorized'],
    [{ errorType: 'validation', errors: [] }, undefined],
  ])('has the status and the message of the server: %j', async (body, message) => {
    respond(body, { status: 401, headers: { 'retry-after': '2' } });
    const error = await failure(call(getMe, {}));
    expect(error?.failure).toEqual({ is: 'rejected', status: 401, message, retryAfterMs: 2_000 });
    expect(error?.status).toBe(401);
  });

  test('of something in front of the server is distinguished from one of the server', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect((await failure(call(getMeta, {})))?.failure).toMatchObject({
      is: 'rejected',
      status: 502,
    });
    fetched.mockResolvedValue(new Response('<h1>Welcome</h1>'));
    expect((await failure(call(getMeta, {})))?.failure).toEqual({ is: 'unreadable' });
    respond({ name: 7 });
    expect((await failure(call(getMeta, {})))?.failure).toEqual({ is: 'unreadable' });
  });

  test('without a response has no status', async () => {
    fetched.mockRejectedValue(new TypeError('refused'));
    const away = await failure(call(getMeta, {}));
    expect([away?.failure.is, away?.status]).toEqual(['unreachable', 0]);
    fetched.mockImplementation(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    expect((await failure(call(getMeta, {}, { timeoutMs: 5 })))?.failure.is).toBe('timeout');
  });

  test('that the caller caused by aborting is the caller’s own reason', async () => {
    fetched.mockRejectedValue(new DOMException('', 'AbortError'));
    const reason = new Error('changed my mind');
    const error = await failure(call(getMeta, {}, { signal: AbortSignal.abort(reason) }));
    expect(error).toBe(reason);
  });

  test('without a configured server is an error, too', async () => {
    sessionStore.setState({ backendUrl: null });
    expect((await failure(call(getMeta, {})))?.failure).toEqual({ is: 'noServer' });
  });
});

describe('the server’s clock', () => {
  const dated = (offsetMs: number) =>
    respond(meta, { headers: { date: new Date(Date.now() + offsetMs).toUTCString() } });

  test('is used when this device is a day ahead, and changes nothing when this device is right', async () => {
    dated(-86_400_000);
    await call(getMeta, {});
    expect(Math.abs(serverTime() - (Date.now() - 86_400_000))).toBeLessThan(5_000);
    dated(0);
    await call(getMeta, {});
    expect(clockStore.getState().offsetMs).toBe(0);
  });

  test('is not known from a response without it', async () => {
    respond(meta);
    await call(getMeta, {});
    expect(clockStore.getState().offsetMs).toBeNull();
  });
});
