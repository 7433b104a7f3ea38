// Pseudo-languages made from English: accents, brackets and longer texts show what is hard-coded, clipped or too wide.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { flatten, packTexts } from '../../../apps/web/src/i18n/packed-texts.ts';
import { readLanguages } from '../../../apps/web/vite-locale-files.ts';
import { readTexts, type Texts } from '../../../scripts/locales/texts.ts';
import { visibleTexts } from './text-layout.ts';

const ENGLISH = readTexts(join(import.meta.dirname, '../../../apps/web/src/i18n/locales/en.json'));

/** Accented Latin, and the same from right to left. */
export type PseudoLocale = 'en-XA' | 'en-XB';

/**
 * The language whose file is replaced: British English formats like English, and Hebrew pages are laid out from right
 * to left. Hebrew has a plural form for two.
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
  const languages = readLanguages();
  for (const part of ['main', 'side', 'admin'] as const) {
    const english = new Map(flatten(languages.english(part)));
    const body = `export default ${JSON.stringify(packTexts(pseudoTexts(locale), english))}`;
    await page.route(new RegExp(`/assets/texts/${file}-${part}-[\\w-]+\\.js$`), (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  }
  await page.addInitScript((chosen) => {
    const text = JSON.stringify({ state: { language: chosen }, version: 0 });
    localStorage.setItem('__MW::locale', text);
  }, code);
}

/** A text of a pseudo-language, with values that are not in brackets. */
export const WHOLE_TEXT = /^⟦[^⟧]*⟧$/;

/** Texts of the page outside the brackets of a pseudo-language. */
export async function untranslated(page: Page): Promise<string[]> {
  return (await visibleTexts(page)).filter((text) => /\p{L}{2}/u.test(outsideBrackets(text)));
}

/** Values in brackets may be texts in brackets. */
function outsideBrackets(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text : outsideBrackets(rest);
}
