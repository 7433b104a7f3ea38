import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { harmlessType, isForwarded, responseHeaders, requestHeaders } from './headers.ts';

const towards = (headers: IncomingHttpHeaders, passesAuthorization = false) =>
  requestHeaders({ headers, headersDistinct: {} }, { userAgent: 'Ours/1', passesAuthorization });

describe('headers sent to the destination', () => {
  test('the X- names become the real ones', () => {
    const sent = towards({
      'x-cookie': 'a=1',
      'x-referer': 'https://films.test/',
      'x-origin': 'https://films.test',
      'x-user-agent': 'Player/1',
      'x-x-real-ip': '192.0.2.1',
      'x-authorization': 'Bearer upstream',
    });
    expect(sent).toMatchObject({
      cookie: 'a=1',
      referer: 'https://films.test/',
      origin: 'https://films.test',
      'user-agent': 'Player/1',
      'x-real-ip': '192.0.2.1',
      authorization: 'Bearer upstream',
    });
  });

  test('headers of the client and of this server are dropped', () => {
    const sent = towards({
      host: 'matinee.test',
      cookie: 'session=1',
      authorization: 'Basic secret',
      'proxy-authorization': 'Basic secret',
      'x-token': 'jwt|1',
      referer: 'https://matinee.test/',
      origin: 'https://matinee.test',
      'user-agent': 'Browser/1',
      'x-forwarded-for': '192.0.2.1',
      'sec-fetch-mode': 'cors',
      via: '1.1 here',
      connection: 'close, x-hop',
      'x-hop': '1',
      'x-matinee-anything': '1',
      'x-original-url': '/proxy',
      'transfer-encoding': 'chunked',
      'content-length': '5',
      'keep-alive': 'timeout=5',
      upgrade: 'h2c',
      te: 'trailers',
      expect: '100-continue',
      range: 'bytes=0-1',
      accept: '*/*',
    });
    expect(sent).toEqual({
      'user-agent': 'Ours/1',
      range: 'bytes=0-1',
      accept: '*/*',
    });
  });
});

describe('headers sent to the destination, as permissive as the published proxy', () => {
  test('custom headers, keys and Authorization pass', () => {
    const custom = {
      authorization: 'Bearer theirs',
      'x-requested-with': 'XMLHttpRequest',
      'x-api-key': 'k',
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      dnt: '1',
    };
    expect(towards(custom, true)).toEqual({ 'user-agent': 'Ours/1', ...custom });
    expect(towards(custom)).not.toHaveProperty('authorization');
  });

  test('X-Authorization wins over Authorization', () => {
    const both = { authorization: 'Bearer a', 'x-authorization': 'Bearer b' };
    expect(towards(both, true)['authorization']).toBe('Bearer b');
  });

  test.each([
    ['x-cookie', true],
    ['x-custom', true],
    ['authorization', true],
    ['cookie', false],
    ['via', false],
    ['sec-fetch-site', false],
    ['x-forwarded-for', false],
  ])('%s is sent on in some form: %j', (name, is) => {
    expect(isForwarded(name)).toBe(is);
  });
});

describe('headers sent to the client', () => {
  const response = (headers: Record<string, string | string[]>) =>
    responseHeaders({ headers, finalUrl: 'https://cdn.test/film' });

  test('only known headers pass, with the sandbox headers', () => {
    const received = response({
      'content-type': 'video/mp4',
      'content-length': '5',
      'content-range': 'bytes 0-4/9',
      etag: '"x"',
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=1',
      'service-worker-allowed': '/',
      refresh: '0; url=https://evil.test',
      'access-control-allow-credentials': 'true',
      'x-token': 'spoofed',
      'x-set-cookie': 'spoofed=1',
      connection: 'close',
      'www-authenticate': 'Basic',
    });
    expect(received).toEqual({
      'content-type': 'video/mp4',
      'content-length': '5',
      'content-range': 'bytes 0-4/9',
      etag: '"x"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': 'attachment',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-final-destination': 'https://cdn.test/film',
      vary: 'Origin',
    });
  });

  test('cookies get a name that browsers do not store', () => {
    const received = response({ 'set-cookie': ['a=1; HttpOnly', 'b=2', 'c=\u0001'] });
    expect(received['x-set-cookie']).toBe('a=1; HttpOnly, b=2');
    expect(received['set-cookie']).toBeUndefined();
  });

  test('non-ASCII values are dropped', () => {
    expect(response({ etag: '"ÿ"', 'cache-control': 'a\u0007' })).not.toHaveProperty('etag');
  });
});

test.each([
  [undefined, 'application/octet-stream'],
  ['', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
  ['text/html', 'text/plain; charset=utf-8'],
  ['TEXT/HTML; charset=ISO-8859-1', 'text/plain; charset=ISO-8859-1'],
  ['application/xhtml+xml', 'text/plain; charset=utf-8'],
  ['image/svg+xml', 'text/plain; charset=utf-8'],
  ['text/javascript', 'text/plain; charset=utf-8'],
  ['application/ecmascript', 'text/plain; charset=utf-8'],
  ['text/css', 'text/plain; charset=utf-8'],
  ['text/jscript', 'text/plain; charset=utf-8'],
  ['text/livescript', 'text/plain; charset=utf-8'],
  ['text/xsl', 'text/plain; charset=utf-8'],
  ['text/x-component', 'text/plain; charset=utf-8'],
  ['application/dash+xml', 'text/plain; charset=utf-8'],
  ['application/pdf', 'application/octet-stream'],
  ['application/wasm', 'application/octet-stream'],
  ['application/x-shockwave-flash', 'application/octet-stream'],
  ['application/x-type-of-tomorrow', 'application/octet-stream'],
  ['message/rfc822', 'application/octet-stream'],
  ['multipart/x-mixed-replace; boundary=x', 'application/octet-stream'],
  ['image/jpeg', 'image/jpeg'],
  ['application/ld+json', 'application/ld+json'],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['application/vnd.apple.mpegurl', 'application/vnd.apple.mpegurl'],
  ['video/mp4', 'video/mp4'],
  ['text/vtt', 'text/vtt'],
])('the type %s is sent on as %s', (declared, sent) => {
  expect(harmlessType(declared)).toBe(sent);
});
