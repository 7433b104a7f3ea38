// The extension itself, loaded into the browser like a user's, and a site that uses it.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ensureMultiTrackMedia } from '../support/multi-track-media.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import {
  sendMessage,
  buildExtension,
  openWithExtension,
  ruleCount,
  type WithExtension,
} from './support/extension.ts';
import { LINES, rest, shown } from './support/captions.ts';
import { clickControl, expectPlaying } from './support/screen.ts';
import { nameServers } from './support/site-servers.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const NO_TEXT = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
const KEY = 'https://films.test/';

let mediaHost: Fake;
let browser: WithExtension;

/** A host other than the app's, without CORS. Its movies require a header. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  buildExtension();
  const choices = await ensureMultiTrackMedia(await ensureMedia());
  mediaHost = await startFake(({ url: { pathname }, headers }) => {
    if (pathname === '/bytes') return { body: NO_TEXT };
    if (pathname === '/gone') return { status: 404, body: { message: 'gone' } };
    if (pathname === '/cookies') return { headers: { 'set-cookie': 'visitor=me' }, body: 'set' };
    if (pathname === '/moved') return { status: 302, headers: { location: '/echo/moved' } };
    if (pathname.startsWith('/echo')) return { body: { headers } };
    if (headers.referer !== KEY) return { status: 403 };
    const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(choices, inside) };
  });
  browser = await openWithExtension({ hasHostAccess: true });
});
test.afterAll(async () => {
  await browser.close();
  await mediaHost.close();
});

const at = (path: string) => `${mediaHost.url.replace('127.0.0.1', 'localhost')}${path}`;

async function openSite(url: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(`${url}/about`);
  return page;
}

async function allow(page: Page): Promise<void> {
  await sendMessage(page, 'openPage', { page: 'PermissionGrant', redirectUrl: page.url() }).catch(
    () => {
      // The page may be gone before the response arrives.
    },
  );
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/about$/);
}

async function play(page: Page): Promise<void> {
  const address = page.getByRole('textbox', { name: 'Video URL' });
  await address.fill(at('/choices/master.m3u8'));
  await page.getByRole('textbox', { name: /^Request headers/ }).fill(`Referer: ${KEY}`);
  await page.locator('form').getByRole('button', { name: 'Play' }).click();
}

test('a site without permission shows that, leads to the permission page, and follows the choice', async ({
  site,
}) => {
  const page = await openSite(site.app.url);
  const hello = { success: true, version: '1.3.0', allowed: false, hasPermission: true };
  expect(await sendMessage(page, 'hello')).toEqual(hello);
  const refused = { success: false, error: expect.stringContaining('is not whitelisted') };
  expect(await sendMessage(page, 'makeRequest', { url: at('/echo') })).toEqual(refused);
  expect(
    await sendMessage(page, 'prepareStream', { ruleId: 1, targetDomains: ['localhost'] }),
  ).toEqual(refused);
  const elsewhere = { page: 'PermissionGrant', redirectUrl: 'https://elsewhere.test/' };
  expect(await sendMessage(page, 'openPage', elsewhere)).toMatchObject({ success: false });
  expect(mediaHost.count('/echo')).toBe(0);

  void sendMessage(page, 'openPage', { page: 'PermissionGrant', redirectUrl: page.url() }).catch(
    () => {},
  );
  const heading = page.getByRole('heading', { name: `Allow ${new URL(site.app.url).host}?` });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.waitForURL(/\/about$/);
  expect(await sendMessage(page, 'hello')).toEqual(hello);
  await allow(page);
  expect(await sendMessage(page, 'hello')).toEqual({ ...hello, allowed: true });

  // Another port is another origin, and a part of a name does not match.
  const otherSite = await openSite(site.app.url.replace('127.0.0.1', 'localhost'));
  expect(await sendMessage(otherSite, 'hello')).toMatchObject({ allowed: false });
  await otherSite.close();
  await page.close();
});

test('requests are sent with their own headers, without the viewer’s cookies, and the response is complete', async ({
  site,
}) => {
  const page = await openSite(site.app.url);
  await allow(page);
  const guest = await browser.context.newPage();
  await guest.goto(at('/cookies'));
  await guest.close();
  const plain = await sendMessage(page, 'makeRequest', {
    url: '/echo',
    baseUrl: at(''),
    query: { a: 1 },
  });
  expect(plain).toMatchObject({
    success: true,
    response: { statusCode: 200, finalUrl: at('/echo?a=1') },
  });
  expect(plain).not.toHaveProperty('response.body.headers.cookie');

  const names = ['a', 'b', 'c'];
  const responses = await Promise.all(
    names.map((name) =>
      sendMessage(page, 'makeRequest', {
        url: at(`/echo/${name}`),
        headers: {
          Referer: `https://${name}.test/`,
          Origin: `https://${name}.test`,
          'User-Agent': name,
          Cookie: `is=${name}`,
          'X-Own': name,
        },
      }),
    ),
  );
  for (const [index, name] of names.entries()) {
    expect(responses[index]).toMatchObject({
      response: {
        body: {
          headers: {
            referer: `https://${name}.test/`,
            origin: `https://${name}.test`,
            'user-agent': name,
            cookie: `is=${name}`,
            'x-own': name,
          },
        },
      },
    });
  }
  expect(await sendMessage(page, 'makeRequest', { url: at('/bytes') })).toMatchObject({
    response: { bodyBase64: NO_TEXT.toString('base64') },
  });
  expect(await sendMessage(page, 'makeRequest', { url: at('/gone') })).toMatchObject({
    success: true,
    response: { statusCode: 404, body: { message: 'gone' } },
  });
  expect(await sendMessage(page, 'makeRequest', { url: 'file:///etc/passwd' })).toMatchObject({
    success: false,
  });
  const moved = { url: at('/moved'), headers: { Referer: KEY } };
  expect(await sendMessage(page, 'makeRequest', moved)).toMatchObject({
    response: {
      statusCode: 200,
      finalUrl: at('/echo/moved'),
      body: { headers: { referer: KEY } },
    },
  });
  // The cookies of a response are passed on, and neither stored nor sent.
  expect(await sendMessage(page, 'makeRequest', { url: at('/cookies') })).toMatchObject({
    response: { headers: { 'Set-Cookie': 'visitor=me' } },
  });
  const after = await sendMessage(page, 'makeRequest', { url: at('/echo/after') });
  expect(after).toMatchObject({ success: true });
  expect(after).not.toHaveProperty('response.body.headers.cookie');
  expect(await ruleCount(browser.worker)).toBe(0);
  await page.close();
});

test('a stream that requires headers plays unproxied, in its own tab, until the page is left', async ({
  site,
}) => {
  test.setTimeout(120_000);
  const page = await openSite(site.app.url);
  await allow(page);
  await page.goto(`${site.app.url}/dev/video`);
  await play(page);
  await expectPlaying(page);
  await expect.poll(() => ruleCount(browser.worker)).toBe(1);

  const other = await openSite(site.app.url);
  const read = (url: string) => fetch(url).then(String, () => 'unreadable');
  expect(await other.evaluate(read, at('/choices/master.m3u8'))).toBe('unreadable');
  await other.close();

  await clickControl(page, page.getByRole('link', { name: 'Back to the form' }));
  await expect.poll(() => ruleCount(browser.worker)).toBe(0);
  await play(page);
  await expectPlaying(page);
  await page.goto(`${site.app.url}/about`);
  await expect.poll(() => ruleCount(browser.worker)).toBe(0);
  await page.close();
});

test('without a server the extension finds, plays and captions a movie', async ({ site }) => {
  test.setTimeout(120_000);
  const page = await openSite(site.app.url);
  await allow(page);
  await nameServers(page);
  const ofServer: string[] = [];
  page.on('request', (one) => {
    if (/^\/(proxy|scrape|stream)\b/.test(one.url().replace(site.app.url, '')))
      ofServer.push(one.url());
  });
  await page.goto(`${site.app.url}/media/tmdb-movie-4808-charade`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await rest(page, 1);
  await expect(shown(page)).toHaveText(LINES[0] ?? '');
  expect(ofServer).toEqual([]);
  await page.close();
});

test('the published build reaches no host without the viewer’s permission', async ({ site }) => {
  const shipped = await openWithExtension();
  const page = await shipped.context.newPage();
  await page.goto(`${site.app.url}/about`);
  expect(await sendMessage(page, 'hello')).toMatchObject({ allowed: false, hasPermission: false });
  await shipped.worker.evaluate(
    (sites) => chrome.storage.local.set({ sites }),
    [new URL(site.app.url).origin],
  );
  expect(await sendMessage(page, 'hello')).toMatchObject({ allowed: true, hasPermission: false });
  expect(await sendMessage(page, 'makeRequest', { url: at('/echo/shipped') })).toMatchObject({
    success: false,
  });
  expect(mediaHost.count('/echo/shipped')).toBe(0);
  await shipped.close();
});

test('a public site reaches nothing in the private network, not even by a redirect', async ({
  site,
}) => {
  const names = ['films.example', 'cdn.example'];
  const away = await openWithExtension({ hasHostAccess: true, names });
  const router = await startFake(() => ({ body: 'reboots' }));
  const cdn = await startFake(({ url }) => {
    const status = Number(url.searchParams.get('status') ?? 200);
    const to = url.searchParams.get('to');
    return to === null ? { status, body: 'film' } : { status, headers: { location: to } };
  });
  const { port } = new URL(router.url);
  const onCdn = (query: Record<string, string>) =>
    `http://cdn.example:${new URL(cdn.url).port}/?${new URLSearchParams(query)}`;
  const page = await away.context.newPage();
  await page.goto(`${site.app.url.replace('127.0.0.1', 'films.example')}/about`);
  await away.worker.evaluate(
    (sites) => chrome.storage.local.set({ sites }),
    [new URL(page.url()).origin],
  );
  const post = { method: 'POST', body: 'reboot=1', bodyType: 'string' };
  const refused = { success: false, error: expect.stringContaining('private network') };

  for (const host of ['localhost', 'localhost.', '127.0.0.1', '[::ffff:7f00:1]', '[::1]']) {
    const url = `http://${host}:${port}/cgi`;
    expect(await sendMessage(page, 'makeRequest', { ...post, url })).toEqual(refused);
    for (const status of ['302', '307', '308']) {
      const hop = onCdn({ status, to: url });
      expect(await sendMessage(page, 'makeRequest', { ...post, url: hop })).toEqual(refused);
      const twice = onCdn({ status: '307', to: hop });
      expect(await sendMessage(page, 'makeRequest', { ...post, url: twice })).toEqual(refused);
    }
    const stream = { ruleId: 1, targetDomains: [host] };
    expect(await sendMessage(page, 'prepareStream', stream)).toEqual(refused);
  }
  expect(cdn.count()).toBe(45);
  expect(router.count()).toBe(0);

  const target = onCdn({ status: '307', to: onCdn({ status: '200' }) });
  expect(await sendMessage(page, 'makeRequest', { ...post, url: target })).toMatchObject({
    success: true,
    response: { statusCode: 200, finalUrl: onCdn({ status: '200' }), body: 'film' },
  });
  expect(cdn.requests.at(-1)).toMatchObject({ method: 'POST', body: 'reboot=1' });

  // The page itself fetches a prepared stream: CORS still applies to redirect targets.
  const stream = {
    ruleId: 1,
    targetDomains: ['cdn.example'],
    requestHeaders: { 'X-Key': 'secret' },
  };
  expect(await sendMessage(page, 'prepareStream', stream)).toEqual({ success: true });
  const read = (url: string) =>
    fetch(url).then(
      (it) => it.text(),
      () => 'unreadable',
    );
  expect(await page.evaluate(read, onCdn({}))).toBe('film');
  expect(cdn.requests.at(-1)?.headers['x-key']).toBe('secret');
  expect(await page.evaluate(read, onCdn({ status: '307', to: router.url }))).toBe('unreadable');
  expect(router.requests.filter(({ headers }) => 'x-key' in headers)).toEqual([]);
  await Promise.all([away.close(), router.close(), cdn.close()]);
});
