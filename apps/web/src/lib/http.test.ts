import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpError, requestJson, requestText } from './http.ts';

/** Never responds, and ends like a real request when it is canceled. */
const hanging = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('an HTTP error is a response', async () => {
  fetched.mockResolvedValue(new Response('gone', { status: 410, headers: { 'x-token': 'abc' } }));
  const { status, headers, body } = await requestText('/x');
  expect([status, headers.get('x-token'), body]).toEqual([410, 'abc', 'gone']);
});

test('a body is sent as JSON, and JSON is requested', async () => {
  fetched.mockResolvedValue(Response.json({ ok: true }));
  const response = await requestJson('/x', { method: 'PUT', body: { a: 1 }, headers: { x: 'y' } });
  expect(response.body).toEqual({ ok: true });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    method: 'PUT',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json', accept: 'application/json', x: 'y' },
  });
});

test('an empty response is neither JSON nor a failure', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  expect((await requestJson('/x')).body).toBeUndefined();
});

describe('a request ends with', () => {
  test('its time limit', async () => {
    fetched.mockImplementation(hanging);
    const error = await failure(requestText('/slow', { timeoutMs: 5 }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ failure: 'timeout', message: 'No response within 5 ms: /slow' });
  });

  test('its size limit, counted in bytes, and the rest is not read', async () => {
    const cancelled = vi.fn();
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        chunks += 1;
        stream.enqueue(new TextEncoder().encode('ü'.repeat(50)));
      },
      cancel: cancelled,
    });
    fetched.mockResolvedValue(new Response(endless));
    const error = await failure(requestText('/big', { maxBytes: 250 }));
    expect(error).toMatchObject({ failure: 'tooLarge' });
    expect(chunks).toBeLessThan(6);
    expect(cancelled).toHaveBeenCalled();
  });

  test('its caller, whose reason comes back', async () => {
    fetched.mockImplementation(hanging);
    const caller = new AbortController();
    const call = failure(requestText('/x', { signal: caller.signal }));
    const reason = new Error('another page');
    caller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('a network failure', async () => {
    const cause = new TypeError('Failed to fetch');
    fetched.mockRejectedValue(cause);
    expect(await failure(requestText('/x'))).toMatchObject({ failure: 'network', cause });
  });

  test('HTML where JSON was expected', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    expect(await failure(requestJson('/x'))).toMatchObject({
      failure: 'notJson',
      message: 'Not JSON (status 502): /x',
    });
  });
});

test('characters cut by the edge of a chunk stay intact', async () => {
  const bytes = new TextEncoder().encode('für €5');
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    },
  });
  fetched.mockResolvedValue(new Response(body));
  expect((await requestText('/x')).body).toBe('für €5');
});
