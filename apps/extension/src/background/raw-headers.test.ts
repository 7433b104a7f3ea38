import { expect, test, vi } from 'vitest';
import { createObserver, type WebRequestApi } from './raw-headers.ts';

type HeadersListener = Parameters<WebRequestApi['onHeadersReceived']['addListener']>[0];
type RedirectListener = Parameters<WebRequestApi['onBeforeRedirect']['addListener']>[0];

const OWN = 'chrome-extension://me';
const URL_ASKED = new URL('https://a.test/x#part');

/** Stores listeners and notifies them of a response. */
function createBrowser() {
  const onHeaders = new Set<HeadersListener>();
  const onRedirect = new Set<RedirectListener>();
  const api: WebRequestApi = {
    onHeadersReceived: {
      addListener: (listener) => void onHeaders.add(listener),
      removeListener: (listener) => void onHeaders.delete(listener),
    },
    onBeforeRedirect: {
      addListener: (listener) => void onRedirect.add(listener),
      removeListener: (listener) => void onRedirect.delete(listener),
    },
  };
  const about = (details: object) =>
    ({ url: 'https://a.test/x', initiator: OWN, statusCode: 302, ...details }) as never;
  return {
    api,
    listeners: () => onHeaders.size + onRedirect.size,
    headers: (details: object) => onHeaders.forEach((report) => report(about(details))),
    redirect: (details: object) => onRedirect.forEach((report) => report(about(details))),
  };
}

const location = (value: string) => ({ responseHeaders: [{ name: 'Location', value }] });

test('only the headers of our own request are reported', async () => {
  const { api, headers, listeners } = createBrowser();
  const observe = createObserver(api, OWN, ['responseHeaders']);
  const [result, raw] = await observe(URL_ASKED, async () => {
    headers({ ...location('/other'), url: 'https://a.test/y' });
    headers({ ...location('/page'), initiator: 'https://a.test' });
    headers({ ...location('/like-us'), initiator: `${OWN}.test` });
    headers({
      responseHeaders: [
        { name: 'location', value: '/y' },
        { name: 'set-cookie', value: 'a=1\nb=2' },
        { name: 'Set-Cookie', value: 'c=3' },
      ],
    });
    return 'result';
  });
  expect(result).toBe('result');
  expect(raw).toEqual({ status: 302, location: '/y', cookies: ['a=1', 'b=2', 'c=3'] });
  expect(listeners()).toBe(0);
});

test('an internal redirect of the browser is reported too, and late headers are waited for', async () => {
  const { api, redirect } = createBrowser();
  const observe = createObserver(api, OWN, ['responseHeaders']);
  const [, raw] = await observe(URL_ASKED, async () => {
    const redirectUrl = 'https://a.test/secure';
    setTimeout(() => redirect({ redirectUrl, initiator: undefined, originUrl: `${OWN}/main.js` }));
  });
  expect(raw).toEqual({ status: 302, location: 'https://a.test/secure', cookies: [] });
});

test('without any report from the browser, the wait ends and the listener is removed', async () => {
  vi.useFakeTimers();
  const { api, listeners } = createBrowser();
  const observe = createObserver(api, OWN, ['responseHeaders']);
  const observed = observe(URL_ASKED, async () => 'result');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await observed).toEqual(['result', undefined]);
  const failing = observe(URL_ASKED, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(listeners()).toBe(0);
  vi.useRealTimers();
});
