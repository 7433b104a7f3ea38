import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSites } from '#permissions.ts';
import { createHandlers } from './handlers.ts';
import type { ResolveName } from './private-network.ts';
import type { RawHeaders } from './raw-headers.ts';
import type { HeaderRule, HeaderRules } from './header-rules.ts';

const SITE = 'https://films.test';

type Respond = (request: Request) => Promise<Response>;

/** `fetch` hides the redirect's target; webRequest shows it. */
function asBrowser(response: Response, observed: { raw?: RawHeaders }): Response {
  const { headers, status } = response;
  const location = headers.get('location') ?? undefined;
  observed.raw = { status, location, cookies: headers.getSetCookie() };
  if (location === undefined) return response;
  return Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
}

function createHouse(
  respond: Respond = async () => new Response(),
  hasHostAccess = true,
  resolve?: ResolveName,
) {
  const observed: { raw?: RawHeaders } = {};
  let stored: Record<string, unknown> = { sites: [SITE, 'http://192.168.1.5:8080'] };
  const sites = createSites({
    get: async () => stored,
    set: async (items) => {
      stored = items;
    },
  });
  const pageRules = new Map<string, HeaderRule>();
  const requestRules: HeaderRule[] = [];
  const rules: HeaderRules = {
    setForPage: async ({ tabId }, number, rule) => {
      if (rule) pageRules.set(`${tabId}:${number}`, rule);
      else pageRules.delete(`${tabId}:${number}`);
    },
    forgetTab: async (tabId) => {
      for (const key of pageRules.keys()) if (key.startsWith(`${tabId}:`)) pageRules.delete(key);
    },
    during: async (rule, task) => {
      requestRules.push(rule);
      return task();
    },
    forgetRequests: async () => undefined,
  };
  const openPage = vi.fn(async () => undefined);
  const responses = createHandlers({
    version: '1.3.0',
    sites,
    rules,
    fetch: async (url, init) => asBrowser(await respond(new Request(url, init)), observed),
    observe: async (_url, task) => [await task(), observed.raw],
    resolve,
    now: () => Date.UTC(2026, 0, 1),
    hasHostAccess: async () => hasHostAccess,
    openPage,
  });
  const send = (name: unknown, body?: unknown, from: object = {}) =>
    responses.handle({ name, body }, { tab: tab(3), frameId: 0, origin: SITE, ...from });
  return { send, responses, pageRules, requestRules, openPage };
}

const tab = (id: number) => ({ id }) as chrome.tabs.Tab;

let house = createHouse();
beforeEach(() => {
  house = createHouse();
});

const no = (error: string) => ({ success: false, error: expect.stringContaining(error) });

describe('a request of a page', () => {
  test('is allowed for a site by its whole origin', async () => {
    const { send } = house;
    const hello = { success: true, version: '1.3.0', hasPermission: true };
    expect(await send('hello')).toEqual({ ...hello, allowed: true });
    for (const origin of ['http://films.test', 'https://films.test:81', 'https://ilms.test']) {
      expect(await send('hello', undefined, { origin })).toEqual({ ...hello, allowed: false });
      const refused = no('is not whitelisted');
      expect(await send('makeRequest', { url: 'https://a.test' }, { origin })).toEqual(refused);
      expect(await send('prepareStream', { ruleId: 1 }, { origin })).toEqual(refused);
    }
  });

  test.each([
    ['a frame', { frameId: 1 }],
    ['a page in a sandbox', { origin: 'null', url: SITE }],
    ['a file', { origin: undefined, url: 'file:///films.html' }],
    ['no tab', { tab: undefined }],
  ])('is not allowed for %s', async (_who, from) => {
    expect(await house.send('hello', undefined, from)).toEqual(no('No tab URL'));
  });

  test('is answered with the error of an invalid message', async () => {
    const { send } = house;
    expect(await send('sellEverything')).toMatchObject({ success: false });
    expect(await send('makeRequest')).toMatchObject({ success: false });
    expect(await send('prepareStream', { targetDomains: ['a.test'] })).toEqual(no('ruleId'));
    expect(await send('prepareStream', { ruleId: 1, targetDomains: [] })).toEqual(
      no('targetDomains'),
    );
    const away = { page: 'PermissionGrant', redirectUrl: 'https://elsewhere.test/' };
    expect(await send('openPage', away)).toEqual(no('only return to itself'));
    expect(await send('openPage', { ...away, page: 'popup' })).toMatchObject({ success: false });
  });
});

