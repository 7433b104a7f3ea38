// The settings and their effects.
import type { Page } from '@playwright/test';
import { stateOf } from './support/account.ts';
import { expect, expectAccessible, longAfterFirst, test } from './support/test.ts';

const toggle = (page: Page, name: string) => page.getByRole('switch', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a change waits for Save, and leaving before asks for confirmation', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: /^Move / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Show thumbnails').selectOption('Always');
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await expectAccessible(page);
  expect((await stateOf(page, '__MW::preferences')) ?? {}).not.toMatchObject({
    enableThumbnails: true,
  });

  await page.getByRole('link', { name: 'Matinee home page' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/settings');

  await save(page).click();
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  expect(await stateOf(page, '__MW::preferences')).toMatchObject({ enableThumbnails: true });
  await page.getByRole('link', { name: 'Matinee home page' }).click();
  await expect(page).toHaveURL('/');
});

test('Discard restores everything', async ({ page }) => {
  await page.goto('/settings');
  await toggle(page, 'Play next episode automatically').click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(toggle(page, 'Play next episode automatically')).toBeChecked();
  await expect(save(page)).toHaveCount(0);
});

test('sources are reordered by keyboard and by pointer, and disabled', async ({ page }) => {
  await page.goto('/settings');
  const handles = page.getByRole('button', { name: /^Move / });
  await expect(handles.nth(1)).toBeVisible();
  const names = async () =>
    Promise.all((await handles.all()).map((one) => one.getAttribute('aria-label')));
  const [first, second, ...rest] = await names();
  await handles.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([second, first, ...rest]);
  await expect(handles.nth(1)).toBeFocused();

  const from = await handles.first().boundingBox();
  const to = await handles.nth(1).boundingBox();
  if (!from || !to) throw new Error('The rows are not drawn');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(names).toEqual([first, second, ...rest]);

  const name = first?.replace('Move ', '') ?? '';
  await toggle(page, name).click();
  await save(page).click();
  expect(await stateOf(page, '__MW::preferences')).toMatchObject({
    disabledSources: [expect.any(String)],
  });
});

test('captions look the same in the preview as in a movie', async ({ page }) => {
  await page.goto('/settings#settings-captions');
  await toggle(page, 'Bold').click();
  await page.getByRole('button', { name: 'Preview at full size' }).click();
  const screen = page.getByRole('dialog', { name: 'Preview at full size' });
  const line = screen.locator('p > span');
  await expect(line).toBeInViewport();
  await expect(line).toHaveCSS('font-weight', '700');
  expect(await screen.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 720 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(screen).toBeHidden();
  await save(page).click();
  expect(await stateOf(page, '__MW::subtitles')).toMatchObject({ styling: { bold: true } });
});

test.describe('the user’s own servers', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('are tested one by one', async ({ page, site: { app } }) => {
    await page.route('https://away.example/**', (route) => route.abort());
    await page.goto('/settings');
    await toggle(page, 'Use your own servers').click();
    const add = page.getByRole('button', { name: 'Add a server' });
    const outcome = (text: string) => page.getByRole('status').filter({ hasText: text });
    for (const [at, address] of [`${app.url}/proxy`, app.url, 'https://away.example'].entries()) {
      await add.click();
      await page.getByRole('textbox', { name: `Server ${at + 1} URL` }).fill(address);
    }
    await page.getByRole('button', { name: 'Test server 1' }).click();
    await expect(outcome('Works')).toBeVisible();
    await page.getByRole('button', { name: 'Test server 2' }).click();
    await expect(outcome('Expected a proxy but got a website')).toBeVisible();
    await toggle(page, 'This is a relay').nth(1).click();
    await page.getByRole('button', { name: 'Test server 2' }).click();
    await expect(outcome('Works')).toHaveCount(2);
    await page.getByRole('button', { name: 'Test server 3' }).click();
    await expect(outcome('Could not connect to proxy')).toBeVisible();
    await save(page).click();
    expect(await stateOf(page, '__MW::auth')).toMatchObject({
      proxySet: [`${app.url}/proxy`, `|type=api|${app.url}`, 'https://away.example'],
    });
  });
});

