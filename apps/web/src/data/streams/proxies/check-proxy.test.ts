import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ECHO = 'https://echo.example/get';
const PROXY = 'https://proxy.example';
/** By address: what a page may read there. Any other address may not be read by a page at all. */
let readable: Record<string, () => Response>;

beforeEach(() => {
  readable = {};
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://site.example', PROXY_ECHO_URL: ECHO });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = readable[url];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const check = async (entry: string, signal = AbortSignal.timeout(5_000)) =>
  (await import('./check-proxy.ts')).checkProxyEntry(entry, signal);
const through = `${PROXY}?destination=${encodeURIComponent(ECHO)}`;

test('a proxy whose greeting no page may read works when it fetches what it should', async () => {
  readable[through] = () =>
    Response.json({ url: ECHO }, { headers: { 'x-final-destination': ECHO } });
  expect(await check(PROXY)).toBe('works');
});

test('a proxy that greets and fetches nothing does not work', async () => {
  readable[PROXY] = () => Response.json({ message: 'Proxy is working as expected' });
  expect(await check(PROXY)).toBe('unreachable');
  readable[through] = () => Response.json({ message: 'fetch failed' }, { status: 500 });
  expect(await check(PROXY)).toBe('unreachable');
});

test('a website is none', async () => {
  readable[through] = () => new Response('<h1>Welcome</h1>');
  expect(await check(PROXY)).toBe('notProxy');
  readable[through] = () => Response.json({ url: 'https://elsewhere.example' });
  expect(await check(PROXY)).toBe('notProxy');
});

test('what is no address is not asked, and one that takes too long is not waited for', async () => {
  expect(await check('proxy.example')).toBe('invalid');
  expect(await check(PROXY, AbortSignal.abort())).toBe('unreachable');
});

test('a relay is asked for its list of sources', async () => {
  const relay = 'https://relay.example';
  expect(await check(`|type=api|${relay}`)).toBe('unreachable');
  readable[`${relay}/metadata`] = () => Response.json([[], []]);
  expect(await check(`|type=api|${relay}`)).toBe('works');
  readable[`${relay}/metadata`] = () => Response.json({ message: 'hello' });
  expect(await check(`|type=api|${relay}`)).toBe('notProxy');
  readable[`${relay}/metadata`] = () => new Response('', { status: 502 });
  expect(await check(`|type=api|${relay}`)).toBe('unreachable');
});
