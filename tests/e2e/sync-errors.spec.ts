// Failures between a user's devices and their account: a server that is down, a tab that is killed, wrong clocks, a
// library of thousands, and a deleted account.
import { listProgress } from '@matinee/shared/contract/progress';
import type { BrowserContext, Page } from '@playwright/test';
import request from 'supertest';
import { register, type Member } from '../support/identity.ts';
import { createAccount, logIn, stateOf } from './support/account.ts';
import { card, expectPaused, expectPlaying, openTitle } from './support/screen.ts';
import { accountAt, bookmarksAt, envelope, seed } from './support/signed-in.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const NIGHT = '/media/tmdb-movie-10331-night-of-the-living-dead';

/** The browser reports unreachable addresses; posters of made-up movies are on TMDB's own host. */
test.use({ allowedErrors: /Failed to load resource|image\.tmdb\.org/ });
test.setTimeout(180_000);

let member: Member;
test.beforeEach(async ({ site }) => {
  member = await register(site.app);
});

const watchedAt = async (url: string, movie = '10331') => {
  const rows = listProgress.reply.parse(
    (await accountAt(url, member).get('/progress').expect(200)).body,
  );
  const row = rows.find(({ tmdbId }) => tmdbId === movie);
  return { watched: Number(row?.watched ?? 0), updatedAt: Date.parse(row?.updatedAt ?? '') };
};
const isSignedIn = (page: Page) => async (): Promise<boolean> =>
  JSON.stringify(await stateOf(page, '__MW::auth')).includes(member.token);
const openSynced = async (page: Page, path = '/'): Promise<void> => {
  const synced = page.waitForResponse(/\/settings$/);
  await page.goto(path);
  await synced;
};

