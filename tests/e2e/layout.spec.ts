import { startFake, type Fake } from '../support/fakes/http.ts';
import { startSite, type Site } from './support/site.ts';
import { search } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

test.describe('the header menu', () => {
  test('opens by key and by press, closes by Escape, Tab and a press outside, and leads to its pages', async ({
    page,
  }) => {
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    const first = page.getByRole('menuitem', { name: 'Sync to cloud' });
    await expect(first).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();

    const menu = page.getByRole('menu', { name: 'Menu' });
    await button.click();
    await expect(menu).toBeVisible();
    await page.mouse.click(40, 500);
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await button.click();
    // No links are configured.
    await expect(page.getByRole('menuitem', { name: /Discord|Donate|Source/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Takedown requests' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(menu).toBeHidden();
  });
});

test(
  'text pages have their parts, and fit a phone, a tablet and a desk',
  LONG_ONLY,
  async ({ page }) => {
    for (const path of ['/about', '/privacy']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        expect(overflow, `${path} at ${size.width}`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
      const questions = page.getByRole('article').getByRole('heading', { level: 3 });
      if (path === '/about') await expect(questions).toHaveCount(7);
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveTitle('Privacy · Matinee');
    await expect(page.getByText(/^Last updated: [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(5);
    // There is no contact, and no address for takedowns.
    await page.goto('/dmca');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Couldn't find that page");
  },
);

test.describe('with all links configured', () => {
  let customSite: Site;
  test.beforeAll(async () => {
    customSite = await startSite({
      DISCORD_LINK: 'https://chat.example/matinee',
      FACEBOOK_LINK: 'https://faces.example/matinee',
      INSTAGRAM_LINK: 'https://pictures.example/matinee',
      GITHUB_LINK: 'https://code.example/matinee',
      DONATION_LINK: 'https://give.example/matinee',
      DMCA_EMAIL: 'takedown@site.example',
      PRIVACY_NOTE: 'We keep our logs for seven days.',
    });
  });
  test.afterAll(() => customSite.close());

  test('they are in the menu and in the footer', async ({ page }) => {
    await page.goto(`${customSite.app.url}/`);
    await page.getByRole('button', { name: 'Menu' }).click();
    const donate = page.getByRole('menuitem', { name: 'Donate' });
    await expect(donate).toHaveAttribute('href', 'https://give.example/matinee');
    const menu = page.getByRole('menu');
    const footer = page.getByRole('contentinfo');
    for (const [name, href] of [
      ['Discord', 'https://chat.example/matinee'],
      ['Facebook', 'https://faces.example/matinee'],
      ['Instagram', 'https://pictures.example/matinee'],
      ['Source code', 'https://code.example/matinee'],
    ] as const) {
      await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', href);
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    await expectAccessible(page);
  });

  test('takedown requests have a page with the address, and the privacy page has the operator’s text', async ({
    page,
  }) => {
    await page.goto(`${customSite.app.url}/`);
    await page.getByRole('link', { name: 'Takedown requests' }).click();
    await expect(page).toHaveURL(/\/dmca$/);
    const address = page.getByRole('link', { name: 'takedown@site.example' });
    await expect(address).toHaveAttribute('href', 'mailto:takedown@site.example');
    await expectAccessible(page);

    // The operator's text is on the privacy page.
    await page.goto(`${customSite.app.url}/privacy`);
    await expect(page.getByText('We keep our logs for seven days.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'takedown@site.example' })).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|ping\.txt/ });

  test('the page shows that until it is back, or until the user dismisses it', async ({
    context,
    page,
  }) => {
    await page.goto('/about');
    await page.waitForLoadState('networkidle');
    const banner = page.getByText('Check your internet connection');
    // Connectivity checks begin a while after the first page.
    await expect(async () => {
      await context.setOffline(false);
      await context.setOffline(true);
      await expect(banner).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(banner).toBeHidden();
    await context.setOffline(false);
  });
});

test.describe('a site that does not respond', () => {
  test.use({ allowedErrors: /ping\.txt|ERR_FAILED|ERR_CONNECTION/ });

  test('is reported as down as soon as the page is open', async ({ page }) => {
    await page.route('**/ping.txt*', (route) => route.abort());
    await page.goto('/about');
    await expect(page.getByText('Check your internet connection')).toBeVisible();
  });

  test('does not remove the page when the menu fails to load', LONG_ONLY, async ({ page }) => {
    await page.goto('/about');
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('article')).toBeVisible();
  });

  test(
    'is distinguished from a lost connection while a search waits for it',
    LONG_ONLY,
    async ({ page }) => {
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      // A stopped process accepts the connection and sends nothing.
      await page.route(/catalogue|ping\.txt/, () => undefined);
      await search(page, 'harbour');
      const banner = page.getByText("This site isn't responding");
      await expect(banner).toBeVisible();
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await expect(banner).toBeHidden();
    },
  );
});

test.describe('a site that replaces an earlier one', () => {
  let customSite: Site;
  let outside: Fake;
  test.beforeAll(async () => {
    outside = await startFake(() => ({
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><title>Outside</title><iframe src="${customSite.app.url}/about"></iframe>`,
    }));
    customSite = await startSite({
      SIBLING_NAME: 'oldcinema',
      FRAME_LINKS: 'Another site=https://site.example/',
      FRAME_ANCESTORS: outside.url,
    });
  });
  test.afterAll(async () => {
    await customSite.close();
    await outside.close();
  });

  test('informs users who come from there, once', LONG_ONLY, async ({ page }) => {
    await page.goto(`${customSite.app.url}/?redir=othercinema`);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto(`${customSite.app.url}/?redir=oldcinema`);
    const notice = page.getByRole('dialog', { name: 'oldcinema has closed' });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expect(notice).toBeHidden();
  });

  test(
    'shows its links for a moment inside a frame, and never outside',
    LONG_ONLY,
    async ({ page }) => {
      await page.goto(`${customSite.app.url}/about`);
      const link = { name: 'Another site' };
      await expect(page.getByRole('link', link)).toHaveCount(0);
      // A busy machine may look only after that moment.
      await page.addInitScript(() => {
        new MutationObserver(() => {
          const links = [...document.querySelectorAll('a')];
          const shown = links.find(({ textContent }) => textContent === 'Another site');
          if (shown) document.documentElement.dataset.shown = shown.href;
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${outside.url}/`);
      const inside = page.frameLocator('iframe');
      const root = inside.locator('html');
      await expect(root).toHaveAttribute('data-shown', 'https://site.example/');
      await expect(inside.getByRole('link', link)).toHaveCount(0);
    },
  );
});
