import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExtensionFetcher } from './extension-fetch.ts';
import { createFakeWindow, type Told } from './fake-extension.ts';
import { requestExtension } from './messages.ts';
import { prepareStream } from './prepare-stream.ts';
import { askExtensionStatus } from './status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function fakeWindow(answer: (told: Told) => unknown) {
  const fake = createFakeWindow(answer);
  vi.stubGlobal('window', fake.window);
  return fake;
}

const HELLO = { success: true, version: '1.1.3', allowed: true, hasPermission: true };
const { signal } = new AbortController();

describe('a question to the extension', () => {
  const ask = () => requestExtension({ name: 'hello', timeoutMs: 500 });

  test('is answered by the reply to it, and by no other message', async () => {
    const { say, told } = fakeWindow(() => undefined);
    const answer = ask();
    const [{ instanceId } = { instanceId: '' }] = told;
    const reply = { name: 'hello', instanceId, relayed: true };
    say({ ...reply, instanceId: 'another', body: 'wrong' });
    say({ ...reply, relayed: undefined, body: 'wrong' });
    say({ ...reply, name: 'openPage', body: 'wrong' });
    say({ ...reply, body: 'wrong' }, 'another window');
    say('something else');
    say({ ...reply, body: 'right' });
    expect(await answer).toBe('right');
    expect(told).toEqual([{ name: 'hello', body: undefined, instanceId: expect.any(String) }]);
  });

  test('that nobody answers ends by its time limit, or by whoever asked', async () => {
    fakeWindow(() => undefined);
    const silent = ask().catch(String);
    await vi.advanceTimersByTimeAsync(500);
    expect(await silent).toBe('ExtensionError: No answer within 500 ms');
    const leaving = new AbortController();
    const left = requestExtension({ name: 'hello', timeoutMs: 500, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is refused fails with the extension’s reason', async () => {
    fakeWindow(() => ({ success: false, error: 'films.test is not whitelisted.' }));
    await expect(ask()).rejects.toThrow('films.test is not whitelisted.');
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
    const asked = askExtensionStatus();
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe(status);
  });

  test('unknown when it says nothing for half a second', async () => {
    const { told } = fakeWindow(() => undefined);
    const asked = askExtensionStatus();
    await vi.advanceTimersByTimeAsync(500);
    expect(await asked).toBe('unknown');
    expect(told).toHaveLength(10);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('found although it comes into the page after us', async () => {
    const begun = Date.now();
    fakeWindow(() => (Date.now() - begun < 120 ? undefined : HELLO));
    const asked = askExtensionStatus();
    await vi.advanceTimersByTimeAsync(150);
    expect(await asked).toBe('success');
    expect(vi.getTimerCount()).toBe(0);
  });
});

const answered = (body: unknown, more: object = {}) => ({
  success: true,
  response: { statusCode: 200, headers: { ETag: 'x' }, finalUrl: 'https://b.test/', body, ...more },
});

describe('a source that asks through the extension', () => {
  test('has its request passed on whole, and its answer as text', async () => {
    const { told } = fakeWindow(() => answered({ a: [1] }));
    const fetch = createExtensionFetcher();
    const answer = await fetch('https://a.test/x', {
      method: 'POST',
      headers: { Referer: 'r' },
      query: { q: 1, none: undefined },
      body: 'b',
      signal,
    });
    expect(answer).toEqual({
      status: 200,
      headers: { etag: 'x' },
      finalUrl: 'https://b.test/',
      body: '{"a":[1]}',
    });
    expect(told[0]).toMatchObject({
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

  test('has no more of an answer than it wants', async () => {
    fakeWindow(() => answered('#EXTM3U and more'));
    const fetch = createExtensionFetcher();
    expect((await fetch('https://a.test/', { maxBytes: 7, signal })).body).toBe('#EXTM3U');
  });

  test('never shares its headers with another request', async () => {
    const waiting: { told: Told; answer: (body: unknown) => void }[] = [];
    const { told } = fakeWindow(
      (it) => new Promise((answer) => waiting.push({ told: it, answer })),
    );
    const fetch = createExtensionFetcher();
    const ask = (url: string, headers = {}) => fetch(url, { headers, signal });
    const headers = { Referer: 'r' };
    const calls = [
      ask('https://a.test/1', headers),
      ask('https://a.test/2'),
      ask('https://b.test/3', headers),
      ask('https://c.test/4'),
    ];
    const urls = () => told.map(({ body }) => Object(body).url.at(-1)).join('');
    await vi.advanceTimersByTimeAsync(0);
    expect(urls()).toBe('41');
    waiting[1]?.answer(answered(''));
    await vi.advanceTimersByTimeAsync(0);
    expect(urls()).toMatch(/^41(23|32)$/);
    for (const { answer } of waiting) answer(answered(''));
    expect(await Promise.all(calls)).toHaveLength(4);
  });

  test('goes on after one that failed, and believes no odd answer', async () => {
    const replies = [
      { success: false, error: 'Failed to fetch' },
      { success: true },
      answered('ok'),
    ];
    fakeWindow(() => replies.shift());
    const fetch = createExtensionFetcher();
    const call = () => fetch('https://a.test/', { headers: { a: 'b' }, signal });
    const calls = [call().catch(String), call().catch(String), call()];
    expect(await calls[0]).toBe('ExtensionError: Failed to fetch');
    expect(await calls[1]).toContain('Invalid response');
    expect(await calls[2]).toMatchObject({ body: 'ok' });
  });
});

test('a stream is prepared with its hosts, and what it needs wins over what helps', async () => {
  const { told } = fakeWindow(() => ({ success: true }));
  const common = { id: 'a', flags: [], captions: [] };
  const file = (url: string) => ({ type: 'mp4', url }) as const;
  await prepareStream(
    {
      ...common,
      type: 'file',
      qualities: { '720': file('https://a.test:8443/x'), '360': file('https://a.test/y') },
      headers: { Referer: 'needed' },
      preferredHeaders: { Referer: 'nice', 'User-Agent': 'u' },
    },
    signal,
  );
  expect(told[0]?.body).toEqual({
    ruleId: 1,
    targetDomains: ['a.test'],
    requestHeaders: { Referer: 'needed', 'User-Agent': 'u' },
  });
});
