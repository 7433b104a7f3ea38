import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { parseProxyEntry, proxyUrls, relayServers, relayUrls, sessionStore } from './session.ts';

describe('an entry of the proxy list', () => {
  test.each([
    ['https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
    ['  https://proxy.example/  ', { type: 'proxy', url: 'https://proxy.example' }],
    ['|type=proxy|https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
    ['|type=api|http://relay.example:8080/x/', { type: 'api', url: 'http://relay.example:8080/x' }],
    ['| type = api |https://relay.example', { type: 'api', url: 'https://relay.example' }],
    ['|region=eu;type=api|https://relay.example', { type: 'api', url: 'https://relay.example' }],
    ['||https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
  ])('%j is valid', (text, entry) => {
    expect(parseProxyEntry(text)).toEqual(entry);
  });

  test.each([
    '',
    '   ',
    'proxy.example',
    'ftp://proxy.example',
    'javascript:alert(1)',
    '|type=smtp|https://proxy.example',
    '|type=api|',
    '|type=api',
    '|https://proxy.example',
  ])('%j is invalid', (text) => {
    expect(parseProxyEntry(text)).toBeUndefined();
  });
});

describe('server choice', () => {
  beforeEach(() => {
    sessionStore.setState({ proxySet: null });
    vi.spyOn(config, 'CORS_PROXY_URL', 'get').mockReturnValue(
      'https://site.example/proxy,|type=api|https://site.example',
    );
  });
  afterEach(() => vi.restoreAllMocks());

  test('the user’s own servers come before the site’s, by kind', () => {
    sessionStore.setState({
      proxySet: ['https://one.example', '|type=api|https://relay.example', 'nonsense'],
    });
    expect(proxyUrls()).toEqual(['https://one.example', 'https://site.example/proxy']);
    expect(relayUrls()).toEqual(['https://relay.example', 'https://site.example']);
  });

  test.each([[null], [[]], [['https://one.example']], [['|type=api|https://site.example/']]])(
    'with %j the site is used, once',
    (proxySet) => {
      sessionStore.setState({ proxySet });
      expect(relayServers()).toEqual({ user: [], site: ['https://site.example'] });
      expect(proxyUrls()).toContain('https://site.example/proxy');
    },
  );
});

describe('stores of earlier clients', () => {
  const account = { token: 't', userId: 'u', sessionId: 's', deviceName: 'd', seed: 'AA==' };
  const load = async (state: object) => {
    const cells = new Map([['__MW::auth', JSON.stringify({ state, version: 0 })]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => cells.get(key) ?? null,
      setItem: (key: string, value: string) => void cells.set(key, value),
    });
    vi.resetModules();
    const session = await import('./session.ts');
    return { cells, state: session.sessionStore.getState() };
  };
  afterEach(() => vi.unstubAllGlobals());

  test('an account without a color or an icon is still signed in', async () => {
    const { state } = await load({ account: { ...account, profile: { colorA: '#fff' } } });
    expect(state.account).toMatchObject({ token: 't', profile: { colorA: '#fff', icon: '' } });
  });

  test('an invalid account is kept as a backup, and no other setting is lost', async () => {
    const stored = { account: { ...account, token: 7 }, proxySet: ['https://one.example'] };
    const { cells, state } = await load(stored);
    expect(state.account).toBeNull();
    expect(state.proxySet).toEqual(['https://one.example']);
    expect(cells.get('BACKUP-v0-__MW::auth')).toContain('"token":7');
  });
});
