import type { Page } from '@playwright/test';
import type { Fake } from '../support/fakes/http.ts';
import { BAR, pgsOf } from '../support/pgs.ts';
import { ASS, startCaptionServer } from './support/caption-server.ts';
import { colorAt, drawn, openCaptions, rest, shown } from './support/captions.ts';
import { button, choice, openSettings, row } from './support/menu.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying } from './support/screen.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

let customSite: Site;
let mediaHost: Fake;

test.beforeAll(async () => {
  mediaHost = await startCaptionServer();
  customSite = await startSite(
    { MANIFEST: `${mediaHost.url}/list.json` },
    { hasOpenSources: false },
  );
});

test.afterAll(async () => {
  await customSite.close();
  await mediaHost.close();
});

async function take(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: '', buffer });
  await expect(choice(page, new RegExp(name))).toBeChecked();
}

test('ASS is rendered with its colors and positions, until the viewer chooses others', async ({
  page,
}) => {
  await openCaptions(page, customSite.app.url);
  await rest(page, 5);
  await take(page, 'film.ass', Buffer.from(ASS));
  const talk = drawn(page).filter({ hasText: 'Green as grass' });
  await expect(talk).toHaveCSS('color', 'rgb(0, 255, 0)');
  await expect(drawn(page)).toHaveText(['Green as grass', 'מסעדה']);
  await expect(shown(page)).toHaveCount(0);
  const box = await talk.boundingBox();
  await row(page, /^Subtitle settings/).click();
  await page.getByRole('radio', { name: 'Yellow' }).check();
  await expect(talk).toHaveCSS('color', 'rgb(226, 229, 53)');
  await page.getByRole('slider', { name: 'Size' }).fill('150');
  await expect
    .poll(async () => (await talk.boundingBox())?.width)
    .toBeGreaterThan((box?.width ?? 0) * 1.3);
  await rest(page, 55);
  await expect(drawn(page)).toHaveCount(0);
});

test(
  'ASS keeps its styles in picture-in-picture, and when it returns',
  LONG_ONLY,
  async ({ page }) => {
    await openCaptions(page, customSite.app.url);
    await rest(page, 5);
    await take(page, 'film.ass', Buffer.from(ASS));
    const words = (where: Page) =>
      where.locator('[data-text]').filter({ hasText: 'Green as grass' });
    const width = async (where: Page) => (await words(where).boundingBox())?.width ?? 0;
    await expect(words(page)).toHaveCSS('color', 'rgb(0, 255, 0)');
    const before = await width(page);
    await page.keyboard.press('Escape');
    const coming = page.context().waitForEvent('page');
    await button(page, 'Picture in picture').click();
    const small = await coming;
    await expect(words(small)).toHaveCSS('color', 'rgb(0, 255, 0)');
    await small.setViewportSize({ width: 480, height: 270 });
    // The text is as large as the video allows.
    await expect.poll(() => width(small)).toBeLessThan(before / 2);
    expect(await width(small)).toBeGreaterThan(20);
    await button(page, 'Picture in picture').click();
    await expect(words(page)).toHaveCSS('color', 'rgb(0, 255, 0)');
    await expect.poll(() => width(page)).toBeCloseTo(before, 0);
  },
);

test('ASS without its renderer is plain text at its position', LONG_ONLY, async ({ page }) => {
  await page.route(/ass-renderer/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export {};' }),
  );
  await openCaptions(page, customSite.app.url);
  await rest(page, 5);
  await take(page, 'film.ass', Buffer.from(ASS));
  await expect(shown(page)).toHaveText(['Green as grass', 'מסעדה']);
});

test('image subtitles, as on discs, are rendered on time', async ({ page }) => {
  await openCaptions(page, customSite.app.url);
  await rest(page, 5);
  await take(page, 'disc.sup', pgsOf(2, 30));
  await expect.poll(() => colorAt(page, BAR.x + 10, BAR.y + 10)).toEqual([235, 235, 235, 255]);
  expect(await colorAt(page, BAR.x - 10, BAR.y + 10)).toEqual([0, 0, 0, 0]);
  await rest(page, 40);
  await expect.poll(() => colorAt(page, BAR.x + 10, BAR.y + 10)).toEqual([0, 0, 0, 0]);
});

test(
  'separate image subtitles and styles of a movie are rendered, too',
  LONG_ONLY,
  async ({ page }) => {
    await openCaptions(page, customSite.app.url);
    await rest(page, 5);
    await choice(page, /^Japanese.*Image-based/).click();
    await expect(choice(page, /^Japanese/)).toBeChecked();
    await expect.poll(() => colorAt(page, BAR.x + 10, BAR.y + 10)).toEqual([235, 235, 235, 255]);
    await choice(page, /^Korean/).click();
    await expect(drawn(page)).toHaveText(['Green as grass', 'מסעדה']);
    await expect(drawn(page).first()).toHaveCSS('color', 'rgb(0, 255, 0)');
    await row(page, /^Secondary subtitles/).click();
    await expect(choice(page, /^English/)).toBeVisible();
    await expect(choice(page, /^Japanese/)).toHaveCount(0);
  },
);

test(
  'a rendition of a playlist has its colors, also as the second with a file',
  LONG_ONLY,
  async ({ page }) => {
    await page.goto(`${customSite.app.url}/media/tmdb-movie-3085-his-girl-friday`);
    await expectPlaying(page);
    await openSettings(page, /^Subtitles/);
    await choice(page, /^German/).click();
    await expect(choice(page, /^German/)).toBeChecked();
    await rest(page, 5);
    const colored = shown(page).getByText('Stück', { exact: true });
    await expect(colored).toHaveCSS('color', 'rgb(255, 99, 71)');
    const text = '1\n00:00:01,000 --> 00:00:50,000\nFrom a file\n';
    await take(page, 'film.srt', Buffer.from(text));
    await row(page, /^Secondary subtitles/).click();
    await choice(page, /^German/).click();
    await expect(choice(page, /^German/)).toBeChecked();
    await expect(shown(page)).toHaveText(['Stück 0', 'From a file']);
    await expect(colored).toHaveCSS('color', 'rgb(255, 99, 71)');
    await rest(page, 45);
    await expect(shown(page)).toHaveText(['Stück 2', 'From a file']);
  },
);
