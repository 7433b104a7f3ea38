import { runInNewContext, Script } from 'node:vm';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeWebDist, SCRIPT } from '../support/web-dist.ts';

const dist = makeWebDist();
let server: TestApp;
let host: string;
beforeAll(async () => {
  server = await startTestApp({ DMCA_EMAIL: '</script>\u2028<x>&' }, { webDist: dist.root });
  host = new URL(server.url).host;
});
afterAll(async () => {
  await server.close();
  dist.remove();
});

const visit = (path: string) => request(server.url).get(path).set('Accept', 'text/html,*/*;q=0.8');

const POLICY = 'content-security-policy';

const policyOf = (headers: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('the page', () => {
  test.each([
    '/',
    '/browse/living%20dead',
    '/media/tmdb-movie-10331-night',
    '/a/b/c',
    '/index.html',
  ])('is sent to browsers at %s, and never cached', async (path) => {
    const { headers, status, text } = await visit(path);
    expect(status).toBe(200);
    expect(text).toContain('<!doctype html>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain('script-src');
  });

  test.each([
    ['GET', '/nope', 'application/json'],
    ['GET', '/nope', '*/*'],
    ['POST', '/nope', 'text/html'],
    ['DELETE', '/', 'text/html'],
    ['GET', '/assets/gone-9z.js', 'text/html'],
    ['GET', '/assets/', 'text/html'],
    ['GET', '/assets/app-1a2b.js/more', 'text/html'],
  ] as const)('is not sent for %s %s with Accept: %s', async (method, path, accept) => {
    const call = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;
    const { body, status } = await request(server.url)[call[method]](path).set('Accept', accept);
    expect(status).toBe(404);
    expect(body).toEqual({
      errorType: 'message',
      message: `Not found: ${method} ${path}`,
      requestId: expect.any(String),
    });
  });

  test('is replaced by a short text for clients that check whether this is a server', async () => {
    const { body } = await request(server.url).get('/').set('Accept', 'application/json');
    expect(body).toEqual({
      message: expect.stringMatching(/^Backend is working as expected \(4\./),
    });
  });

  test('preloads the player’s parts where a title is opened, and nowhere else', async () => {
    expect((await visit('/media/tmdb-movie-10331-night/1')).text).toContain('and the player');
    expect((await visit('/mediatheque')).text).not.toContain('and the player');
    expect((await visit('/discover?r=/menu')).text).toContain('and the rows');
    expect((await visit('/discovery')).text).not.toContain('and the rows');
  });

  test('is confirmed to a browser that has it, with the same policy', async () => {
    const first = await visit('/browse/night');
    const again = await visit('/').set('If-None-Match', first.headers.etag ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
    const policy = 'content-security-policy';
    expect(again.headers[policy]).toBe(first.headers[policy]);
    expect(again.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/', '/media/tmdb-movie-1-x', '/assets/app-1a2b.js', '/favicon.svg', '/config.js'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const requested = { Accept: 'text/html,*/*;q=0.8', 'Accept-Encoding': 'br' };
      const full = await request(server.url).get(path).set(requested);
      const head = await request(server.url).head(path).set(requested);
      expect([head.status, head.text]).toEqual([200, undefined]);
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'vary']) {
        expect(head.headers[name]).toBe(full.headers[name]);
      }
    },
  );

  test('trusts scripts by path on its own origin, never the origin as a whole', async () => {
    const policy = policyOf((await visit('/')).headers);
    expect(policy['script-src']?.slice(0, 3)).toEqual([
      `${host}/assets/`,
      `${host}/config.js`,
      `${host}/sw.js`,
    ]);
    for (const name of ['default-src', 'script-src', 'style-src', 'worker-src', 'frame-src']) {
      expect(policy[name]).toBeDefined();
      expect(policy[name]).not.toContain("'self'");
      expect(policy[name]).not.toContain("'unsafe-inline'");
      expect(policy[name]).not.toContain('https:');
    }
  });

  test.each([
    [{}, [], ["'none'"]],
    [
      { TURNSTILE_KEY: 'key' },
      ['https://challenges.cloudflare.com/turnstile/'],
      ['https://challenges.cloudflare.com'],
    ],
    [
      { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SECRET: 's', CAPTCHA_CLIENT_KEY: 'key' },
      ['https://www.gstatic.com/recaptcha/', 'https://www.google.com/recaptcha/'],
      ['https://www.google.com'],
    ],
  ])('with %o it allows the configured captcha, and no others', async (env, scripts, frames) => {
    const requesting = await startTestApp({ TRAILERS: 'false', ...env }, { webDist: dist.root });
    const page = await request(requesting.url).get('/').set('Accept', 'text/html');
    await requesting.close();
    const policy = policyOf(page.headers);
    expect(policy['script-src']?.filter((one) => /recaptcha|turnstile/.test(one))).toEqual(scripts);
    expect(policy['frame-src']).toEqual(frames);
  });

  test('may frame trailers, unless the operator has disabled them', async () => {
    const policy = policyOf((await visit('/')).headers);
    expect(policy['frame-src']).toEqual(['https://www.youtube-nocookie.com']);
  });

  test('may play, show and request from any origin', async () => {
    const policy = policyOf((await visit('/')).headers);
    for (const name of ['connect-src', 'img-src', 'media-src', 'font-src']) {
      expect(policy[name]).toEqual(expect.arrayContaining(['https:', 'http:', 'blob:', 'data:']));
    }
  });

  test('cannot be framed by other origins, sends no referrer and is never sniffed', async () => {
    const { headers } = await visit('/');
    expect(policyOf(headers)['frame-ancestors']).toEqual(["'self'"]);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('trusts by path on its own origin only for a client by IPv6, too', async () => {
    const { headers } = await visit('/').set('Host', '[::1]:8080');
    const [byPath = '', byOrigin = '', ...more] = String(headers[POLICY]).split(', ');
    expect(more).toEqual([]);
    const [first, second] = [byPath, byOrigin].map((policy) => policyOf({ [POLICY]: policy }));
    expect(first?.['script-src']?.slice(0, 3)).toEqual([
      '*:8080/assets/',
      '*:8080/config.js',
      '*:8080/sw.js',
    ]);
    // Both must match, and the grammar of a policy has no other name for this origin.
    expect(Object.keys(second ?? {})).toEqual(['script-src', 'style-src', 'worker-src']);
    expect(second?.['script-src']?.[0]).toBe("'self'");
    expect(second?.['style-src']).toEqual(["'self'"]);
    expect(second?.['worker-src']).toEqual(["'self'", 'blob:']);
    expect(byOrigin).not.toContain('*');
  });

  test('does not repeat a forged host that would break the policy', async () => {
    const { headers } = await visit('/').set('Host', 'x;script-src');
    expect(headers['content-security-policy']).not.toContain('x;script-src');
  });
});

describe('cross-origin headers', () => {
  const HTTPS = { 'X-Forwarded-Proto': 'https' };

  test.each(['/', '/media/tmdb-movie-10331-night', '/docs'])(
    'no other window can reference %s, no other site can read or embed it, and it has no camera',
    async (path) => {
      const { headers } = await visit(path).set(HTTPS).set('Origin', 'https://other.test');
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^camera=\(\), .*usb=\(\)/),
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('access-control-expose-headers');
      for (const used of ['fullscreen', 'picture-in-picture', 'autoplay', 'wake-lock', 'publickey'])
        expect(headers['permissions-policy']).not.toContain(used);
    },
  );

  test('a page over plain http has no headers that browsers would report', async () => {
    const { headers } = await visit('/').set('Host', 'cinema.lan:8080');
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect((await visit('/').set('Host', 'localhost:1')).headers).toHaveProperty(
      'cross-origin-opener-policy',
    );
  });

  test('the API stays readable for other origins', async () => {
    for (const path of ['/meta', '/metrics', '/nothing']) {
      const { headers } = await request(server.url).get(path);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });
});

describe('developer pages', () => {
  test.each(['/dev', '/dev/video?url=https://a.test/x', '/dev/test'])(
    '%s exists, unless the operator has disabled it',
    async (path) => {
      expect((await visit(path)).status).toBe(200);
      const without = await startTestApp({ DEV_PAGES: 'off' }, { webDist: dist.root });
      const send = (one: string) => request(without.url).get(one).set('Accept', 'text/html');
      const { status, text } = await send(path);
      expect([status, text]).toEqual([404, (await visit(path)).text]);
      expect((await send('/developers')).status).toBe(200);
      expect((await request(without.url).get('/config.js')).text).toContain(
        '"VITE_DEV_PAGES": "off"',
      );
      await without.close();
    },
  );
});

describe('assets', () => {
  test('are cached forever, and are compressed in an encoding the browser accepts', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers, text } = await request(server.url)
        .get('/assets/app-1a2b.js')
        .set('Accept-Encoding', encoding);
      expect(text).toBe(SCRIPT);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': encoding,
        'content-type': 'application/javascript; charset=utf-8',
        vary: expect.stringMatching(/accept-encoding/i),
      });
    }
    const { headers } = await request(server.url)
      .get('/assets/app-1a2b.js')
      .set('Accept-Encoding', 'identity');
    expect(headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.1', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity, *;q=0', undefined],
    ['zstd', undefined],
  ])('are sent to a browser that accepts %j as %s', async (accepted, encoding) => {
    const { headers, text } = await request(server.url)
      .get('/assets/app-1a2b.js')
      .set('Accept-Encoding', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(text).toBe(SCRIPT);
  });

  test('are not sent again to a browser that has them', async () => {
    const requested = () => request(server.url).get('/assets/app-1a2b.js');
    const { headers } = await requested();
    const again = await requested().set('If-None-Match', headers.etag ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('other files are revalidated each time', async () => {
    const { headers } = await request(server.url).get('/favicon.svg').expect(200);
    expect(headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
  ])('no file outside the client is served at %s', async (path) => {
    const response = await fetchRaw(path);
    expect(response).toMatch(/^HTTP\/1\.1 (400|403|404) /);
    expect(response).not.toContain('devDependencies');
  });

  async function fetchRaw(path: string): Promise<string> {
    const { exchange } = await import('../support/raw-http.ts');
    return exchange(
      server.url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    );
  }
});

describe('files that the page loads first', () => {
  test('its options, in a script that no option can end', async () => {
    const { headers, text } = await request(server.url).get('/config.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toMatch(/<|\u2028/);
    const window: { __CONFIG__?: Record<string, string> } = {};
    runInNewContext(text, { window, addEventListener: () => undefined });
    expect(window.__CONFIG__).toMatchObject({
      VITE_BACKEND_URL: server.url,
      VITE_CORS_PROXY_URL: `${server.url}/proxy,|type=api|${server.url}`,
      VITE_HAS_ONBOARDING: 'false',
      VITE_ALLOW_AUTOPLAY: 'true',
      VITE_BOOKMARKS_REQUIRE_ACCOUNT: 'false',
      VITE_TRAILERS: 'true',
      VITE_REPORT_SOURCES: 'true',
      VITE_DMCA_EMAIL: '</script>\u2028<x>&',
    });
  });

  test('its options behind a proxy that terminates TLS', async () => {
    const { text } = await request(server.url).get('/config.js').set('X-Forwarded-Proto', 'https');
    expect(text).toContain(`"VITE_BACKEND_URL": "https://${host}"`);
  });

  test('ping.txt, which is never cached', async () => {
    const { headers, text } = await request(server.url).get('/ping.txt');
    expect([text, headers['cache-control']]).toEqual(['pong\n', 'no-store']);
  });

  test('a service worker that removes itself and its predecessors', async () => {
    const { headers, text } = await request(server.url).get('/sw.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toContain('unregister()');
    expect(() => new Script(text)).not.toThrow();
  });
});

test('with PUBLIC_URL the page gets that address and trusts it', async () => {
  const known = await startTestApp(
    { PUBLIC_URL: 'https://films.test', FRAME_ANCESTORS: 'https://tv.test' },
    { webDist: dist.root },
  );
  const config = await request(known.url).get('/config.js');
  expect(config.text).toContain('"VITE_BACKEND_URL": "https://films.test"');
  const page = await request(known.url).get('/').set('Accept', 'text/html');
  const policy = policyOf(page.headers);
  expect(policy['script-src']).toContain('films.test/assets/');
  expect(policy['frame-ancestors']).toEqual(['https://tv.test']);
  for (const path of ['/', '/meta', '/nothing', '/proxy', '/stream/x']) {
    const { headers } = await request(known.url).get(path);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  }
  await known.close();
});

test('scripts for casting are trusted only where casting is enabled', async () => {
  const cast = 'https://www.gstatic.com/cv/';
  const scripts = async (base: string) =>
    policyOf((await request(base).get('/').set('Accept', 'text/html')).headers)['script-src'];
  expect(await scripts(server.url)).toContain(cast);
  const alone = await startTestApp({ CHROMECAST: 'false' }, { webDist: dist.root });
  const trusted = (await scripts(alone.url))?.join(' ');
  expect(trusted).not.toContain('gstatic.com/cv/');
  expect(trusted).not.toContain('gstatic.com/cast/');
  await alone.close();
});

test('without a built client the API still responds', async () => {
  const bare = await startTestApp({}, { webDist: '/nowhere' });
  await request(bare.url).get('/').set('Accept', 'text/html').expect(404);
  await request(bare.url).get('/healthz').expect(200);
  expect(bare.log.join()).toContain('web app not built');
  await bare.close();
});
