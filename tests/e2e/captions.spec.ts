import type { Page } from '@playwright/test';
import { startAddon, type FakeService } from '../support/fakes/subtitles.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startCaptionServer } from './support/caption-server.ts';
import { CAPTIONED, LINES, openCaptions, rest, shown } from './support/captions.ts';
import { button, choice, menu, openSettings, row } from './support/menu.ts';
import { startSite, type Site } from './support/site.ts';
import { clickControl, expectPlaying, expectTimeNear, player } from './support/screen.ts';
import { expect, expectAccessible, LONG_ONLY, test } from './support/test.ts';

const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
/** Its captions are within the video. */
const BROADCAST = '/media/tmdb-movie-20367-detour';
/** Speaks from the fourth to the twentieth second. */
const RUSSIAN = '1\r\n00:00:04,000 --> 00:00:20,000\r\nЗДРАВСТВУЙ, МОСКВА! Я ТУТ.\r\n';

let customSite: Site;
let mediaHost: Fake;
let addon: FakeService;

test.beforeAll(async () => {
  mediaHost = await startCaptionServer();
  addon = await startAddon();
  customSite = await startSite(
    { MANIFEST: `${mediaHost.url}/list.json`, OPENSUBTITLES_ADDON_URL: addon.url },
    { hasOpenSources: false },
  );
});

test.afterAll(async () => {
  await customSite.close();
  await Promise.all([mediaHost.close(), addon.close()]);
});

const overlay = (page: Page) => new URL(page.url()).searchParams.get('r');
const alert = (page: Page) => page.getByRole('dialog').getByRole('alert');
const upload = (page: Page) => page.locator('input[type="file"]');

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${customSite.app.url}${path}`);
  await expectPlaying(page);
}

test('each page has an address, Back leaves them all, and each is accessible', async ({ page }) => {
  const pages = [
    ['', 'Subtitles'],
    ['/opensubtitles', 'Subtitle services'],
    ['/settings', 'Subtitle settings'],
    ['/transcript', 'Transcript'],
  ] as const;
  await page.goto(customSite.app.url);
  for (const [path, name] of pages) {
    await openCaptions(page, customSite.app.url, path);
    await expect(menu(page, name)).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Back( to|$)/ })
      .click();
    await expect(menu(page, path === '' ? 'Settings' : 'Subtitles')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => overlay(page)).toBeNull();
  }
  await clickControl(page, page.getByRole('button', { name: 'Settings', exact: true }));
  await row(page, /^Subtitles/).click();
  await row(page, /^Subtitle settings/).click();
  await expect.poll(() => overlay(page)).toBe('/settings/captions/settings');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${CAPTIONED}$`));
});

test('a row shows an error of its captions and retries, and working captions stay', async ({
  page,
}) => {
  await openCaptions(page, customSite.app.url);
  await choice(page, /^English/).click();
  // Another choice cancels captions that are still loading.
  await expect(choice(page, /^English/)).toBeChecked();
  await rest(page, 5);
  await choice(page, /^French/).click();
  await expect(alert(page)).toHaveText('Given text is empty');
  await choice(page, /^German/).click();
  await expect(alert(page)).toHaveText('Invalid subtitle format');
  await expect(choice(page, /^English/)).toBeChecked();
  await expect(shown(page)).toHaveText(LINES[2] ?? '');
  await row(page, /^Try again/).click();
  await expect(choice(page, /^German/)).toBeChecked();
  await expect(shown(page)).toHaveText('Guten Abend.');
  await expect(alert(page)).toHaveCount(0);
  await choice(page, 'Off').click();
  await expect(shown(page)).toHaveCount(0);
});

test('the button opens the languages, and a second one is shown above, also on the next visit', async ({
  page,
}) => {
  await watch(page, CAPTIONED);
  await rest(page, 5);
  await button(page, 'Subtitles').focus();
  await page.keyboard.press('Enter');
  await expect(menu(page, 'Subtitles')).toBeVisible();
  await expect(choice(page, 'Off')).toBeFocused();
  const names = await page.getByRole('menuitemradio').allTextContents();
  await choice(page, /^Hebrew/).click();
  await expect(choice(page, /^Hebrew/)).toBeChecked();
  // A chosen row stays at its position.
  await expect(page.getByRole('menuitemradio')).toHaveText(names);
  await row(page, /^Secondary subtitles/).click();
  await choice(page, /^English/).click();
  await expect(choice(page, /^English/)).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Subtitles')).toBeFocused();
  const above = shown(page).filter({ hasText: LINES[2] ?? '' });
  expect((await above.boundingBox())?.y).toBeLessThan(200);

  await page.reload();
  await expectPlaying(page);
  await rest(page, 5);
  await expect(above).toBeVisible();
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveCount(0);
});

test('captions of a playlist are loaded along with it, and only when they are on', async ({
  page,
}) => {
  mediaHost.forget();
  await watch(page, LADDER);
  expect(mediaHost.count('/hls/words/')).toBe(0);
  await rest(page, 5);
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveText('Piece 0');
  await page.keyboard.press('5');
  await expect(shown(page)).toHaveText('Piece 3');
  await page.reload();
  await expectPlaying(page);
  await expect(shown(page)).toHaveText(/^Piece/);
});

