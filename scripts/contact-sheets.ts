// Combines all screens of a language in one picture, for review side by side. First save them during the walk:
//   CONTACT_SHEETS=ar,ja npx playwright test --config tests/e2e/playwright.config.ts every-language
// Then: node scripts/contact-sheets.ts. The sheets are in test-results/sheets.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '../tests/e2e/support/browser.ts';

const FOLDER = join(import.meta.dirname, '../test-results/sheets');
/** The width of a screen on the sheet, by the width of its window. */
const SHOWN = { '390': 260, '1440': 560 } as const;

/** Returns a page with the screens of one width, each with its name. */
function sheet(language: string, width: keyof typeof SHOWN, files: readonly string[]): string {
  const figures = files.map((file) => {
    const name = file.slice(0, file.lastIndexOf('-'));
    const source = pathToFileURL(join(FOLDER, language, file)).href;
    return `<figure><img src="${source}" width="${SHOWN[width]}"><figcaption>${name}</figcaption></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${language}</title>
    <style>body{margin:12px;background:#222;color:#eee;font:13px sans-serif;display:flex;flex-wrap:wrap;gap:12px}
    figure{margin:0}figcaption{padding:2px 0}</style>${figures.join('')}`;
}

const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1720, height: 900 } });
  const entries = await readdir(FOLDER, { withFileTypes: true });
  for (const { name: language } of entries.filter((entry) => entry.isDirectory())) {
    const files = (await readdir(join(FOLDER, language))).toSorted();
    for (const width of ['390', '1440'] as const) {
      const html = join(FOLDER, `${language}-${width}.html`);
      const wide = files.filter((file) => file.endsWith(`-${width}.jpg`));
      await writeFile(html, sheet(language, width, wide));
      await page.goto(pathToFileURL(html).href);
      const path = join(FOLDER, `${language}-${width}.jpg`);
      await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 75 });
      console.log(`${path}: ${wide.length} screens`);
    }
  }
} finally {
  await browser.close();
}
