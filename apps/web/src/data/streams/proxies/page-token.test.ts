import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Requested {
  readonly url: URL;
  readonly headers: Headers;
}
const SITE = 'http://films.lan';
const PROXY = `${SITE}/proxy`;
const MOVIE = 'https://films.example/a';
const NOW = 1_800_000_000_000;

const requested: Requested[] = [];
let respond: (url: URL) => Response;

const proxied = () => new Response('ok', { headers: { 'x-final-destination': MOVIE } });
const refused = () => Response.json({ statusCode: 403 }, { status: 403 });
const configScript = (token: string) =>
  new Response(`window.__CONFIG__ = {\n  "PROXY_TOKEN": "${token}"\n};\n`);

/** A page of the site whose `/config.js` contained a token. */
async function load({ token, proxySet = [PROXY] }: { token?: string; proxySet?: string[] } = {}) {
  const { config } = await import('#config.ts');
  config.PROXY_TOKEN = token;
  config.BACKEND_URL = SITE;
  const { sessionStore, updateSession } = await import('#data/session.ts');
  sessionStore.setState({ proxySet });
  const { proxiedText } = await import('./proxied-fetch.ts');
  return { fetchMovie: () => proxiedText(MOVIE, {}), proxiedText, updateSession };
}

beforeEach(() => {
  requested.length = 0;
  vi.resetModules();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('location', { origin: SITE, hostname: 'films.lan' });
  vi.stubGlobal('fetch', async (given: string, init: RequestInit) => {
    const url = new URL(given, SITE);
    requested.push({ url, headers: new Headers(init.headers) });
    return url.pathname === '/config.js' ? configScript('second') : respond(url);
  });
  respond = proxied;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const tokens = () => requested.map(({ url }) => url.searchParams.get('token') ?? url.pathname);

test('the proxy of this site gets the page’s token, another proxy does not', async () => {
  const { fetchMovie } = await load({ token: 'first' });
  await fetchMovie();
  expect(requested[0]?.url.href).toBe(
    `${PROXY}?destination=${encodeURIComponent(MOVIE)}&token=first`,
  );
  const other = await load({ token: 'first', proxySet: ['https://worker.example'] });
  await other.fetchMovie();
  expect(requested[1]?.url.searchParams.has('token')).toBe(false);
});

test('a token is renewed before it expires', async () => {
  const { fetchMovie } = await load({ token: 'first' });
  await fetchMovie();
  vi.setSystemTime(NOW + 50 * 60_000);
  await fetchMovie();
  await fetchMovie();
  expect(tokens()).toEqual(['first', '/config.js', 'second', 'second']);
});

test('a token that is invalid after a network change is renewed once', async () => {
  const { fetchMovie } = await load({ token: 'first' });
  respond = (url) => (url.searchParams.get('token') === 'second' ? proxied() : refused());
  vi.setSystemTime(NOW + 2 * 60_000);
  expect((await fetchMovie()).body).toBe('ok');
  expect(tokens()).toEqual(['first', '/config.js', 'second']);
  respond = refused;
  await expect(fetchMovie()).rejects.toThrow('The proxy responded with status 403');
  expect(tokens()).toEqual(['first', '/config.js', 'second', 'second']);
});

test('where the server issues no token, none is requested', async () => {
  const { fetchMovie } = await load();
  vi.setSystemTime(NOW + 90 * 60_000);
  await fetchMovie();
  expect(tokens()).toEqual(['/proxy']);
});

const ACCOUNT = { token: 'session', userId: 'u', sessionId: 's', deviceName: '', seed: '' };
const account = { ...ACCOUNT, profile: { colorA: '', colorB: '', icon: '' } };

test('only the proxy of the account server gets the session', async () => {
  const { fetchMovie, updateSession } = await load({ proxySet: [PROXY] });
  updateSession({ account });
  await fetchMovie();
  const other = await load({ proxySet: ['http://films.lan:9000/proxy'] });
  other.updateSession({ account });
  await other.fetchMovie();
  expect(requested.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer session',
    null,
  ]);
});

test('a source’s own Authorization is sent along with the session', async () => {
  const { proxiedText, updateSession } = await load();
  updateSession({ account });
  await proxiedText(MOVIE, { headers: { Authorization: 'Bearer theirs' } });
  expect(Object.fromEntries(requested[0]?.headers ?? [])).toEqual({
    authorization: 'Bearer session',
    'x-authorization': 'Bearer theirs',
  });
});
