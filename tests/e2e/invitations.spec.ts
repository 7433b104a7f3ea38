// Accounts by invitation: from the owner's link to a friend's account, and refused registrations.
import type { Page } from '@playwright/test';
import { createAccountByForm, fault, register } from './support/account.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, expectAccessible, test as base } from './support/test.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_440, height: 900 };

const test = base.extend<object, { site: Site; closed: Site }>({
  site: [
    async ({}, provide) => {
      const site = await startSite({ REGISTRATION: 'invite' });
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  closed: [
    async ({}, provide) => {
      const closed = await startSite({ REGISTRATION: 'closed' });
      await provide(closed);
      await closed.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const ownerLink = ({ app }: Site): string => {
  const [link] = /http:\S+\/register\?invite=\S+/.exec(app.output()) ?? [];
  if (link === undefined) throw new Error(`No link was printed:\n${app.output()}`);
  return new URL(link).pathname + new URL(link).search;
};

const needsInvitation = (page: Page) =>
  page.getByRole('heading', { name: 'You need an invitation' });

const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

test('the owner invites a friend, whose link admits no one else', async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  await page.setViewportSize(DESKTOP);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/register');
  await expect(needsInvitation(page)).toBeVisible();
  await expectAccessible(page);
  const code = page.getByRole('textbox', { name: 'Invitation code' });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(fault(page)).toHaveText('Enter your invitation code');
  await code.fill('0123-4567-89ab-cdef');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(fault(page)).toContainText('No invitation has this code');

  // Typed, the code works like the link.
  await code.fill(new URL(ownerLink(site), site.app.url).searchParams.get('invite') ?? '');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'I trust this server' })).toBeEnabled();
  await createAccountByForm(page, ownerLink(site));

  await page.goto('/settings');
  const invitations = page.getByRole('region', { name: 'Invitations' });
  await expect(invitations).toContainText('No invitations');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await invitations.getByRole('combobox', { name: 'Valid for' }).selectOption('30 days');
  await invitations.getByRole('button', { name: 'Create invitation' }).click();
  const row = invitations.getByRole('listitem');
  await expect(row).toContainText('1 account left');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: 'Copy link' }).click();
  await expect(row).toContainText('Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/register\?invite=[\dA-Z-]{19}$/);

  const context = await browser.newContext({ baseURL: site.app.url, viewport: PHONE });
  const friend = await context.newPage();
  await createAccountByForm(friend, link.replace(site.app.url, ''));
  await friend.goto('/settings');
  await expect(friend.getByRole('region', { name: 'Devices' })).toBeVisible();
  await expect(friend.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
  await context.close();

  const another = await browser.newContext({ baseURL: site.app.url, viewport: PHONE });
  const guest = await another.newPage();
  await guest.goto(link);
  await expect(needsInvitation(guest)).toBeVisible();
  await expect(fault(guest)).toHaveText('This invitation has been used up. Ask for a new one.');
  await expectNoSidewaysScroll(guest);
  await expectAccessible(guest);
  await another.close();

  await page.reload();
  await expect(row).toContainText('Used up');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await expect(invitations).toContainText('No invitations');
});

test.describe('an invitation that is required meanwhile', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('is reported at the last step', async ({ page }) => {
    // Simulates a form that was opened while registration was open.
    await page.route('**/meta', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), registration: 'open' } });
    });
    const words = await register.toVerify(page);
    await page.getByRole('combobox', { name: 'Passphrase' }).fill(words.join(' '));
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(fault(page)).toContainText('only with an invitation');
  });
});

test('with closed registration nothing links to the form', async ({ page, closed }) => {
  await page.goto(`${closed.app.url}/login`);
  await expect(
    page.getByText(`${new URL(closed.app.url).host} isn't accepting new accounts.`),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await page.goto(`${closed.app.url}/settings`);
  const card = page.getByRole('region', { name: 'Keep your data on all your devices' });
  await expect(card.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await page.goto(`${closed.app.url}/register`);
  await expect(page.getByRole('heading', { name: 'No new accounts' })).toBeVisible();
  await expectAccessible(page);
  // Only the owner's link allows registration.
  await page.goto(`${closed.app.url}${ownerLink(closed)}`);
  await expect(page.getByRole('button', { name: 'I trust this server' })).toBeEnabled();
});
