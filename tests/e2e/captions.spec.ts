import type { Locator, Page } from '@playwright/test';
import { startAddon, type FakeService } from '../support/fakes/subtitles.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startCaptionShelf } from './support/caption-shelf.ts';
import { openCinema, type Cinema } from './support/cinema.ts';
import { expectPaused, expectPlaying, expectTimeNear, player } from './support/screen.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const FILM = '/media/tmdb-movie-10331-night-of-the-living-dead';
const LADDER = '/media/tmdb-movie-3085-his-girl-friday';

/** Of the English captions of all test media: a line every two seconds. */
const LINES = [
  'The kettle hums in the empty kitchen.',
  'Rain taps twice, then waits.',
  'Seven steps to the harbour.',
  'Count the lamps: one, two, three.',
  'We are almost at the end.',
];
/** Speaks from the fourth to the twentieth second. */
const RUSSIAN = '1\r\n00:00:04,000 --> 00:00:20,000\r\nЗДРАВСТВУЙ, МОСКВА! Я ТУТ.\r\n';

let open: Cinema;
let shelf: Fake;
let addon: FakeService;

test.beforeAll(async () => {
  shelf = await startCaptionShelf();
  addon = await startAddon();
  open = await openCinema({
    MANIFEST: `${shelf.url}/list.json`,
    OPENSUBTITLES_ADDON_URL: addon.url,
  });
});

test.afterAll(async () => {
  await open.close();
  await Promise.all([shelf.close(), addon.close()]);
});

const menu = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const row = (page: Page, name: RegExp) => page.getByRole('menuitem', { name });
const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name });
const overlay = (page: Page) => new URL(page.url()).searchParams.get('r');
const shown = (page: Page): Locator =>
  player(page).locator('p[dir="auto"] > span:not([aria-hidden="true"] *)');
const alert = (page: Page) => page.getByRole('dialog').getByRole('alert');
const upload = (page: Page) => page.locator('input[type="file"]');

async function watch(page: Page, path: string): Promise<void> {
  await page.goto(`${open.app.url}${path}`);
  await expectPlaying(page);
}

/** At rest at a second of the film, where its caption can be looked at. */
async function rest(page: Page, second: number): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement, at) => {
    video.pause();
    const there = new Promise((resolve) =>
      video.addEventListener('seeked', resolve, { once: true }),
    );
    video.currentTime = at;
    await there;
  }, second);
  await expectPaused(page, true);
}

async function openCaptions(page: Page, view = ''): Promise<void> {
  await page.goto(`${open.app.url}${FILM}?r=/settings/captions${view}`);
  await expectPlaying(page);
}

test('every picture has the caption of its cue on it, and none has another one', async ({
  page,
}) => {
  await watch(page, FILM);
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveText(/./);
  const wrong = await page.evaluate(async (lines) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('There is no film');
    const found: { readonly at: number; readonly text: string }[] = [];
    video.currentTime = 2.5;
    await new Promise<void>((resolve) => {
      const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        // By the next task the frame is drawn, and the next picture is far away.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const text = document.querySelector('section [dir="auto"] > span')?.textContent ?? '';
          found.push({ at: mediaTime, text });
          if (mediaTime > 9) resolve();
          else video.requestVideoFrameCallback(look);
        };
        channel.port2.postMessage(null);
      };
      video.requestVideoFrameCallback(look);
    });
    const due = (at: number) => lines[Math.floor(at / 2) % lines.length];
    if (found.length < 20) throw new Error(`Only ${found.length} pictures were seen`);
    return found.filter(({ at, text }) => at > 2.6 && text !== due(at));
  }, LINES);
  expect(wrong).toEqual([]);
});