test('captions within the video, as in television, are found, and shown in time', async ({
  page,
}) => {
  await watch(page, BROADCAST);
  // The first of them lists the track.
  await openSettings(page, /^Subtitles/);
  await expect(choice(page, 'CC1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('c');
  await openSettings(page, /^Subtitles/);
  await expect(choice(page, 'CC1')).toBeChecked();
  await page.keyboard.press('Escape');
  await rest(page, 9);
  await expect(shown(page)).toHaveText('Line 4');
  await rest(page, 31);
  await expect(shown(page)).toHaveText('Line 15');
  await expect(shown(page).getByText('Line 15')).toHaveCSS('color', 'rgb(255, 255, 0)');
});

test('an uploaded file is read in any encoding', async ({ page }) => {
  await openCaptions(page, customSite.app.url);
  await rest(page, 6);
  await upload(page).setInputFiles({
    name: 'film.srt',
    mimeType: 'application/x-subrip',
    buffer: windows1251(RUSSIAN),
  });
  await expect(choice(page, /film\.srt/)).toBeChecked();
  await expect(shown(page)).toHaveText('ЗДРАВСТВУЙ, МОСКВА! Я ТУТ.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await row(page, /^Subtitles/).click();
  await row(page, /^Subtitle settings/).click();
  await page.getByRole('switch', { name: 'Fix capitalization' }).check();
  await expect(shown(page)).toHaveText('Здравствуй, москва! Я тут.');

  await menu(page, 'Subtitle settings').getByRole('button', { name: 'Back', exact: true }).click();
  await upload(page).setInputFiles({ name: 'x.srt', mimeType: '', buffer: Buffer.from('  \n') });
  await expect(alert(page)).toHaveText('Given text is empty');
  await upload(page).setInputFiles({
    name: 'x.srt',
    mimeType: '',
    buffer: Buffer.from('a letter'),
  });
  await expect(alert(page)).toHaveText('Invalid subtitle format');
});

const FORMATS = {
  srt: '1\n00:00:01,000 --> 00:00:09,000\nFrom srt\n',
  vtt: 'WEBVTT\n\n00:01.000 --> 00:09.000\nFrom vtt\n',
  ssa: '[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:09.00,From ssa\n',
  sub: '{1}{1}25\n{25}{225}From sub\n',
  smi: '<SAMI><HEAD><STYLE><!-- P {} --></STYLE></HEAD><BODY>\n<SYNC Start=1000><P>From smi\n<SYNC Start=9000><P>&nbsp;\n</BODY></SAMI>',
  sbv: '0:00:01.000,0:00:09.000\nFrom sbv\n',
  lrc: '[ti:A song]\n[00:01.00]From lrc\n[00:09.00]\n',
} as const;

test('every format in the file picker is read and shown', LONG_ONLY, async ({ page }) => {
  await openCaptions(page, customSite.app.url);
  await rest(page, 5);
  const accepted = await upload(page).getAttribute('accept');
  for (const [format, text] of Object.entries(FORMATS)) {
    expect(accepted).toContain(`.${format}`);
    const name = `film.${format}`;
    await upload(page).setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
    await expect(choice(page, new RegExp(name))).toBeChecked();
    await expect(shown(page)).toHaveText(`From ${format}`);
  }
});

/** The encoding of most Russian subtitles of that time. */
function windows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
}

test('a file dropped on the video is shown', LONG_ONLY, async ({ page }) => {
  await watch(page, CAPTIONED);
  await rest(page, 1.5);
  const file = await page.evaluateHandle((text) => {
    const held = new DataTransfer();
    held.items.add(new File([text], 'dropped.ass'));
    return held;
  }, ASS);
  await player(page).dispatchEvent('dragover', { dataTransfer: file });
  await expect(page.getByText('Drop a subtitle file here')).toBeVisible();
  await player(page).dispatchEvent('drop', { dataTransfer: file });
  await expect(shown(page)).toHaveText('Dropped from above');
  await expect(page.getByText('Drop a subtitle file here')).toHaveCount(0);
});

const ASS = `[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,{\\an8}Dropped from above
`;

test('the subtitle services are queried when the user opens the page, and their results are shown', async ({
  page,
}) => {
  addon.forget();
  await openCaptions(page, customSite.app.url);
  expect(addon.count('/')).toBe(0);
  await rest(page, 2);
  await row(page, /^Subtitle services/).click();
  await choice(page, /^Czech/).click();
  await expect(choice(page, /^Czech/)).toBeChecked();
  await expect(shown(page)).toHaveText('Add-on 30950');
  await page.getByRole('searchbox', { name: 'Find a language' }).fill('port');
  await expect(page.getByRole('menuitemradio')).toHaveText([/^Portuguese/]);
  // Once for all users: the server caches the response.
  expect(addon.count('/subtitles/')).toBeLessThanOrEqual(1);

  await page.reload();
  await expectPlaying(page);
  await rest(page, 2);
  await expect(shown(page)).toHaveText('Add-on 30950');
});

test('the transcript follows the movie, can be searched, and seeks to a line', async ({ page }) => {
  await openCaptions(page, customSite.app.url);
  await choice(page, /^English/).click();
  await rest(page, 40.5);
  await row(page, /^Transcript/).click();
  const current = page.getByRole('menuitemradio', { checked: true });
  await expect(current).toHaveText(`0:40${LINES[0]}`);
  await expect(current).toBeFocused();
  await expect(current).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectTimeNear(page, 42);
  await expect(current).toHaveText(`0:42${LINES[1]}`);
  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('harbour');
  await expect(page.getByRole('menuitemradio')).toHaveCount(6);
  await page.getByRole('menuitemradio').first().click();
  await expectTimeNear(page, 4);
});
