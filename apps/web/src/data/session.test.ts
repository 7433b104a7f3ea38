import { beforeEach, describe, expect, test } from 'vitest';
import { parseProxyEntry, proxyUrls, relayUrls, sessionStore } from './session.ts';

describe('an entry of the proxy list', () => {
  test.each([
    ['https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
    ['  https://proxy.example/  ', { type: 'proxy', url: 'https://proxy.example' }],
    ['|type=proxy|https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
    ['|type=api|http://relay.example:8080/x/', { type: 'api', url: 'http://relay.example:8080/x' }],
    ['| type = api |https://relay.example', { type: 'api', url: 'https://relay.example' }],
    ['|region=eu;type=api|https://relay.example', { type: 'api', url: 'https://relay.example' }],
    ['||https://proxy.example', { type: 'proxy', url: 'https://proxy.example' }],
  ])('%j is understood', (text, entry) => {
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
  ])('%j is none', (text) => {
    expect(parseProxyEntry(text)).toBeUndefined();
  });
});

describe('whose servers are used', () => {
  beforeEach(() => sessionStore.setState({ proxySet: null }));

  test('the viewer’s own list replaces the site’s, and each kind finds its own', () => {
    sessionStore.setState({
      proxySet: ['https://one.example', '|type=api|https://relay.example', 'nonsense'],
    });
    expect(proxyUrls()).toEqual(['https://one.example']);
    expect(relayUrls()).toEqual(['https://relay.example']);
  });

  test('an empty list of one’s own is a list, too', () => {
    sessionStore.setState({ proxySet: [] });
    expect(proxyUrls()).toEqual([]);
    expect(relayUrls()).toEqual([]);
  });
});
