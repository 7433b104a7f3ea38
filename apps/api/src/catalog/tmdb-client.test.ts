import type { FetchResponse, Fetcher } from '@matinee/sources/source';
import { describe, expect, test, vi } from 'vitest';
import { matchRoute, type CatalogRequest } from './tmdb-allowlist.ts';
import { createTmdbClient } from './tmdb-client.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzY29wZXMiOlsiYXBpX3JlYWQiXX0.sig';
const urls = { primary: 'http://primary.test/3', fallback: 'http://fallback.test/3' };
const patient = new AbortController().signal;

function call(path = '/movie/10331', query: Record<string, string> = {}): CatalogRequest {
  const matched = matchRoute(path, query);
  if (!matched.allowed) throw new Error(`${path} is not allowed`);
  return matched.call;
}

function messages(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): FetchResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, finalUrl: urls.primary, body: text };
}

type Reply = FetchResponse | Error;

/** The responses of the primary host, then of the fallback host. */
function setUp(replies: readonly Reply[], key = TOKEN) {
  const left = [...replies];
  const fetch = vi.fn<Fetcher>(() => {
    const reply = left.shift() ?? new Error('asked too often');
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  });
  const log = vi.fn<(message: string) => void>();
  const relay = createTmdbClient({ key, urls, fetch, log });
  const requested = () => fetch.mock.calls.map(([url]) => new URL(url).host);
  return { relay, fetch, log, requested };
}

const timeout = () => new DOMException('The operation timed out', 'TimeoutError');
const refusedConnection = () => new Error('connect ECONNREFUSED');
const night = messages(200, { id: 10331, title: 'Night of the Living Dead' });

describe('the relay to TMDB', () => {
  test('gives the primary host five seconds and passes its response on unchanged', async () => {
    const { requested, fetch, relay } = setUp([night]);
    expect(await relay(call(), patient)).toEqual({ status: 200, body: night.body });
    expect(requested()).toEqual(['primary.test']);
    expect(fetch.mock.calls[0]?.[1].timeoutMs).toBe(5_000);
  });

  test.each([
    ['a network error', refusedConnection()],
    ['a timeout', timeout()],
    ['an error of the host', messages(503, '<h1>Service unavailable</h1>')],
    [
      'an error with its own message',
      messages(500, { success: false, status_code: 11, status_message: '' }),
    ],
  ])('%s sends the request to the fallback host, with a limit of ten seconds', async (_, first) => {
    const { requested, fetch, relay } = setUp([first, night]);
    expect((await relay(call(), patient)).status).toBe(200);
    expect(requested()).toEqual(['primary.test', 'fallback.test']);
    expect(fetch.mock.calls[1]?.[1].timeoutMs).toBe(10_000);
  });

  test.each([
    [401, 7, 'Invalid API key: You must be granted a valid key.'],
    [404, 34, 'The resource you requested could not be found.'],
    [429, 25, 'Your request count (41) is over the allowed limit of (40).'],
  ])('%i is a response: the fallback is not used', async (status, code, message) => {
    const reply = messages(status, { success: false, status_code: code, status_message: message });
    const { requested, relay } = setUp([reply]);
    const response = await relay(call(), patient);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ status_code: code, status_message: message });
    expect(requested()).toEqual(['primary.test']);
  });

  test('too many requests are answered with a time to retry', async () => {
    const body = { status_code: 25, status_message: 'Over the limit' };
    const { relay } = setUp([messages(429, body, { 'retry-after': '7' })]);
    expect((await relay(call(), patient)).retryAfter).toBe('7');
  });

  test.each([
    ['HTML', messages(200, '<!doctype html><h1>Welcome to the hotel</h1>')],
    ['broken JSON', messages(200, '{"id": 10331, "tit')],
    ['an error page with status 200', messages(200, { success: false, status_code: 7 })],
    ['a list instead of a title', messages(200, [])],
    ['nothing', messages(200, '')],
    ['a page of a login wall', messages(403, '<h1>Log in</h1>')],
  ])('%s becomes a 502 in TMDB’s format', async (_, reply) => {
    const { requested, relay } = setUp([reply]);
    const response = await relay(call(), patient);
    expect(response.status).toBe(502);
    expect(JSON.parse(response.body)).toMatchObject({ success: false, status_code: 43 });
    expect(requested()).toEqual(['primary.test']);
  });

  test.each([
    ['both time out', timeout(), 504, 24],
    ['neither can be reached', refusedConnection(), 502, 43],
  ])('when %s the error says so', async (_, failure, status, code) => {
    const { log, relay } = setUp([failure, failure]);
    const response = await relay(call(), patient);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ status_code: code });
    expect(log).toHaveBeenCalledTimes(2);
  });

  test('a token is sent as Bearer, an old key as a parameter, and neither is logged', async () => {
    const token = setUp([refusedConnection(), refusedConnection()]);
    await token.relay(call(), patient);
    const [, sent] = token.fetch.mock.calls[0] ?? [];
    expect(sent?.headers?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(sent?.query).not.toHaveProperty('api_key');
    expect(JSON.stringify(token.log.mock.calls)).not.toContain(TOKEN);

    const old = setUp([messages(500, ''), messages(500, '')], '0123456789abcdef0123456789abcdef');
    await old.relay(call(), patient);
    expect(old.fetch.mock.calls[0]?.[1].query).toMatchObject({
      api_key: '0123456789abcdef0123456789abcdef',
    });
    expect(JSON.stringify(old.log.mock.calls)).not.toContain('0123456789abcdef');
  });

  test('a client that disconnects causes no request to the fallback', async () => {
    const leaving = new AbortController();
    const { requested, fetch, relay } = setUp([]);
    fetch.mockImplementation(() => {
      leaving.abort();
      return Promise.reject(leaving.signal.reason);
    });
    await expect(relay(call(), leaving.signal)).rejects.toThrow('aborted');
    expect(requested()).toEqual(['primary.test']);
  });
});
