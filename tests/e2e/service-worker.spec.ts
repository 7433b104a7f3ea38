import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.slow();

/** Installing fetches the whole app. */
const LONG_TIMEOUT = { timeout: 45_000 };

/** The app as it was installed from: in front of it, only to say another /sw.js than it would. */
async function standIn(app: string) {
  let worker: ((own: string) => string) | undefined;
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', app);
    const isWorker = url.pathname === '/sw.js' && worker !== undefined;
    const headers = { ...asked.headers, ...(isWorker && { 'accept-encoding': 'identity' }) };
    const pass = async (said: IncomingMessage): Promise<void> => {
      if (!isWorker) return void said.pipe(answer.writeHead(said.statusCode ?? 502, said.headers));
      const own = Buffer.concat(await said.toArray()).toString('utf8');
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      answer.end(worker?.(own) ?? own);
    };
    const asks = { method: asked.method ?? 'GET', headers };
    const onward = request(url, asks, (said) => void pass(said));
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port }: Partial<AddressInfo> = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    sayWorker: (say: typeof worker) => {
      worker = say;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const installed = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((done) => active?.addEventListener('statechange', done, { once: true }));
  });

test.describe('without a network', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ });

  test('the app opens at any address, with the catalogue as it last was; ping.txt does not', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await installed(page);
    // From now on the worker answers, and keeps.
    await page.goto('/browse/night');
    const found = page.getByRole('main').getByRole('link').first();
    // A card without a cached poster shows its title again.
    const card = /^(?:Night of the Living Dead)+Film · 1968$/;
    await expect(found).toHaveText(card);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('night');
    await expect(page.getByRole('main').getByRole('link').first()).toHaveText(card);
    expect(await page.evaluate(() => fetch('/ping.txt').then(String, () => 'unreachable'))).toBe(
      'unreachable',
    );
    await page.goto('/nowhere/at/all');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't find that page");
    await context.setOffline(false);
  });
});

/** Another version; without the page's own files it is one that the page is not of. */
const nextVersion = (own: string, knowsPage: boolean): string => {
  const next = own.replace(/(version:[`"'])\w+/, `$1${knowsPage ? 'next' : 'later'}`);
  return knowsPage ? next : next.replace(/\/assets\/app-[\w-]+\.js,/, '');
};
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')));

test('a newer version takes over at once from a page that is of it, and asks an older one first', async ({
  page,
  site,
}) => {
  const door = await standIn(site.app.url);
  await page.goto(door.url);
  await installed(page);
  const reload = page.getByRole('button', { name: 'Reload now' });
  const isSettled = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return installing === null && waiting === null;
    });
  door.sayWorker((own) => nextVersion(own, true));
  await lookForUpdate(page);
  await expect.poll(() => shells(page), LONG_TIMEOUT).toContain('matinee-shell-next');
  await expect.poll(isSettled, LONG_TIMEOUT).toBe(true);
  await expect(reload).toBeHidden();
  const other = await page.context().newPage();
  await other.goto(door.url);
  await installed(other);
  door.sayWorker((own) => nextVersion(own, false));
  await lookForUpdate(page);
  await expect(reload).toBeVisible(LONG_TIMEOUT);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('update.png') });
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect.poll(isSettled, LONG_TIMEOUT).toBe(true);
  await expect(reload).toBeHidden();
  expect(await shells(page)).toEqual(['matinee-shell-next', 'matinee-shell-later']);
  // The other page must be reloaded for the version that the first one accepted.
  const again = other.getByRole('button', { name: 'Reload now' });
  await expect(again).toBeVisible(LONG_TIMEOUT);
  await Promise.all([other.waitForEvent('load'), again.click()]);
  await expect(again).toBeHidden();
  door.close();
});

/** The worker of older clients: it serves everything from its cache and takes control at once. */
const FORERUNNER = `
self.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open('workbox-precache-v2-' + self.registration.scope);
  await cache.put('/index.html', new Response('<h1>The old app</h1>', { headers: { 'content-type': 'text/html' } }));
  await self.skipWaiting();
})()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/index.html'));
});`;

test.describe('after an older client', () => {
  // Its page has no picture of its own for the tab.
  test.use({ allowedErrors: /favicon/ });

  test('who comes with an older client’s worker gets this app, and nothing of the old one stays', async ({
    page,
    site,
  }) => {
    const door = await standIn(site.app.url);
    door.sayWorker(() => FORERUNNER);
    await page.goto(door.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
    await installed(page);
    await page.reload();
    await expect(page.getByRole('heading')).toHaveText('The old app');
    door.sayWorker(undefined);
    // The browser does this by itself some time after a visit.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByRole('searchbox')).toBeVisible();
    const names = await page.evaluate(() => caches.keys());
    expect(names.filter((name) => !name.startsWith('matinee-'))).toEqual([]);
    expect(await shells(page)).toHaveLength(1);
    door.close();
  });
});
