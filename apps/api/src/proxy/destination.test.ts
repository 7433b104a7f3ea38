import { describe, expect, test } from 'vitest';
import { createDestination, DestinationError, type Resolve } from './destination.ts';

const { check } = createDestination({ exempt: [] });

describe('allowed addresses', () => {
  test.each([
    'http://example.org/',
    'https://example.org:8443/a?b=c',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('%s', (url) => {
    expect(check(url).href).toBe(url);
  });

  test('a relative redirect is resolved against the address that sent it', () => {
    expect(check('../b', 'https://example.org/x/a').href).toBe('https://example.org/b');
  });
});

describe('refused addresses', () => {
  test.each([
    'http://127.0.0.1:8080/',
    'http://127.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://10.1.2.3/',
    'http://172.16.5.4/',
    'http://192.168.0.1/',
    'http://100.64.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ])('the private address %s', (url) => {
    expect(() => check(url)).toThrow(/isn't a public address/);
  });

  test.each([
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'blob:https://example.org/1',
    'javascript:alert(1)',
    'about:blank',
    'ws://example.org/',
  ])('the scheme of %s', (url) => {
    expect(() => check(url)).toThrow(/Only http and https/);
  });

  test('a redirect to another scheme', () => {
    expect(() => check('file:///etc/passwd', 'https://example.org/')).toThrow(DestinationError);
  });

  test.each(['https://user@example.org/', 'https://user:word@example.org/'])(
    'the credentials of %s',
    (url) => {
      expect(() => check(url)).toThrow(/username or password/);
    },
  );

  test.each([22, 25, 6000, 10080])('the bad port %i', (port) => {
    expect(() => check(`http://example.org:${port}/`)).toThrow(`Port ${port}`);
  });

  test.each(['', 'example.org', 'http://', 'http://a b/', '//example.org'])(
    '%j, which is not an address',
    (url) => {
      expect(() => check(url)).toThrow(/full http.* URL/);
    },
  );
});

describe('a destination that the operator listed', () => {
  const listed = createDestination({ exempt: ['127.0.0.1:8096', '[::1]:8096', 'nas.lan:80'] });

  test('is fetched although it is private, on this port only', () => {
    expect(listed.check('http://127.0.0.1:8096/x').port).toBe('8096');
    expect(listed.check('http://[::1]:8096/').port).toBe('8096');
    expect(() => listed.check('http://127.0.0.1:8097/')).toThrow(DestinationError);
  });

  test('includes the scheme’s default port', () => {
    expect(listed.isExempt('nas.lan', '80')).toBe(true);
    expect(listed.isExempt('nas.lan', '443')).toBe(false);
    expect(listed.isExempt('::1', '8096')).toBe(true);
  });
});

describe('a resolved name', () => {
  const PUBLIC = { address: '93.184.215.14', family: 4 };
  const responding = (...addresses: { address: string; family: number }[]): Resolve => {
    return (_name, _options, done) => done(null, addresses);
  };
  const look = (resolve: Resolve, options = { all: true }) => {
    const { lookup } = createDestination({ exempt: [], resolve });
    return new Promise((done) => {
      lookup('films.test', options, (error, address, family) => done({ error, address, family }));
    });
  };

  test('is what the socket connects to when all its addresses are public', async () => {
    expect(await look(responding(PUBLIC))).toEqual({ error: null, address: [PUBLIC] });
    expect(await look(responding(PUBLIC), { all: false })).toEqual({
      error: null,
      address: PUBLIC.address,
      family: 4,
    });
  });

  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'is refused when it is %s, also beside a public address',
    async (address) => {
      const bad = { address, family: address.includes(':') ? 6 : 4 };
      for (const addresses of [[bad], [PUBLIC, bad], [bad, PUBLIC]]) {
        const result = await look(responding(...addresses));
        expect(result).toMatchObject({ error: { name: 'DestinationRefused' }, address: [] });
      }
    },
  );

  test('fails when the name does not exist', async () => {
    expect(await look((_name, _options, done) => done(new Error('ENOTFOUND'), []))).toMatchObject({
      error: { message: 'ENOTFOUND' },
    });
    expect(await look(responding())).toMatchObject({ error: { message: /no address/ } });
  });
});
