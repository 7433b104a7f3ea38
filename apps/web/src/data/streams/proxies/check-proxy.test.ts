import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { checkProxyEntry } from './check-proxy.ts';

const ECHO = 'https://echo.example/get';
const PROXY = 'https://proxy.example';
/** Readable responses by address. Any other address lacks CORS headers. */
let readable: Record<string, () => Response>;

beforeEach(() => {
  readable = {};
  vi.spyOn(config, 'PROXY_ECHO_URL', 'get').mockReturnValue(ECHO);
  vi.stubGlobal('fetch', async (url: string) => {
    const response = readable[url];
    if (!response) throw new TypeError('Failed to fetch');
    return response();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const check = (entry: string, signal = AbortSignal.timeout(5_000)) =>
  checkProxyEntry(entry, signal);
const through = `${PROXY}?destination=${encodeURIComponent(ECHO)}`;

test('a proxy whose greeting is unreadable works if it can fetch the test address', async () => {
  readable[through] = () =>
    Response.json({ url: ECHO }, { headers: { 'x-final-destination': ECHO } });
  expect(await check(PROXY)).toBe('works');
});

test('a proxy that greets but cannot fetch does not work', async () => {
  readable[PROXY] = () => Response.json({ message: 'Proxy is working as expected' });
  expect(await check(PROXY)).toBe('unreachable');
  readable[through] = () => Response.json({ message: 'fetch failed' }, { status: 500 });
  expect(await check(PROXY)).toBe('unreachable');
});

test('a proxy whose echo service is broken is no website', async () => {
  const headers = { 'x-final-destination': ECHO };
  readable[through] = () => new Response('Busy', { status: 503, headers });
  expect(await check(PROXY)).toBe('unreachable');
});

test('a website is not a proxy', async () => {
  readable[through] = () => new Response('<h1>Welcome</h1>');
  expect(await check(PROXY)).toBe('notProxy');
  readable[through] = () => Response.json({ url: 'https://elsewhere.example' });
  expect(await check(PROXY)).toBe('notProxy');
});

test('an invalid address is not requested, and a slow one times out', async () => {
  expect(await check('proxy.example')).toBe('invalid');
  expect(await check(PROXY, AbortSignal.abort())).toBe('unreachable');
});

test('a relay is requested for its list of sources', async () => {
  const relay = 'https://relay.example';
  expect(await check(`|type=api|${relay}`)).toBe('unreachable');
  readable[`${relay}/metadata`] = () => Response.json([[], []]);
  expect(await check(`|type=api|${relay}`)).toBe('works');
  readable[`${relay}/metadata`] = () => Response.json({ message: 'hello' });
  expect(await check(`|type=api|${relay}`)).toBe('notProxy');
  readable[`${relay}/metadata`] = () => new Response('', { status: 502 });
  expect(await check(`|type=api|${relay}`)).toBe('unreachable');
});