test.describe('the setup status', () => {
  test.use({ allowedErrors: /Failed to load resource/ });

  test('is shown at a glance, with the way to set it up and back', async ({ page, site }) => {
    await page.goto('/settings#settings-connection');
    const ways = page.getByRole('region', { name: "You're using the default setup" });
    const way = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(ways).toBeVisible();
    await expect(way('Extension')).toContainText('Not found in this browser');
    await expect(way('Your own servers')).toContainText('None');
    await expect(way('Default setup')).toContainText('In use');

    await page.route('https://away.example/**', (route) => route.abort());
    for (const [proxy, title, said] of [
      ['https://away.example', 'Your setup needs attention', "Couldn't connect to the first one"],
      [site.app.url, 'Your setup needs attention', "The first URL isn't a proxy"],
      [`${site.app.url}/proxy`, 'Streaming is set up', 'The first one works'],
    ] as const) {
      await page.evaluate(
        (text) => {
          localStorage.setItem('__MW::auth', text);
        },
        JSON.stringify({ state: { account: null, proxySet: [proxy] }, version: 0 }),
      );
      await page.reload();
      await expect(page.getByRole('region', { name: title })).toContainText(said);
      await expect(way('Default setup')).toContainText('In use');
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set up again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose how to stream');
    await page.getByRole('link', { name: /^Your own proxy/ }).click();
    await page.getByRole('textbox', { name: 'Proxy URL' }).fill(`${site.app.url}/proxy`);
    await page.getByRole('button', { name: 'Check and continue' }).click();
    await expect(page).toHaveURL('/settings');
  });
});

test('a language is found by its native name, and applies at once when it is saved', async ({
  page,
}) => {
  await page.goto('/settings');
  const languages = page.getByRole('radiogroup', { name: 'Language' });
  await expect(languages.getByRole('radio', { name: /Same as browser/ })).toBeChecked();
  const find = page.getByRole('searchbox', { name: 'Find a language' });
  await find.fill('klingon');
  await expect(page.getByText('No matching languages')).toBeVisible();
  await find.fill('hebr');
  await expect(languages.getByRole('radio')).toHaveCount(1);
  await languages.getByRole('radio', { name: /עברית/ }).check();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await stateOf(page, '__MW::locale')).toMatchObject({ language: 'he-IL' });
});

test('an invalid address is not saved; a server is requested for its name', async ({
  page,
  site: { app },
}) => {
  await page.goto('/settings');
  await toggle(page, 'Use a different server').click();
  const address = page.getByRole('textbox', { name: 'Server URL' });
  await address.fill('ftp://nowhere');
  await expect(save(page)).toBeDisabled();
  await address.fill(app.url);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'version' })).toBeVisible();
  await expect(save(page)).toBeEnabled();
  await expectAccessible(page);
});

for (const [at, [what, width, height]] of (
  [
    ['a phone', 390, 844],
    ['a tablet', 820, 1180],
  ] as const
).entries())
  test(`nothing is wider than ${what}`, longAfterFirst(at), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/settings');
    await expect(page.getByRole('button', { name: /^Move / }).first()).toBeVisible();
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await beyond()).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await beyond()).toBe(0);
  });

test('a theme is previewed on the complete page, and kept when it is saved', async ({ page }) => {
  await page.goto('/settings');
  const red = page.getByRole('radio', { name: 'Red' });
  const root = page.locator('html');
  const preview = page.locator('[aria-hidden][data-theme="red"]');
  const tint = () => preview.evaluate((one) => getComputedStyle(one).backgroundColor);
  const before = await tint();
  await expect(page.locator('label').filter({ hasText: 'Midnight' })).toContainText('In use');
  await red.check();
  await expect(root).toHaveAttribute('data-theme', 'red');
  // The preview of a theme does not depend on the active one.
  expect(await tint()).toBe(before);
  expect(
    await page.locator('body').evaluate((body) => {
      const probe = body.appendChild(document.createElement('i'));
      probe.style.backgroundColor = 'var(--surface-0)';
      return getComputedStyle(probe).backgroundColor;
    }),
  ).toBe(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(root).not.toHaveAttribute('data-theme');
  await red.check();
  await save(page).click();
  expect(await stateOf(page, '__MW::theme')).toMatchObject({ theme: 'red' });
});