test(
  'a server that is down for a minute during playback gets everything afterwards, in order',
  LONG_ONLY,
  async ({ page, context, site: { app } }) => {
    await seed(context, member);
    await page.clock.install();
    await openSynced(page);
    const sent: string[] = [];
    page.on('request', (one) => {
      if (one.method() === 'PUT' && one.url().endsWith('/changes')) sent.push(one.postData() ?? '');
    });
    await page.route(/\/users\//, (route) => route.abort());
    // Without a reload: a page that closes sends pending changes, and nothing here can stop that.
    await card(page, 'Charade').first().hover();
    await page.getByRole('button', { name: 'Bookmark Charade' }).first().click();
    await expect(page.getByRole('region', { name: 'Bookmarks' })).toContainText('Charade');
    await openTitle(page, 'Charade');
    await expectPlaying(page);
    await page.keyboard.press('5');
    await expectPlaying(page, 22);
    await page.clock.fastForward('01:00');
    expect(await bookmarksAt(app.url, member)).toEqual([]);
    expect(await isSignedIn(page)()).toBe(true);

    await page.unroute(/\/users\//);
    sent.length = 0;
    await page.clock.fastForward('02:00');
    await expect.poll(() => bookmarksAt(app.url, member)).toEqual(['4808']);
    await expect
      .poll(async () => (await watchedAt(app.url, '4808')).watched)
      .toBeGreaterThanOrEqual(22);
    const all = sent.join('\n');
    expect(all.split('putBookmark')).toHaveLength(2);
    expect(all.indexOf('putProgress')).toBeGreaterThan(all.indexOf('putBookmark'));
  },
);

test('a tab that is killed while it sends pending changes loses nothing and duplicates nothing', async ({
  context,
  site: { app },
}) => {
  const ids = Array.from({ length: 1_200 }, (_, at) => String(700_000 + at));
  const item = { title: 'Film', type: 'movie', updatedAt: 1_700_000_000_000 };
  const updateQueue = ids.map((id) => ({ id, action: 'add', tmdbId: id, ...item }));
  const bookmarks = Object.fromEntries(ids.map((id) => [id, item]));
  await seed(context, member, { '__MW::bookmarks': envelope({ bookmarks, updateQueue }) });
  const victim = await context.newPage();
  // The first of three requests arrives, but its response does not.
  let sent = 0;
  await victim.route('**/changes', async (route) => {
    sent += 1;
    if (sent === 1) await route.fetch();
  });
  await victim.goto('/');
  await expect.poll(async () => (await bookmarksAt(app.url, member)).length).toBe(500);
  const died = victim.waitForEvent('crash');
  const devtools = await context.newCDPSession(victim);
  void devtools.send('Page.crash').catch(() => undefined);
  await died;

  const page = await context.newPage();
  await page.goto('/');
  await expect
    .poll(async () => (await bookmarksAt(app.url, member)).toSorted(), { timeout: 60_000 })
    .toEqual(ids);
  await expect.poll(() => stateOf(page, '__MW::bookmarks')).toMatchObject({ updateQueue: [] });
});

const DAY_MS = 24 * 60 * 60 * 1000;

test(
  'a clock that is a day ahead does not win, and one that is a day behind does not lose',
  LONG_ONLY,
  async ({ browser, site: { app } }) => {
    const contexts: BrowserContext[] = [];
    const openAt = async (offMs: number): Promise<Page> => {
      const context = await browser.newContext({ baseURL: app.url });
      contexts.push(context);
      await seed(context, member);
      await context.clock.install({ time: Date.now() + offMs });
      const page = await context.newPage();
      await openSynced(page);
      return page;
    };
    const ahead = await openAt(DAY_MS);
    await ahead.goto(`${NIGHT}?t=12`);
    await expectPlaying(ahead, 12);
    await ahead.keyboard.press('k');
    await expectPaused(ahead, true);
    await ahead.goto('/about');
    await expect.poll(async () => (await watchedAt(app.url)).watched).toBeGreaterThanOrEqual(12);
    expect((await watchedAt(app.url)).watched).toBeLessThan(24);

    const behind = await openAt(-DAY_MS);
    await behind.goto(`${NIGHT}?t=28`);
    await expectPlaying(behind, 28);
    await behind.goto('/about');
    await expect.poll(async () => (await watchedAt(app.url)).watched).toBeGreaterThanOrEqual(28);
    for (const page of [ahead, behind]) {
      await openSynced(page, '/about');
      const countHere = async (): Promise<number> => {
        const text = JSON.stringify(await stateOf(page, '__MW::progress'));
        return Number(/"watched":(\d+)/.exec(text)?.[1]);
      };
      await expect.poll(countHere).toBeGreaterThanOrEqual(28);
    }
    const { watched, updatedAt } = await watchedAt(app.url);
    expect(watched).toBeGreaterThanOrEqual(28);
    expect(Math.abs(updatedAt - Date.now())).toBeLessThan(DAY_MS / 2);
    for (const context of contexts) await context.close();
  },
);

test(
  'three thousand items are uploaded at login, and are on the other device',
  LONG_ONLY,
  async ({ page: tablet, browser, site: { app } }) => {
    const passphrase = await createAccount(tablet);
    const context = await browser.newContext({ baseURL: app.url });
    const item = { title: 'Film', type: 'movie', updatedAt: 1_700_000_000_000 };
    const thousands = (extra: object) =>
      Object.fromEntries(
        Array.from({ length: 1_500 }, (_, at) => [String(700_000 + at), { ...item, ...extra }]),
      );
    const cells = {
      '__MW::bookmarks': envelope({ bookmarks: thousands({}) }),
      '__MW::progress': envelope({ items: thousands({ progress: { watched: 9, duration: 90 } }) }),
    };
    await context.addInitScript((entries) => {
      if (localStorage.getItem('__MW::auth') !== null) return;
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
    }, cells);
    const phone = await context.newPage();
    let requests = 0;
    phone.on('request', (one) => {
      if (one.method() !== 'GET' && one.url().includes('/users/')) requests += 1;
    });
    await logIn(phone, passphrase, 'Phone');
    await expect(phone).toHaveURL('/');
    const counts = async () => {
      const bookmarks = JSON.stringify(await stateOf(tablet, '__MW::bookmarks'));
      const progress = JSON.stringify(await stateOf(tablet, '__MW::progress'));
      return [bookmarks, progress].map((text) => new Set(text.match(/"7\d{5}":/g)).size);
    };
    await expect.poll(counts, { timeout: 90_000 }).toEqual([1_500, 1_500]);
    expect(requests).toBeLessThanOrEqual(20);
    await expect.poll(() => stateOf(phone, '__MW::bookmarks')).toMatchObject({ updateQueue: [] });
    await context.close();
  },
);

test(
  '400, 401 and 403 log out, and other errors are shown and change nothing',
  LONG_ONLY,
  async ({ browser, site: { app } }) => {
    const kept = { 7: { title: 'Film 7', type: 'movie', updatedAt: 1_700_000_000_000 } };
    const open = async (): Promise<Page> => {
      const context = await browser.newContext({ baseURL: app.url });
      await seed(context, member, { '__MW::bookmarks': envelope({ bookmarks: kept }) });
      return context.newPage();
    };
    for (const status of [400, 401, 403]) {
      const page = await open();
      await page.route('**/users/@me', (route) => route.fulfill({ status, json: {} }));
      await page.goto('/about');
      const notice = page.getByRole('alert').filter({ hasText: "You've been logged out" });
      await expect(notice, `after ${status}`).toBeVisible();
      expect(await isSignedIn(page)()).toBe(false);
      await page.context().close();
    }

    const page = await open();
    const works = page.getByText("Meanwhile, you can keep using what's on this device");
    for (const [answer, reason] of [
      [{ status: 404, json: {} }, /no longer exists/],
      [{ status: 429, json: {}, headers: { 'retry-after': '120' } }, /minutes/],
      [{ status: 500, json: { message: 'The shelves have fallen' } }, /The shelves have fallen/],
      [
        { status: 200, body: '<h1>A hotel wants your room number</h1>' },
        /couldn't read the server's response/,
      ],
      [undefined, /Failed to reach server/],
    ] as const) {
      await page.route('**/users/@me', (route) =>
        answer === undefined ? route.abort() : route.fulfill(answer),
      );
      await page.goto('/settings');
      await expect(works, JSON.stringify(answer)).toBeVisible();
      const state = page.getByRole('region', { name: 'Your profile' }).getByRole('alert');
      await expect(state).toContainText(reason);
      expect(await isSignedIn(page)()).toBe(true);
      expect(await stateOf(page, '__MW::bookmarks')).toMatchObject({ bookmarks: kept });
      await page.unroute('**/users/@me');
    }
    await expectAccessible(page);
    await page
      .getByRole('region', { name: 'Your profile' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(page.getByText(/^Synced with your account\./)).toBeVisible();
    await page.context().close();
  },
);

test('an account that is deleted elsewhere is logged out here within seconds, with a message', async ({
  page,
  context,
  site: { app },
}) => {
  await seed(context, member);
  await openSynced(page);
  await request(app.url).delete(`/users/${member.user.id}`).set(member.headers).expect(200);
  const notice = page.getByRole('alert').filter({ hasText: "You've been logged out" });
  const link = notice.getByRole('link', { name: 'Log in' });
  await expect(link).toHaveCSS('text-decoration-line', 'underline');
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await isSignedIn(page)()).toBe(false);
});
