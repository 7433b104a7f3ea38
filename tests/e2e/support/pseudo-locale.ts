import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ENGLISH = join(import.meta.dirname, '../../../apps/web/src/i18n/locales/en.json');

/** Every text in brackets and a third longer, its gaps as they are. */
function pseudo(text: unknown): unknown {
  if (typeof text === 'string') return `⟦${text}${' ~~~~~~~'.repeat(Math.ceil(text.length / 24))}⟧`;
  if (Array.isArray(text)) return text.map(pseudo);
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, pseudo(value)]));
}

/** Speaks a language that nobody does: what is not in brackets was never meant to be translated. */
export async function loadPseudoLocale(page: Page): Promise<void> {
  const texts = JSON.stringify(pseudo(JSON.parse(await readFile(ENGLISH, 'utf8'))));
  await page.route(/\/assets\/de-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${texts}` }),
  );
  await page.addInitScript(() => {
    const text = JSON.stringify({ state: { language: 'de-DE' }, version: 0 });
    localStorage.setItem('__MW::locale', text);
  });
}

/** Visible and announced text that does not come from the locale files. */
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = 'bdi, code, pre, option, dd, script, style, noscript, [translate="no"], [lang]';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(own)) continue;
      found.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt'])
        found.push(element.getAttribute(name) ?? '');
    return [...new Set(found)].filter((text) => /\p{L}{2}/u.test(text) && !text.includes('⟦'));
  });
