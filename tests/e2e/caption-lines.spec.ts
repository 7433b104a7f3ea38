import type { Locator } from '@playwright/test';
import type { Fake } from '../support/fakes/http.ts';
import { startCaptionServer } from './support/caption-server.ts';
import { CAPTIONED, LINES, openCaptions, rest, shown } from './support/captions.ts';
import { choice, menu, row } from './support/menu.ts';
import { startSite, type Site } from './support/site.ts';
import { expectPlaying, player } from './support/screen.ts';
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

test('every frame has the caption of its cue, and none has another one', async ({ page }) => {
  await page.goto(`${customSite.app.url}${CAPTIONED}`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  await expect(shown(page)).toHaveText(/./);
  const wrong = await page.evaluate(async (lines) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('There is no film');
    const found: { readonly at: number; readonly text: string }[] = [];
    video.currentTime = 2.5;
    await new Promise<void>((resolve) => {
      const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        // The frame is painted before the next task, and the following frame is far away.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const text = document.querySelector('section [dir="auto"] > span')?.textContent ?? '';
          found.push({ at: mediaTime, text });
          if (mediaTime > 9 && found.length >= 20) return resolve();
          // A busy machine shows few frames a second.
          if (mediaTime > 9) video.currentTime = 2.5;
          video.requestVideoFrameCallback(look);
        };
        channel.port2.postMessage(null);
      };
      video.requestVideoFrameCallback(look);
    });
    const due = (at: number) => lines[Math.floor(at / 2) % lines.length];
    return found.filter(({ at, text }) => at > 2.6 && text !== due(at));
  }, LINES);
  expect(wrong).toEqual([]);
});

test('a line has the viewer’s style, also on the next visit', async ({ page }) => {
  await openCaptions(page, customSite.app.url);
  await choice(page, /^English/).click();
  await rest(page, 5);
  await row(page, /^Subtitle settings/).click();
  const line = player(page).locator('p[dir="auto"]:not([aria-hidden="true"] *)').first();
  const before = await line.boundingBox();
  await page.getByRole('slider', { name: 'Size' }).fill('150');
  await page.getByRole('radio', { name: 'Yellow' }).check();
  await page.getByRole('switch', { name: 'Bold' }).check();
  await page.getByRole('textbox', { name: 'Position' }).fill('50');
  await page.getByRole('textbox', { name: 'Position' }).press('Enter');
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
  await page.getByRole('button', { name: 'Reset style' }).click();
  await expect(line).toHaveCSS('color', 'rgb(255, 255, 255)');
});

const fontSize = (line: Locator) => line.evaluate((element) => getComputedStyle(element).fontSize);

test(
  'a delay shows each line later or earlier, by keys and by two taps',
  LONG_ONLY,
  async ({ page }) => {
    await openCaptions(page, customSite.app.url);
    await choice(page, /^English/).click();
    await rest(page, 5);
    await expect(shown(page)).toHaveText(LINES[2] ?? '');
    await row(page, /^Subtitle settings/).click();
    const slider = page.getByRole('slider', { name: 'Delay' });
    await slider.focus();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('1.2');
    await expect(shown(page)).toHaveText(LINES[1] ?? '');
    await expect(menu(page, 'Subtitle settings')).toBeVisible();
    await page.getByRole('textbox', { name: 'Delay' }).fill('x');
    await page.getByRole('textbox', { name: 'Delay' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('1.2');

    await slider.dblclick();
    await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('0.0');
    await page.getByRole('button', { name: 'I hear it' }).click();
    await rest(page, 7.5);
    await page.getByRole('button', { name: 'I see it' }).click();
    await expect(page.getByRole('textbox', { name: 'Delay' })).toHaveValue('-2.5');
    await expect(shown(page)).toHaveText(LINES[0] ?? '');
  },
);

test(
  'a line starts at the side of its script, and a cue is at its position',
  LONG_ONLY,
  async ({ page }) => {
    await openCaptions(page, customSite.app.url);
    await choice(page, /^Hebrew/).click();
    await page.keyboard.press('Escape');
    await rest(page, 5);
    const [above, talk] = [shown(page).first(), shown(page).last()];
    await expect(talk).toHaveCSS('unicode-bidi', 'plaintext');
    // The first letter of a right-to-left line is at its right end.
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
  },
);