test('each page has an address, Back leaves them all, and each can be used by everybody', async ({
  page,
}) => {
  const pages = [
    ['', 'Captions'],
    ['/opensubtitles', 'Subtitle services'],
    ['/settings', 'Caption settings'],
    ['/transcript', 'Transcript'],
  ] as const;
  await page.goto(open.app.url);
  for (const [path, name] of pages) {
    await openCaptions(page, path);
    await expect(menu(page, name)).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Back( to|$)/ })
      .click();
    await expect(menu(page, path === '' ? 'Settings' : 'Captions')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(overlay(page)).toBeNull();
  }
  await player(page).hover();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await row(page, /^Captions/).click();
  await row(page, /^Caption settings/).click();
  expect(overlay(page)).toBe('/settings/captions/settings');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${FILM}$`));
});

test('a row says what is wrong with its captions, and another one still works', async ({
  page,
}) => {
  await openCaptions(page);
  await choice(page, /^French/).click();
  await expect(alert(page)).toHaveText('Given text is empty');
  await choice(page, /^German/).click();
  await expect(alert(page)).toHaveText('Invalid subtitle format');
  await choice(page, /^English/).click();
  await expect(choice(page, /^English/)).toBeChecked();
  await expect(alert(page)).toHaveCount(0);
  await expect(shown(page)).toHaveText(/./);
  await choice(page, 'Off').click();
  await expect(shown(page)).toHaveCount(0);
});

test('captions of a playlist are read along with it, and only when they are wanted', async ({
  page,
}) => {
  shelf.forget();
  await watch(page, LADDER);
  expect(shelf.count('/hls/words/')).toBe(0);
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveText('Piece 0');
  await page.keyboard.press('5');
  await expect(shown(page)).toHaveText('Piece 3');
  await page.reload();
  await expectPlaying(page);
  await expect(shown(page)).toHaveText(/^Piece/);
});

test('a file from the own disk is read, whatever its letters are written in', async ({ page }) => {
  await openCaptions(page);
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
  await row(page, /^Captions/).click();
  await row(page, /^Caption settings/).click();
  await page.getByRole('switch', { name: 'Fix capital letters' }).check();
  await expect(shown(page)).toHaveText('Здравствуй, москва! Я тут.');

  await menu(page, 'Caption settings').getByRole('button', { name: 'Back', exact: true }).click();
  await upload(page).setInputFiles({ name: 'x.srt', mimeType: '', buffer: Buffer.from('  \n') });
  await expect(alert(page)).toHaveText('Given text is empty');
  await upload(page).setInputFiles({
    name: 'x.srt',
    mimeType: '',
    buffer: Buffer.from('a letter'),
  });
  await expect(alert(page)).toHaveText('Invalid subtitle format');
});

/** The encoding in which most Russian files of that time are. */
function windows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
}

test('a file that is dropped on the picture is shown', async ({ page }) => {
  await watch(page, FILM);
  await rest(page, 1.5);
  const file = await page.evaluateHandle((text) => {
    const held = new DataTransfer();
    held.items.add(new File([text], 'dropped.ass'));
    return held;
  }, ASS);
  await player(page).dispatchEvent('dragover', { dataTransfer: file });
  await expect(page.getByText('Drop the file to use it as captions')).toBeVisible();
  await player(page).dispatchEvent('drop', { dataTransfer: file });
  await expect(shown(page)).toHaveText('Dropped from above');
  await expect(page.getByText('Drop the file to use it as captions')).toHaveCount(0);
});

const ASS = `[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,{\\an8}Dropped from above
`;

test('the subtitle services are asked when somebody looks, and what they have is shown', async ({
  page,
}) => {
  addon.forget();
  await openCaptions(page);
  expect(addon.count('/')).toBe(0);
  await rest(page, 2);
  await row(page, /^Subtitle services/).click();
  await choice(page, /^Czech/).click();
  await expect(choice(page, /^Czech/)).toBeChecked();
  await expect(shown(page)).toHaveText('Add-on 30950');
  await page.getByRole('searchbox', { name: 'Find a language' }).fill('port');
  await expect(page.getByRole('menuitemradio')).toHaveText([/^Portuguese/]);
  // Once for all who look: the server keeps the answer.
  expect(addon.count('/subtitles/')).toBeLessThanOrEqual(1);

  await page.reload();
  await expectPlaying(page);
  await rest(page, 2);
  await expect(shown(page)).toHaveText('Add-on 30950');
});

test('a line is as the viewer wants it, also on the next visit', async ({ page }) => {
  await openCaptions(page);
  await choice(page, /^English/).click();
  await rest(page, 5);
  await row(page, /^Caption settings/).click();
  const line = player(page).locator('p[dir="auto"]:not([aria-hidden="true"] *)').first();
  const before = await line.boundingBox();
  await page.getByRole('slider', { name: 'Size' }).fill('150');
  await page.getByRole('radio', { name: 'Yellow' }).check();
  await page.getByRole('switch', { name: 'Bold' }).check();
  await page.getByRole('textbox', { name: 'Height' }).fill('50');
  await page.getByRole('textbox', { name: 'Height' }).press('Enter');
  await expect(line).toHaveCSS('color', 'rgb(226, 229, 53)');
  await expect(line).toHaveCSS('font-weight', '700');
  await expect.poll(async () => (await line.boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 150);
  const size = await fontSize(line);

  await page.reload();
  await expectPlaying(page);
  await expect(line).toHaveCSS('color', 'rgb(226, 229, 53)');
  await expect(line).toHaveCSS('font-size', size);
  await page.getByRole('slider', { name: 'Size' }).dblclick();
  await expect(page.getByRole('textbox', { name: 'Size' })).toHaveValue('100');
  await page.getByRole('button', { name: 'Reset the style' }).click();
  await expect(line).toHaveCSS('color', 'rgb(255, 255, 255)');
});

const fontSize = (line: Locator) => line.evaluate((element) => getComputedStyle(element).fontSize);

test('a delay shows each line later or earlier, by keys and by two taps', async ({ page }) => {
  await openCaptions(page);
  await choice(page, /^English/).click();
  await rest(page, 5);
  await expect(shown(page)).toHaveText(LINES[2] ?? '');
  await row(page, /^Caption settings/).click();
  const slider = page.getByRole('slider', { name: 'Delay' });
  await slider.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('1.2');
  await expect(shown(page)).toHaveText(LINES[1] ?? '');
  await expect(menu(page, 'Caption settings')).toBeVisible();
  await page.getByRole('textbox', { name: 'Delay' }).fill('x');
  await page.getByRole('textbox', { name: 'Delay' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('1.2');

  await slider.dblclick();
  await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('0.0');
  await page.getByRole('button', { name: 'I hear it now' }).click();
  await rest(page, 7.5);
  await page.getByRole('button', { name: 'I read it now' }).click();
  await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('-2.5');
  await expect(shown(page)).toHaveText(LINES[0] ?? '');
});

test('the transcript follows the film, is searched, and leads to a line', async ({ page }) => {
  await openCaptions(page);
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
  await page.getByRole('searchbox', { name: 'Find in what is said' }).fill('harbour');
  await expect(page.getByRole('menuitemradio')).toHaveCount(6);
  await page.getByRole('menuitemradio').first().click();
  await expectTimeNear(page, 4);
});

test('a line begins where its own script begins, and a cue is where it asks to be', async ({
  page,
}) => {
  await openCaptions(page);
  await choice(page, /^Hebrew/).click();
  await page.keyboard.press('Escape');
  await rest(page, 5);
  const [above, talk] = [shown(page).first(), shown(page).last()];
  await expect(talk).toHaveCSS('unicode-bidi', 'plaintext');
  // The first letter of a line that is read from right to left stands at its right end.
  const [hebrew, english] = await talk.evaluate((span) => {
    const text = span.firstChild;
    if (!text) throw new Error('There is no text');
    const box = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    const second = (text.textContent ?? '').indexOf('Goodbye');
    return [box(0) - box(second - 2), box(second) - box(second + 7)];
  });
  expect(hebrew).toBeGreaterThan(0);
  expect(english).toBeLessThan(0);
  const box = await above.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box?.y).toBeLessThan(height * 0.25);
  expect(box?.x).toBeGreaterThan(width * 0.15);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width * 0.6);
});