test('no host is reached without the user’s permission', async () => {
  const respond = vi.fn(async () => new Response());
  const { send, pageRules } = createHouse(respond, false);
  expect(await send('makeRequest', { url: 'https://a.test' })).toEqual(no('no access'));
  expect(await send('prepareStream', { ruleId: 1 })).toEqual(no('no access'));
  expect(respond).not.toHaveBeenCalled();
  expect(pageRules.size).toBe(0);
});

test('the permission page opens in the tab of the site, and leads back to it', async () => {
  const redirectUrl = `${SITE}/onboarding?redirect=%2Fa`;
  await house.send('openPage', { page: 'PermissionGrant', redirectUrl });
  const query = new URLSearchParams({ redirectUrl });
  expect(house.openPage).toHaveBeenCalledWith(3, `tabs/PermissionGrant.html?${query}`);
});

describe('a stream', () => {
  const prepare = { ruleId: 1, targetDomains: ['CDN.test:8443'], requestHeaders: { Referer: 'r' } };

  test('may be read by its page, without the user’s cookies, whatever the page requests', async () => {
    const { send, pageRules } = house;
    const responseHeaders = { 'Access-Control-Allow-Credentials': 'true', 'X-More': '1' };
    expect(await send('prepareStream', { ...prepare, responseHeaders })).toEqual({ success: true });
    const rule = pageRules.get('3:1');
    expect(rule?.condition).toMatchObject({
      requestDomains: ['cdn.test'],
      excludedResourceTypes: ['main_frame', 'sub_frame'],
    });
    const changes = rule?.responseHeaders?.map(({ header, operation, value }) =>
      [header, operation, value].join(' '),
    );
    expect(changes).toContain('access-control-allow-origin set *');
    expect(changes).toContain('access-control-allow-credentials remove ');
    expect(changes).toContain('x-more set 1');
    expect(changes).not.toContain('access-control-allow-credentials set true');
  });

  test('with a wildcard rule works only for a site in the same private network', async () => {
    const { send, pageRules } = house;
    const anything = { ruleId: 1, targetRegex: '.*' };
    expect(await send('prepareStream', anything)).toEqual(no('targetDomains'));
    expect(pageRules.size).toBe(0);
    const from = { origin: 'http://192.168.1.5:8080' };
    expect(await send('prepareStream', anything, from)).toEqual({ success: true });
  });

  test('is rejected for an unknown page, or for an invalid host', async () => {
    const { send, responses, pageRules } = house;
    await send('prepareStream', prepare);
    await send('prepareStream', { ...prepare, targetDomains: ['released.invalid'] });
    expect(pageRules.size).toBe(0);
    await send('prepareStream', prepare);
    await send('left');
    expect(pageRules.size).toBe(0);
    await send('prepareStream', prepare);
    await responses.pageClosed(3);
    expect(pageRules.size).toBe(0);
  });
});

