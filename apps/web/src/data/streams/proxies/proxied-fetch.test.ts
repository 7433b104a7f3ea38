import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Requested {
  readonly url: string;
  readonly headers: Headers;
}
const requested: Requested[] = [];
let responses: Record<string, () => Response> = {};
const load = () => import('./proxied-fetch.ts');
let proxiedText: Awaited<ReturnType<typeof load>>['proxiedText'];

beforeEach(async () => {
  requested.length = 0;
  vi.resetModules();
  const session = await import('#data/session.ts');
  session.sessionStore.setState({ proxySet: ['https://one.example', 'https://two.example'] });
  ({ proxiedText } = await load());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requested.push({ url, headers: new Headers(init.headers) });
    const response = responses[new URL(url).hostname];
    if (!response) throw new TypeError('Failed to fetch');
    return response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const MOVIE = 'https://films.example/a';
const through = (body: string, headers: Record<string, string> = {}, status = 200) => {
  return () =>
    new Response(body, { status, headers: { 'x-final-destination': MOVIE, ...headers } });
};
const hosts = () => requested.map(({ url }) => new URL(url).hostname);

test('headers that a page may not send get other names', async () => {
  responses = { 'one.example': through('ok'), 'two.example': through('ok') };
  await proxiedText(MOVIE, { headers: { Referer: 'r', 'User-Agent': 'u', Range: 'bytes=0-1' } });
  expect(Object.fromEntries(requested[0]?.headers ?? [])).toEqual({
    'x-referer': 'r',
    'x-user-agent': 'u',
    range: 'bytes=0-1',
  });
});

test('the final address is reported, and an HTTP error of the destination is its response', async () => {
  const moved = through('gone', { 'x-final-destination': 'https://films.example/b' }, 404);
  responses = { 'one.example': moved, 'two.example': moved };
  expect(await proxiedText(MOVIE)).toMatchObject({
    status: 404,
    finalUrl: 'https://films.example/b',
    body: 'gone',
  });
  expect(requested).toHaveLength(1);
});

test('an issued token is sent from then on', async () => {
  const jwt = `e30.${btoa('{"exp":9999999999}')}.c2ln`;
  responses = {
    'one.example': through('ok', { 'x-token': jwt }),
    'two.example': through('ok', { 'x-token': jwt }),
  };
  await proxiedText(MOVIE);
  await proxiedText(MOVIE);
  expect(requested.map(({ headers }) => headers.get('x-token'))).toEqual([null, `jwt|${jwt}`]);
});

test.each([
  ['is unreachable', undefined],
  ['requires a token', () => Response.json({ error: 'Invalid or missing token' }, { status: 401 })],
  ['responds with a 502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('a proxy that %s is skipped, and tried last from then on', async (_what, broken) => {
  responses = { ...(broken && { 'one.example': broken }), 'two.example': through('from two') };
  for (let round = 0; round < 6; round += 1) {
    expect((await proxiedText(MOVIE)).body).toBe('from two');
  }
  expect(hosts().filter((host) => host === 'one.example')).toHaveLength(1);
});

test('when all fail the error names them, and the last failure', async () => {
  responses = { 'one.example': () => new Response('', { status: 500 }) };
  responses['two.example'] = responses['one.example']!;
  await expect(proxiedText(MOVIE)).rejects.toMatchObject({
    name: 'ProxyError',
    message: expect.stringMatching(
      /^(?:one|two)\.example, (?:one|two).*The proxy responded with status 500$/,
    ),
  });
});

test('the proxy of the site is the last resort', async () => {
  const { config } = await import('#config.ts');
  vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue('https://site.example');
  responses = { 'site.example': through('from the site') };
  expect((await proxiedText(MOVIE)).body).toBe('from the site');
  expect(hosts()).toHaveLength(3);
  expect(hosts().at(-1)).toBe('site.example');
  responses['one.example'] = through('from one');
  responses['two.example'] = through('from two');
  requested.length = 0;
  vi.resetModules();
  const session = await import('#data/session.ts');
  session.sessionStore.setState({ proxySet: ['https://one.example'] });
  for (let round = 0; round < 4; round += 1)
    expect((await (await load()).proxiedText(MOVIE)).body).toBe('from one');
});
