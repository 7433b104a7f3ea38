import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Asked {
  readonly url: URL;
  readonly headers: Headers;
}
const SITE = 'http://films.lan';
const PROXY = `${SITE}/proxy`;
const FILM = 'https://films.example/a';
const NOW = 1_800_000_000_000;

const asked: Asked[] = [];
let respond: (url: URL) => Response;

const proxied = () => new Response('ok', { headers: { 'x-final-destination': FILM } });
const refused = () => Response.json({ statusCode: 403 }, { status: 403 });
const configScript = (token: string) =>
  new Response(`window.__CONFIG__ = {\n  "PROXY_TOKEN": "${token}"\n};\n`);

/** A page of the site whose `/config.js` brought a token. */
async function load({ token, proxySet = [PROXY] }: { token?: string; proxySet?: string[] } = {}) {
  const { config } = await import('#config.ts');
  config.PROXY_TOKEN = token;
  config.BACKEND_URL = SITE;
  const { sessionStore, updateSession } = await import('#data/session.ts');
  sessionStore.setState({ proxySet });
  const { proxiedText } = await import('./proxied-fetch.ts');
  return { fetchFilm: () => proxiedText(FILM, {}), proxiedText, updateSession };
}

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('location', { origin: SITE, hostname: 'films.lan' });
  vi.stubGlobal('fetch', async (given: string, init: RequestInit) => {
    const url = new URL(given, SITE);
    asked.push({ url, headers: new Headers(init.headers) });
    return url.pathname === '/config.js' ? configScript('second') : respond(url);
  });
  respond = proxied;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const tokens = () => asked.map(({ url }) => url.searchParams.get('token') ?? url.pathname);

test('the proxy of this site gets the page’s token, another proxy does not', async () => {
  const { fetchFilm } = await load({ token: 'first' });
  await fetchFilm();
  expect(asked[0]?.url.href).toBe(`${PROXY}?destination=${encodeURIComponent(FILM)}&token=first`);
  const other = await load({ token: 'first', proxySet: ['https://worker.example'] });
  await other.fetchFilm();
  expect(asked[1]?.url.searchParams.has('token')).toBe(false);
});

test('a token is renewed before it ends', async () => {
  const { fetchFilm } = await load({ token: 'first' });
  await fetchFilm();
  vi.setSystemTime(NOW + 50 * 60_000);
  await fetchFilm();
  await fetchFilm();
  expect(tokens()).toEqual(['first', '/config.js', 'second', 'second']);
});

test('a token that another network does not accept is renewed once', async () => {
  const { fetchFilm } = await load({ token: 'first' });
  respond = (url) => (url.searchParams.get('token') === 'second' ? proxied() : refused());
  vi.setSystemTime(NOW + 2 * 60_000);
  expect((await fetchFilm()).body).toBe('ok');
  expect(tokens()).toEqual(['first', '/config.js', 'second']);
  respond = refused;
  await expect(fetchFilm()).rejects.toThrow('The proxy answered 403');
  expect(tokens()).toEqual(['first', '/config.js', 'second', 'second']);
});

test('where the server issues no token, none is asked for', async () => {
  const { fetchFilm } = await load();
  vi.setSystemTime(NOW + 90 * 60_000);
  await fetchFilm();
  expect(tokens()).toEqual(['/proxy']);
});

const ACCOUNT = { token: 'session', userId: 'u', sessionId: 's', deviceName: '', seed: '' };
const account = { ...ACCOUNT, profile: { colorA: '', colorB: '', icon: '' } };

test('only the proxy of the account server gets the session', async () => {
  const { fetchFilm, updateSession } = await load({ proxySet: [PROXY] });
  updateSession({ account });
  await fetchFilm();
  const other = await load({ proxySet: ['http://films.lan:9000/proxy'] });
  other.updateSession({ account });
  await other.fetchFilm();
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer session',
    null,
  ]);
});

test('what a source authorizes itself with travels beside the session', async () => {
  const { proxiedText, updateSession } = await load();
  updateSession({ account });
  await proxiedText(FILM, { headers: { Authorization: 'Bearer theirs' } });
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
    authorization: 'Bearer session',
    'x-authorization': 'Bearer theirs',
  });
});
