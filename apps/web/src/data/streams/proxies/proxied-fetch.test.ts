import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Asked {
  readonly url: string;
  readonly headers: Headers;
}
const asked: Asked[] = [];
let answers: Record<string, () => Response> = {};
const load = () => import('./proxied-fetch.ts');
let proxiedText: Awaited<ReturnType<typeof load>>['proxiedText'];

beforeEach(async () => {
  asked.length = 0;
  vi.resetModules();
  const session = await import('#data/session.ts');
  session.sessionStore.setState({ proxySet: ['https://one.example', 'https://two.example'] });
  ({ proxiedText } = await load());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers) });
    const answer = answers[new URL(url).hostname];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const FILM = 'https://films.example/a';
const through = (body: string, headers: Record<string, string> = {}, status = 200) => {
  return () => new Response(body, { status, headers: { 'x-final-destination': FILM, ...headers } });
};
const hosts = () => asked.map(({ url }) => new URL(url).hostname);

test('headers that a page may not send travel under other names', async () => {
  answers = { 'one.example': through('ok'), 'two.example': through('ok') };
  await proxiedText(FILM, { headers: { Referer: 'r', 'User-Agent': 'u', Range: 'bytes=0-1' } });
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
    'x-referer': 'r',
    'x-user-agent': 'u',
    range: 'bytes=0-1',
  });
});

test('the address after redirects is told, and an error of the other server is its answer', async () => {
  const moved = through('gone', { 'x-final-destination': 'https://films.example/b' }, 404);
  answers = { 'one.example': moved, 'two.example': moved };
  expect(await proxiedText(FILM)).toMatchObject({
    status: 404,
    finalUrl: 'https://films.example/b',
    body: 'gone',
  });
  expect(asked).toHaveLength(1);
});

test('a token that was handed out is sent from then on', async () => {
  const jwt = `e30.${btoa('{"exp":9999999999}')}.c2ln`;
  answers = {
    'one.example': through('ok', { 'x-token': jwt }),
    'two.example': through('ok', { 'x-token': jwt }),
  };
  await proxiedText(FILM);
  await proxiedText(FILM);
  expect(asked.map(({ headers }) => headers.get('x-token'))).toEqual([null, `jwt|${jwt}`]);
});

test.each([
  ['cannot be reached', undefined],
  ['wants a token', () => Response.json({ error: 'Invalid or missing token' }, { status: 401 })],
  ['has lost its way', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('a proxy that %s is passed by, and tried last from then on', async (_what, broken) => {
  answers = { ...(broken && { 'one.example': broken }), 'two.example': through('from two') };
  for (let round = 0; round < 6; round += 1) {
    expect((await proxiedText(FILM)).body).toBe('from two');
  }
  expect(hosts().filter((host) => host === 'one.example')).toHaveLength(1);
});

test('when none helps they are named, and the last failure', async () => {
  answers = { 'one.example': () => new Response('', { status: 500 }) };
  answers['two.example'] = answers['one.example']!;
  await expect(proxiedText(FILM)).rejects.toMatchObject({
    name: 'ProxyError',
    message: expect.stringMatching(/^(?:one|two)\.example, (?:one|two).*The proxy answered 500$/),
  });
});

test('the proxy of the site is the last resort', async () => {
  const { config } = await import('#config.ts');
  vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue('https://site.example');
  answers = { 'site.example': through('from the site') };
  expect((await proxiedText(FILM)).body).toBe('from the site');
  expect(hosts()).toHaveLength(3);
  expect(hosts().at(-1)).toBe('site.example');
  answers['one.example'] = through('from one');
  answers['two.example'] = through('from two');
  asked.length = 0;
  vi.resetModules();
  const session = await import('#data/session.ts');
  session.sessionStore.setState({ proxySet: ['https://one.example'] });
  for (let round = 0; round < 4; round += 1)
    expect((await (await load()).proxiedText(FILM)).body).toBe('from one');
});
