import { describe, expect, test } from 'vitest';
import {
  isPrivatePage,
  mayBePrivate,
  denyPrivateHost,
  denyPrivateAddress,
} from './private-network.ts';

const INSIDE = [
  'localhost',
  'localhost.',
  'nas',
  'nas.',
  'nas.local',
  'nas.local.',
  'foo.localhost.',
  'router.lan.',
  'tv.home.arpa',
  'vault.internal',
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.0.9',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
];

test.each([
  ...INSIDE,
  // IPv6 special forms.
  '[::]',
  '[::ffff:c0a8:101]',
  '[::c0a8:101]',
  '[64:ff9b::c0a8:101]',
  '[64:ff9b:1::c0a8:101]',
  '[fec0::1]',
  '[2002:c0a8:101::1]',
  '[2001:0:53aa:64c::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  // Router names and names that contain an address.
  'fritz.box',
  'nas.fritz.box.',
  'speedport.ip',
  'router.asus.com',
  'tplinkwifi.net',
  '192-168-1-1.nip.io',
  '8-8-8-8.nip.io',
  'c0a80101.sslip.io',
  'app.localtest.me',
  'films.lvh.me.',
  '192-168-1-5.0123456789abcdef.plex.direct',
  '10.0.0.1.films.test',
  'nas-10-1-2-3.films.test',
])('%s may be in a private network', (hostname) => {
  expect(mayBePrivate(hostname)).toBe(true);
});

test.each([
  'films.test',
  'films.test.',
  'localhost.films.test',
  'local.films.test',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700::1]',
  'cdn-8-8-8-8.films.test',
  '93-184-216-34.0123456789abcdef.plex.direct',
  'v1-10-2-3.films.test',
  'a10-0-0-1.films.test',
  '999-1-1-1.films.test',
  'notnip.io',
])('%s is public', (hostname) => {
  expect(mayBePrivate(hostname)).toBe(false);
});

describe('a page', () => {
  test.each(INSIDE)('of %s is in a private network', (hostname) => {
    expect(isPrivatePage(hostname)).toBe(true);
  });

  // Anyone can register these names.
  test.each(['192-168-1-1.nip.io', '10.0.0.1.films.test', 'fritz.box', '[64:ff9b::808:808]'])(
    'of %s is not',
    (hostname) => {
      expect(isPrivatePage(hostname)).toBe(false);
      const page = { origin: `http://${hostname}`, hostname, tabId: 1 };
      expect(() => denyPrivateHost('192.168.1.1', page)).toThrow('private network');
    },
  );
});

describe('where the browser resolves names', () => {
  const page = (hostname: string) => ({ origin: `https://${hostname}`, hostname, tabId: 1 });
  const refused = (hostname: string, addresses: readonly string[], from = 'films.test') =>
    denyPrivateAddress(hostname, page(from), async () => addresses).then(
      () => false,
      () => true,
    );

  test('a name with a private address among others is refused, unless the page is private', async () => {
    expect(await refused('cdn.test', ['93.184.216.34', '2606:4700::1'])).toBe(false);
    expect(await refused('cdn.test', ['93.184.216.34', '192.168.1.1'])).toBe(true);
    expect(await refused('cdn.test', ['64:ff9b::c0a8:101'])).toBe(true);
    expect(await refused('cdn.test', ['192.168.1.1'], 'nas.local')).toBe(false);
  });

  test('a name without an address is left to the request', async () => {
    const nowhere = () => Promise.reject(new Error('NS_ERROR_UNKNOWN_HOST'));
    await denyPrivateAddress('cdn.test', page('films.test'), nowhere);
  });
});