describe('a request', () => {
  const body = async (answer: Response) => {
    const { send } = createHouse(async () => answer);
    return send('makeRequest', { url: 'https://a.test/' });
  };

  test('is sent with its headers and its body of any kind', async () => {
    const seen: Request[] = [];
    const { send, requestRules } = createHouse(async (request) => {
      seen.push(request);
      return new Response();
    });
    const url = 'https://a.test/';
    const form = [['a', '1']];
    await send('makeRequest', {
      url: '/x',
      baseUrl: 'https://a.test/',
      query: { q: 1 },
      headers: { referer: 'r' },
    });
    await send('makeRequest', { url, method: 'post', body: form, bodyType: 'FormData' });
    await send('makeRequest', { url, method: 'post', body: form, bodyType: 'URLSearchParams' });
    await send('makeRequest', { url, method: 'post', body: { a: 1 }, bodyType: 'object' });
    await send('makeRequest', { url, method: 'post', body: 'text', bodyType: 'string' });
    expect(seen.map(({ url: requested }) => requested)[0]).toBe('https://a.test/x?q=1');
    expect(requestRules).toEqual([
      { condition: { requestDomains: ['a.test'] }, requestHeaders: { referer: 'r' } },
    ]);
    expect(seen.every(({ credentials }) => credentials === 'omit')).toBe(true);
    const types = seen.map(({ headers }) => headers.get('content-type')?.split(';')[0]);
    expect(types).toEqual([
      undefined,
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
    ]);
    expect(await Promise.all(seen.slice(2).map((request) => request.text()))).toEqual([
      'a=1',
      '{"a":1}',
      'text',
    ]);
  });

  test('returns JSON as a value, and bytes unchanged', async () => {
    const json = { headers: { 'content-type': 'application/json' } };
    expect(await body(new Response('{"a":1}', json))).toMatchObject({
      response: { body: { a: 1 } },
    });
    expect(await body(new Response('{"a":', json))).toMatchObject({ response: { body: '{"a":' } });
    const bytes = new Uint8Array([0xff, 0, 0xfe]);
    expect(await body(new Response(bytes))).toMatchObject({
      response: { bodyBase64: '/wD+' },
    });
    expect(await body(new Response('ü'))).toMatchObject({ response: { body: 'ü' } });
  });

  test('is aborted when its page is gone, and when the response is endless', async () => {
    const begun = Promise.withResolvers<void>();
    const { send, responses } = createHouse(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          begun.resolve();
        }),
    );
    const requested = send('makeRequest', { url: 'https://a.test/' });
    await begun.promise;
    await responses.pageClosed(3);
    expect(await requested).toEqual(no('gone'));
    const megabyte = new Uint8Array(2 ** 20);
    const endless = new ReadableStream({ pull: (to) => to.enqueue(megabyte) });
    expect(await body(new Response(endless))).toEqual(no('more than'));
  });

  test.each([
    ['file:///etc/passwd', 'Invalid URL'],
    ['nonsense', 'Invalid URL'],
    ['http://192.168.1.1/admin', 'private network'],
    ['http://router/', 'private network'],
    ['http://router.lan./cgi', 'private network'],
  ])('for %s is refused', async (url, reason) => {
    expect(await house.send('makeRequest', { url })).toEqual(no(reason));
  });

  const sentOn = (to: string, status = 302) =>
    new Response(null, { status, headers: { location: to } });

  /** Sent requests, one for each redirect. */
  async function hops(first: object, ...responses: readonly Response[]) {
    const seen: string[] = [];
    const left = [...responses];
    const { send } = createHouse(async (request) => {
      const { authorization } = Object.fromEntries(request.headers);
      const type = request.headers.get('content-type')?.split(';')[0];
      const parts = [request.method, request.url, await request.text(), type, authorization];
      seen.push(parts.filter(Boolean).join(' '));
      return left.shift() ?? new Response('ok');
    });
    const answer = await send('makeRequest', { url: 'https://a.test/x', ...first });
    return { answer, seen };
  }

  test.each([
    'http://192.168.1.1/reboot',
    'http://localhost.:8080/',
    'http://[64:ff9b::c0a8:101]/',
    '//nas.local./',
    'http://192-168-1-1.nip.io/',
  ])('that is redirected to %s sends nothing there', async (to) => {
    const post = { method: 'POST', body: 'reboot=1', bodyType: 'string' };
    for (const status of [301, 302, 303, 307, 308]) {
      const { answer, seen } = await hops(post, sentOn('/y', 307), sentOn(to, status));
      expect(answer).toEqual(no('private network'));
      expect(seen).toEqual([
        'POST https://a.test/x reboot=1 text/plain',
        'POST https://a.test/y reboot=1 text/plain',
      ]);
    }
  });

  test('follows redirects as browsers do', async () => {
    const post = {
      method: 'POST',
      body: { a: 1 },
      bodyType: 'object',
      headers: { Authorization: 'key' },
    };
    const body = '{"a":1} application/json key';
    expect((await hops(post, sentOn('https://a.test/y', 307))).seen).toEqual([
      `POST https://a.test/x ${body}`,
      `POST https://a.test/y ${body}`,
    ]);
    expect((await hops(post, sentOn('y', 302))).seen[1]).toBe('GET https://a.test/y key');
    expect((await hops(post, sentOn('https://b.test/', 303))).seen[1]).toBe('GET https://b.test/');
    const { answer } = await hops({ url: 'https://a.test/#part' }, sentOn('/y'));
    expect(answer).toMatchObject({
      success: true,
      response: { finalUrl: 'https://a.test/y#part' },
    });
  });

  test('with endless redirects, or one to no web address, fails', async () => {
    const endless = await hops({}, ...Array.from({ length: 20 }, () => sentOn('/x')));
    expect(endless.answer).toEqual(no('redirected more than'));
    expect(endless.seen).toHaveLength(11);
    expect((await hops({}, sentOn('file:///etc/passwd'))).answer).toEqual(no('Invalid redirect'));
  });

  test('is refused when the name resolves to a private address, even after a redirect', async () => {
    const respond = vi.fn(async () => sentOn('https://inside.test/'));
    const resolve: ResolveName = async (name) => [name === 'inside.test' ? '10.0.0.1' : '9.9.9.9'];
    const { send, pageRules } = createHouse(respond, true, resolve);
    const inside = no('leads into a private network');
    expect(await send('makeRequest', { url: 'https://inside.test/' })).toEqual(inside);
    expect(respond).not.toHaveBeenCalled();
    expect(await send('makeRequest', { url: 'https://a.test/' })).toEqual(inside);
    expect(respond).toHaveBeenCalledOnce();
    const stream = { ruleId: 1, targetDomains: ['a.test', 'inside.test'] };
    expect(await send('prepareStream', stream)).toEqual(inside);
    expect(pageRules.size).toBe(0);
  });

  test('returns the cookies of the responding host, without their attributes', async () => {
    const headers = new Headers([
      ['set-cookie', 'sid=xyz; Path=/; HttpOnly'],
      ['set-cookie', 'lang=de=at; Max-Age=60'],
      ['set-cookie', 'nonsense'],
      ['set-cookie', 'gone=1; Max-Age=0'],
      ['set-cookie', 'over=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      ['set-cookie', 'later=1; Expires=Fri, 01 Jan 2027 00:00:00 GMT'],
    ]);
    const elsewhere = new Headers({ location: 'https://a.test/y', 'set-cookie': 'other=1' });
    const first = new Headers({ location: 'https://b.test/', 'set-cookie': 'sid=old' });
    const { answer } = await hops(
      {},
      new Response(null, { status: 302, headers: first }),
      new Response(null, { status: 302, headers: elsewhere }),
      new Response('ok', { headers }),
    );
    expect(answer).toMatchObject({
      response: { headers: { 'Set-Cookie': 'sid=xyz, lang=de=at, later=1' } },
    });
    expect((await hops({})).answer).toMatchObject({ response: { headers: { 'Set-Cookie': '' } } });
  });

  test('to a private host is allowed for a site in the same private network', async () => {
    const from = { origin: 'http://192.168.1.5:8080' };
    const answer = await house.send('makeRequest', { url: 'http://192.168.1.9:8096/' }, from);
    expect(answer).toMatchObject({ success: true });
  });
});
