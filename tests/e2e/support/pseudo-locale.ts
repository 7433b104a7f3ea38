// Pseudo-languages made from English: accents, brackets and longer texts show what is hard-coded, clipped or too wide.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { nested, readTexts, type Texts } from '../../../scripts/locales/texts.ts';

const ENGLISH = readTexts(join(import.meta.dirname, '../../../apps/web/src/i18n/locales/en.json'));

/** Accented Latin, and its twin whose words run from right to left. */
export type PseudoLocale = 'en-XA' | 'en-XB';

/**
 * The language whose file is replaced: British English formats like English, and Hebrew pages are laid out from right to left.
 * Hebrew has a plural form for two.
 */
const STANDS_FOR = {
  'en-XA': { code: 'en-GB', file: 'en-GB' },
  'en-XB': { code: 'he-IL', file: 'he' },
} as const;

const PLAIN = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const ACCENTED = 'ÀáÇçĎďÈéĜĝĤĥÎïĴĵĶķĹĺÑñÖôŔŕŠşŤťÛüŴŵÝýŽž';
const accents = new Map(Array.from(PLAIN, (letter, at) => [letter, ACCENTED.charAt(at)]));

const accented = (text: string): string =>
  Array.from(text, (letter) => accents.get(letter) ?? letter).join('');

/** Each word is written backwards between marks that override its direction. */
const mirrored = (text: string): string =>
  text.replaceAll(/\S+/g, (word) => `\u200f\u202e${word}\u202c\u200f`);

/** Translations are often longer than English by 40 %. */
const LONGER = 0.4;
const FILLER = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor ';

function padding(length: number): string {
  const wanted = Math.ceil(length * LONGER);
  const words = FILLER.repeat(Math.ceil(wanted / FILLER.length))
    .slice(0, wanted)
    .trimEnd();
  return length > 3 ? ` ${words}` : '';
}

/** Placeholders and nested keys stay as they are. */
export function pseudoText(text: string, locale: PseudoLocale): string {
  const change = (part: string): string =>
    locale === 'en-XA' ? accented(part) : mirrored(accented(part));
  const parts = `${text}${padding(text.length)}`.split(/(\{\{.*?\}\}|\$t\([^)]*\))/);
  return `⟦${parts.map((part) => (/^(?:\{\{|\$t\()/.test(part) ? part : change(part))).join('')}⟧`;
}

function pseudoTexts(locale: PseudoLocale): Texts {
  return new Map(
    [...ENGLISH].flatMap(([key, text]) => {
      const pseudo = pseudoText(text, locale);
      const two = locale === 'en-XB' && key.endsWith('_other') ? key.replace(/other$/, 'two') : key;
      return [[key, pseudo] as const, [two, pseudo] as const];
    }),
  );
}

/** The text of a key, to find an element by its name. */
export const pseudoName = (key: string, locale: PseudoLocale): string =>
  pseudoText(ENGLISH.get(key) ?? '', locale);

export async function loadPseudoLocale(page: Page, locale: PseudoLocale): Promise<void> {
  const { code, file } = STANDS_FOR[locale];
  const body = `export default ${JSON.stringify(nested(pseudoTexts(locale)))}`;
  await page.route(new RegExp(`/assets/${file}-[\\w-]+\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await page.addInitScript((chosen) => {
    const text = JSON.stringify({ state: { language: chosen }, version: 0 });
    localStorage.setItem('__MW::locale', text);
  }, code);
}

/** Visible and announced text outside the brackets of a pseudo-language. Titles and names of the catalog stand in `bdi` or `[lang]`. */
export async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const data =
      'bdi, code, pre, option, dd, script, style, noscript, [translate="no"], [dir="auto"], body [lang]';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(data) || !parent.checkVisibility()) continue;
      found.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder]'))
      for (const name of ['aria-label', 'placeholder'])
        found.push(element.getAttribute(name) ?? '');
    return [...new Set(found)];
  });
  return texts.filter((text) => /\p{L}{2}/u.test(outsideBrackets(text)));
}

/** Values in brackets may be texts in brackets. */
function outsideBrackets(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text : outsideBrackets(rest);
}

/**
 * Translated texts that are cut off, or stand outside the window. By design some are clamped to lines, and lines of facts, such as
 * type and year of a title, end with an ellipsis.
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    const report = (why: string, element: Element): void => {
      const text = element.textContent?.replaceAll(/[\u200f\u202c\u202e]/g, '').slice(0, 50);
      found.add(`${why}: <${element.localName} class="${element.className}"> ${text}`);
    };
    const scrolls = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement;
      const isWhole = /^⟦[^⟧]*⟧$/.test(node.textContent ?? '');
      if (!own || !isWhole || !own.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: Element | null = own; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { left, right, top, bottom, width } = box.getBoundingClientRect();
        // Only screen readers have it.
        if (width <= 1 || style.clipPath !== 'none') break;
        if (style.webkitLineClamp !== 'none' || scrolls(box)) break;
        const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
        const isControl = box.matches('button, a[class], [role="menuitem"], [role="tab"]');
        if ((hides || isControl) && (text.left < left - 1 || text.right > right + 1))
          report(hides ? 'clipped' : 'sticks out', own);
        if (style.overflowY === 'hidden' && (text.top < top - 2 || text.bottom > bottom + 2))
          report('clipped below', own);
        if (box.parentElement === document.body && (text.left < -1 || text.right > innerWidth + 1))
          report('outside the window', own);
      }
    }
    return [...found];
  });
}
