import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExtensionFetcher } from './extension-fetch.ts';
import { createFakeWindow, type SentMessage } from './testing/fake-extension.ts';
import { requestExtension } from './messages.ts';
import { prepareStream, releaseStream } from './prepare-stream.ts';
import { fetchExtensionStatus } from './status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function fakeWindow(reply: (message: SentMessage) => unknown) {
  const fake = createFakeWindow(reply);
  vi.stubGlobal('window', fake.window);
  return fake;
}

const HELLO = { success: true, version: '1.1.3', allowed: true, hasPermission: true };
const { signal } = new AbortController();

describe('a message to the extension', () => {
  const send = () => requestExtension({ name: 'hello', timeoutMs: 500 });

  test('gets its own reply, and no other message', async () => {
    const { receive, messages } = fakeWindow(() => undefined);
    const received = send();
    const [{ instanceId } = { instanceId: '' }] = messages;
    const reply = { name: 'hello', instanceId, relayed: true };
    receive({ ...reply, instanceId: 'another', body: 'wrong' });
    receive({ ...reply, relayed: undefined, body: 'wrong' });
    receive({ ...reply, name: 'openPage', body: 'wrong' });
    receive({ ...reply, body: 'wrong' }, 'another window');
    receive('something else');
    receive({ ...reply, body: 'right' });
    expect(await received).toBe('right');
    expect(messages).toEqual([{ name: 'hello', body: undefined, instanceId: expect.any(String) }]);
  });

  test('without a reply ends by its time limit, or by the caller', async () => {
    fakeWindow(() => undefined);
    const silent = send().catch(String);
    await vi.advanceTimersByTimeAsync(500);
    expect(await silent).toBe('ExtensionError: No response within 500 ms');
    const leaving = new AbortController();
    const left = requestExtension({ name: 'hello', timeoutMs: 500, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is refused fails with the extension’s reason', async () => {
    fakeWindow(() => ({ success: false, error: 'films.test is not whitelisted.' }));
    await expect(send()).rejects.toThrow('films.test is not whitelisted.');
  });
});

describe('the extension is', () => {
  test.each([
    ['success', HELLO],
    ['success', { ...HELLO, version: '1.0.2' }],
    ['outdated', { ...HELLO, version: '1.0.1' }],
    ['outdated', { ...HELLO, version: '2.0.0' }],
    ['outdated', { ...HELLO, version: '1.1.0-beta.1' }],
    ['noperms', { ...HELLO, hasPermission: false, version: '0.1.0' }],
    ['disallowed', { ...HELLO, allowed: false, hasPermission: false }],
    ['failed', { success: false, error: 'No tab URL found in the request.' }],
    ['failed', { success: true }],
  ])('%s when it says %j', async (status, hello) => {
    fakeWindow(() => hello);
    const requested = fetchExtensionStatus();
    await vi.advanceTimersByTimeAsync(0);
    expect(await requested).toBe(status);
  });

  test('unknown when it does not reply for half a second', async () => {
    const { messages } = fakeWindow(() => undefined);
    const requested = fetchExtensionStatus();
    await vi.advanceTimersByTimeAsync(500);
    expect(await requested).toBe('unknown');
    expect(messages).toHaveLength(10);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('found although it is injected after the page’s script', async () => {
    const begun = Date.now();
    fakeWindow(() => (Date.now() - begun < 120 ? undefined : HELLO));
    const requested = fetchExtensionStatus();
    await vi.advanceTimersByTimeAsync(150);
    expect(await requested).toBe('success');
    expect(vi.getTimerCount()).toBe(0);
  });
});

const success = (body: unknown, more: object = {}) => ({
  success: true,
  response: { statusCode: 200, headers: { ETag: 'x' }, finalUrl: 'https://b.test/', body, ...more },
});

describe('a source that fetches through the extension', () => {
  test('has its request passed on completely, and the response as text', async () => {
    const { messages } = fakeWindow(() => success({ a: [1] }));
    const fetch = createExtensionFetcher();
    const reply = await fetch('https://a.test/x', {
      method: 'POST',
      headers: { Referer: 'r' },
      query: { q: 1, none: undefined },
      body: 'b',
      signal,
    });
    expect(reply).toEqual({
      status: 200,
      headers: { etag: 'x' },
      finalUrl: 'https://b.test/',
      body: '{"a":[1]}',
    });
    expect(messages[0]).toMatchObject({
      name: 'makeRequest',
      body: {
        url: 'https://a.test/x',
        method: 'POST',
        headers: { Referer: 'r' },
        query: { q: '1' },
        body: 'b',
        bodyType: 'string',
      },
    });
  });

  test('gets no more of a response than it requests', async () => {
    fakeWindow(() => success('#EXTM3U and more'));
    const fetch = createExtensionFetcher();
    expect((await fetch('https://a.test/', { maxBytes: 7, signal })).body).toBe('#EXTM3U');
  });

  test('never shares its headers with another request', async () => {
    const waiting: { reply: (body: unknown) => void }[] = [];
    const { messages } = fakeWindow(() => new Promise((reply) => waiting.push({ reply })));
    const fetch = createExtensionFetcher();
    const send = (url: string, headers = {}) => fetch(url, { headers, signal });
    const headers = { Referer: 'r' };
    const calls = [
      send('https://a.test/1', headers),
      send('https://a.test/2'),
      send('https://b.test/3', headers),
      send('https://c.test/4'),
    ];
    const urls = () => messages.map(({ body }) => Object(body).url.at(-1)).join('');
    await vi.advanceTimersByTimeAsync(0);
    expect(urls()).toBe('41');
    waiting[1]?.reply(success(''));
    await vi.advanceTimersByTimeAsync(0);
    expect(urls()).toMatch(/^41(23|32)$/);
    for (const { reply } of waiting) reply(success(''));
    expect(await Promise.all(calls)).toHaveLength(4);
  });

  test('continues after a failed request, and rejects an invalid response', async () => {
    const replies = [
      { success: false, error: 'Failed to fetch' },
      { success: true },
      success('ok'),
    ];
    fakeWindow(() => replies.shift());
    const fetch = createExtensionFetcher();
    const call = () => fetch('https://a.test/', { headers: { a: 'b' }, signal });
    const calls = [call().catch(String), call().catch(String), call()];
    expect(await calls[0]).toBe('ExtensionError: Failed to fetch');
    expect(await calls[1]).toContain('invalid response');
    expect(await calls[2]).toMatchObject({ body: 'ok' });
  });
});

test('a stream is prepared with its hosts, and required headers override optional ones', async () => {
  const { messages } = fakeWindow(() => ({ success: true }));
  const common = { id: 'a', flags: [], captions: [] };
  const file = (url: string) => ({ type: 'mp4', url }) as const;
  const stream: Stream = {
    ...common,
    type: 'file',
    qualities: { '720': file('https://a.test:8443/x'), '360': file('https://a.test/y') },
    headers: { Referer: 'needed' },
    preferredHeaders: { Referer: 'nice', 'User-Agent': 'u' },
  };
  await prepareStream(stream, signal);
  expect(messages[0]?.body).toEqual({
    ruleId: 1,
    targetDomains: ['a.test'],
    requestHeaders: { Referer: 'needed', 'User-Agent': 'u' },
  });
  releaseStream(stream);
});
