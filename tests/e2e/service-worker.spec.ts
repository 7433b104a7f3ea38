import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.slow();

/** Installation fetches the complete app. */
const LONG_TIMEOUT = { timeout: 45_000 };

/** The installed app, behind a server that can only serve a different /sw.js. */
async function standIn(app: string) {
  let worker: ((own: string) => string) | undefined;
  const server = createServer((asked, response) => {
    const url = new URL(asked.url ?? '/', app);
    const isWorker = url.pathname === '/sw.js' && worker !== undefined;
    const headers = { ...asked.headers, ...(isWorker && { 'accept-encoding': 'identity' }) };
    const pass = async (said: IncomingMessage): Promise<void> => {
      if (!isWorker)
        return void said.pipe(response.writeHead(said.statusCode ?? 502, said.headers));
      const own = Buffer.concat(await said.toArray()).toString('utf8');
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      response.end(worker?.(own) ?? own);
    };
    const asks = { method: asked.method ?? 'GET', headers };
    const onward = request(url, asks, (said) => void pass(said));
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port }: Partial<AddressInfo> = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    setWorker: (next: typeof worker) => {
      worker = next;
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

/** The worker stores a response after it has passed it on. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('matinee-latest')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test.describe('offline', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ });

  test('the app opens at any address, with the catalog as last seen; ping.txt does not', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await installed(page);
    // From now on the worker responds, and caches.
    await page.goto('/browse/night');
    const found = page.getByRole('main').getByRole('link').first();
    // A card without a cached poster shows its title again.
    const card = /^(?:Night of the Living Dead)+Movie · 1968$/;
    await expect(found).toHaveText(card);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => cachedPaths(page)).toContain('/catalogue/3/search/multi');
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

/** Another version; without the page's own files the page is of an earlier version. */
const nextVersion = (own: string, knowsPage: boolean): string => {
  const next = own.replace(/(version:[`"'])\w+/, `$1${knowsPage ? 'next' : 'later'}`);
  return knowsPage ? next : next.replace(/\/assets\/app-[\w-]+\.js,/, '');
};
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')));

test('a newer version replaces its own page at once, and asks pages of an older one first', async ({
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
  door.setWorker((own) => nextVersion(own, true));
  await lookForUpdate(page);
  await expect.poll(() => shells(page), LONG_TIMEOUT).toContain('matinee-shell-next');
  await expect.poll(isSettled, LONG_TIMEOUT).toBe(true);
  await expect(reload).toBeHidden();
  const other = await page.context().newPage();
  await other.goto(door.url);
  await installed(other);
  door.setWorker((own) => nextVersion(own, false));
  await lookForUpdate(page);
  await expect(reload).toBeVisible(LONG_TIMEOUT);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('update.png') });
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect.poll(isSettled, LONG_TIMEOUT).toBe(true);
  await expect(reload).toBeHidden();
  await expect.poll(() => shells(page)).toEqual(['matinee-shell-next', 'matinee-shell-later']);
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
  // Its page has no favicon.
  test.use({ allowedErrors: /favicon/ });

  test('a user with an older client’s worker gets this app, and nothing of the old one stays', async ({
    page,
    site,
  }) => {
    const door = await standIn(site.app.url);
    door.setWorker(() => FORERUNNER);
    await page.goto(door.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
    await installed(page);
    await page.reload();
    await expect(page.getByRole('heading')).toHaveText('The old app');
    door.setWorker(undefined);
    // The browser does this by itself some time after a visit.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByRole('searchbox')).toBeVisible(LONG_TIMEOUT);
    const names = await page.evaluate(() => caches.keys());
    expect(names.filter((name) => !name.startsWith('matinee-'))).toEqual([]);
    expect(await shells(page)).toHaveLength(1);
    door.close();
  });
});
