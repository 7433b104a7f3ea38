// An account server other than the site's own.
import type { Page } from '@playwright/test';
import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { z } from 'zod';
import { startAccountServer } from '../support/fakes/account-server.ts';
import { logIn, register as registerAt } from '../support/identity.ts';
import { bookmark, signedIn } from '../support/library.ts';
import { createAccountByForm, stateOf } from './support/account.ts';
import { startBuiltApp, type BuiltApp } from './support/built-app.ts';
import { expectPlaying } from './support/screen.ts';
import { accountAt, bookmarksAt, envelope, seed } from './support/signed-in.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const SignedIn = z.object({
  account: z.object({ token: z.string(), userId: z.string(), sessionId: z.string() }),
});

let other: BuiltApp;
test.beforeAll(async ({ site }) => {
  other = await startBuiltApp({ CORS_ORIGINS: site.app.url, RATE_LIMITS: 'off' });
});
test.afterAll(() => other.stop());
test.setTimeout(180_000);
test.use({ allowedErrors: /image\.tmdb\.org/ });

async function useServer(page: Page, address: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Use a different server' }).click();
  await page.getByRole('textbox', { name: 'Server URL' }).fill(address);
}

test('changing it warns, logs out, keeps the library, and gives it to no other account', async ({
  page,
  context,
  site: { app },
}) => {
  const member = await registerAt(app);
  const me = accountAt(app.url, member);
  await me.post('/bookmarks/5', bookmark('5')).expect(200);
  await seed(context, member, { '__MW::locale': envelope({ language: 'en' }) });
  await page.goto('/');
  const own = { bookmarks: { 5: { title: 'Film 5' } } };
  await expect.poll(() => stateOf(page, '__MW::bookmarks')).toMatchObject(own);

  await useServer(page, other.url);
  await expect(page.getByText('Saving this logs you out')).toBeVisible();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'version' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  expect(await stateOf(page, '__MW::auth')).toMatchObject({ account: null, backendUrl: other.url });
  expect(await stateOf(page, '__MW::bookmarks')).toMatchObject(own);

  // Another user on the other server.
  await createAccountByForm(page);
  await expect
    .poll(() => stateOf(page, '__MW::bookmarks'))
    .toEqual(expect.objectContaining({ bookmarks: {} }));
  const { account } = SignedIn.parse(await stateOf(page, '__MW::auth'));
  const headers = { authorization: `Bearer ${account.token}` };
  const remote = signedIn(other, { ...account, headers });
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toHaveCount(0);
  expect(listBookmarks.reply.parse((await remote.get('/bookmarks').expect(200)).body)).toEqual([]);
  // This device has logged out of the first one.
  await me.get('/bookmarks').expect(401);
  const again = await logIn(app, member.keys);
  expect(await bookmarksAt(app.url, again)).toEqual(['5']);
});

test.describe('another movie-web server', () => {
  test.use({ allowedErrors: /image\.tmdb\.org|Failed to load resource|ERR_/ });

  test(
    'with defaults for new accounts keeps the settings from before registration',
    LONG_ONLY,
    async ({ page, context }) => {
      const server = await startAccountServer('p-stream');
      await context.addInitScript(
        (cells) => {
          for (const [key, text] of Object.entries(cells))
            if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
        },
        {
          '__MW::auth': envelope({ backendUrl: server.url }),
          '__MW::theme': envelope({ theme: 'red' }),
          '__MW::preferences': envelope({ enableAutoplay: false, enableThumbnails: true }),
        },
      );
      await page.goto('/');
      await createAccountByForm(page);
      await expect
        .poll(() => server.account().settings)
        .toMatchObject({ applicationTheme: 'red', enableAutoplay: false, enableThumbnails: true });
      await page.goto('/settings');
      await expect(page.getByRole('radio', { name: /Same as browser/ })).toBeChecked();
      expect(await stateOf(page, '__MW::preferences')).toMatchObject({ enableAutoplay: false });
      expect(await stateOf(page, '__MW::theme')).toMatchObject({ theme: 'red' });
      await server.close();
    },
  );

  test(
    'without a history allows users with history to log out',
    LONG_ONLY,
    async ({ page, context }) => {
      const server = await startAccountServer('original');
      await context.addInitScript(
        (text) => {
          if (localStorage.getItem('__MW::auth') === null) localStorage.setItem('__MW::auth', text);
        },
        envelope({ backendUrl: server.url }),
      );
      await page.goto('/');
      await createAccountByForm(page);
      await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
      await expectPlaying(page);
      await expect.poll(() => [...server.account().progress.keys()]).toEqual(['10331']);
      const history = () =>
        server.requests.filter(({ url }) => /history/.test(url.pathname)).length;
      // A preflight and a request, and the same again if the first page was left before the response.
      expect(history()).toBeLessThan(5);
      server.forget();
      await page.goto('/settings');
      await expect.poll(() => server.count('/users/@me')).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
      expect(await stateOf(page, '__MW::auth')).toMatchObject({ account: null });
      expect(history()).toBe(0);
      await server.close();
    },
  );
});
