// One user, two browsers, and everything that can happen to a page between them.
import { listProgress } from '@matinee/shared/contract/progress';
import request from 'supertest';
import { register, type Member } from '../support/identity.ts';
import { bookmark, movie } from '../support/library.ts';
import { stateOf } from './support/account.ts';
import { accountAt, bookmarksAt, envelope, seed } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';

const kept = { title: 'Film 1', type: 'movie', updatedAt: 1_700_000_000_000 };
const queued = { id: '1', action: 'add', tmdbId: '1', ...kept };
const seen = {
  title: 'Film 2',
  type: 'movie',
  updatedAt: 1_700_000_000_000,
  progress: { watched: 60, duration: 600 },
};

// Posters of other clients' bookmarks are on TMDB's own host, which cannot be reached from here.
test.use({ allowedErrors: /image\.tmdb\.org/ });

let member: Member;
test.beforeEach(async ({ site }) => {
  member = await register(site.app);
});

test('unsent changes of a browser are sent when it opens, and the account’s data arrives', async ({
  page,
  context,
  site: { app },
}) => {
  await accountAt(app.url, member).post('/bookmarks/5', bookmark('5')).expect(200);
  await accountAt(app.url, member)
    .put('/progress/6', movie('6', { meta: { title: 'Film 6', year: 1968, type: 'movie' } }))
    .expect(200);
  await seed(context, member, {
    '__MW::bookmarks': envelope({ bookmarks: { 1: kept }, updateQueue: [queued] }),
  });
  await page.goto('/');
  await expect.poll(() => bookmarksAt(app.url, member)).toEqual(expect.arrayContaining(['1', '5']));
  await expect
    .poll(() => stateOf(page, '__MW::bookmarks'))
    .toMatchObject({ bookmarks: { 1: {}, 5: { title: 'Film 5' } }, updateQueue: [] });
  await expect.poll(() => stateOf(page, '__MW::progress')).toMatchObject({ items: { 6: {} } });
});

test('home is shown before the account has responded, and stays when it never does', async ({
  page,
  context,
}) => {
  await seed(context, member, { '__MW::progress': envelope({ items: { 2: seen } }) });
  await page.route(/\/users\//, () => undefined);
  const requested = page.waitForRequest(/\/users\/@me/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Film 2/ })).toBeVisible();
  await requested;
  await expect(page.getByRole('link', { name: /Film 2/ })).toBeVisible();
});

test.describe('a session that the server no longer has', () => {
  test.use({ allowedErrors: /status of 401/ });

  test('ends, and unsent changes are kept for its owner', async ({
    page,
    context,
    site: { app },
  }) => {
    await request(app.url).delete(`/sessions/${member.session.id}`).set(member.headers).expect(200);
    await seed(context, member, {
      '__MW::bookmarks': envelope({ bookmarks: { 1: kept, 7: kept }, updateQueue: [queued] }),
    });
    await page.goto('/');
    await expect.poll(() => stateOf(page, '__MW::auth')).toMatchObject({ account: null });
    await expect
      .poll(() => stateOf(page, '__MW::bookmarks'))
      .toEqual(expect.objectContaining({ bookmarks: {} }));
    const text = await page.evaluate(() => localStorage.getItem('__MW::kept') ?? '');
    expect(text).toContain('Film 1');
  });
});

test.describe('a server that is down', () => {
  test.use({ allowedErrors: /status of 503/ });

  test('logs no user out, and gets everything when it is back', async ({
    page,
    context,
    site: { app },
  }) => {
    await seed(context, member, {
      '__MW::bookmarks': envelope({ bookmarks: { 1: kept }, updateQueue: [queued] }),
    });
    await page.route(/\/users\//, (route) => route.fulfill({ status: 503, body: 'away' }));
    const refused = page.waitForResponse(/\/users\/@me/);
    await page.goto('/');
    await refused;
    expect(await stateOf(page, '__MW::auth')).toMatchObject({
      account: { userId: member.user.id },
    });
    await page.unroute(/\/users\//);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => bookmarksAt(app.url, member)).toEqual(['1']);
  });
});

test('a page that is left sends its pending changes', async ({ page, context, site: { app } }) => {
  await seed(context, member);
  const synced = page.waitForResponse(/\/settings$/);
  await page.goto('/');
  await synced;
  const queue = envelope({ bookmarks: { 1: kept }, updateQueue: [queued] });
  // Another tab writes this just before this one is closed.
  await page.evaluate((text) => {
    localStorage.setItem('__MW::bookmarks', text);
    dispatchEvent(new StorageEvent('storage', { key: '__MW::bookmarks' }));
    dispatchEvent(new Event('pagehide'));
  }, queue);
  await page.close();
  await expect.poll(() => bookmarksAt(app.url, member)).toEqual(['1']);
});

test('two tabs send nothing twice', async ({ page, context, site: { app } }) => {
  const sent: string[] = [];
  context.on('request', (one) => {
    if (one.method() === 'PUT' && one.url().endsWith('/changes')) sent.push(one.postData() ?? '');
  });
  await seed(context, member, {
    '__MW::bookmarks': envelope({ bookmarks: { 1: kept }, updateQueue: [queued] }),
  });
  const other = await context.newPage();
  await Promise.all([page.goto('/'), other.goto(`${app.url}/`)]);
  await expect.poll(() => bookmarksAt(app.url, member)).toEqual(['1']);
  for (const tab of [page, other])
    await expect.poll(() => stateOf(tab, '__MW::bookmarks')).toMatchObject({ updateQueue: [] });
  expect(sent.filter((body) => body.includes('putBookmark'))).toHaveLength(1);
  const rows = (await accountAt(app.url, member).get('/progress').expect(200)).body;
  expect(listProgress.reply.parse(rows)).toEqual([]);
});
