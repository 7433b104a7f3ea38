// Shows screens in the languages of the interface: nothing is English, cut off or wider than the window.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  documentLanguage,
  LANGUAGES,
  type Language,
} from '../../../apps/web/src/i18n/languages.ts';
import { pluralForm } from '../../../apps/web/src/i18n/packed-texts.ts';
import { LOCALES, readTexts, type Texts } from '../../../scripts/locales/texts.ts';
import { storeLibrary } from './library.ts';
import { isName, openScreen, STORED_LIBRARY, type Screen } from './screens.ts';
import { clippedTexts, cutInControls, sidewaysOverflow, visibleTexts } from './text-layout.ts';

/** The languages for which screens are stored for `scripts/contact-sheets.ts`. */
const SHEETS = process.env['CONTACT_SHEETS']?.split(',') ?? [];
const SHEETS_FOLDER = join(import.meta.dirname, '../../../test-results/sheets');

const ENGLISH = readTexts(`${LOCALES}/en.json`);
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** British English differs in only a few texts. */
export const TRANSLATIONS = LANGUAGES.filter(({ file }) => file !== 'en' && file !== 'en-GB');

const VALUE = /\{\{.*?\}\}|\$t\([^)]*\)/g;
/** With fewer of its own letters, a text with values, such as `{{place}} of {{total}}`, matches too much. */
const TELLING_LETTERS = 12;

/** Texts of the interface as a part of a pattern; values in them may be anything. */
function patterns(texts: Iterable<string>): string[] {
  return [...texts].flatMap((text) => {
    const letters = text.replaceAll(VALUE, '').match(/\p{L}/gu)?.length ?? 0;
    const parts = text.split(VALUE).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return letters >= (parts.length > 1 ? TELLING_LETTERS : 2) ? [parts.join('.+')] : [];
  });
}

const anyOf = (texts: Iterable<string>): RegExp => new RegExp(`^(?:${patterns(texts).join('|')})$`);

/** Matches English texts that the language translates and that it contains nowhere. */
function englishTexts(texts: Texts): RegExp {
  const own = new Set(texts.values());
  const translated = [...ENGLISH].filter(([key, text]) => {
    const stem = pluralForm(key, ENGLISH)?.stem;
    return !own.has(text) && (texts.has(key) || texts.has(`${stem}_other`));
  });
  return anyOf(translated.map(([, text]) => text));
}

interface Expected {
  readonly wrong: RegExp;
  readonly own: RegExp;
  readonly dir: 'ltr' | 'rtl';
}

const expectations = new Map<string, Expected>();

function expectedOf(file: string): Expected {
  const known = expectations.get(file);
  if (known) return known;
  const texts = readTexts(`${LOCALES}/${file}.json`);
  const isRightToLeft = RIGHT_TO_LEFT.test(texts.get('home.search.label') ?? '');
  const expected: Expected = {
    wrong: englishTexts(texts),
    own: anyOf(texts.values()),
    dir: isRightToLeft ? 'rtl' : 'ltr',
  };
  expectations.set(file, expected);
  return expected;
}

/** Switches the language as a choice in another tab does. */
async function choose(page: Page, language: Language): Promise<void> {
  await page.evaluate((code) => {
    const key = '__MW::locale';
    const newValue = JSON.stringify({ state: { language: code }, version: 0 });
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, language.code);
  const lang = documentLanguage(language.locale);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Waits, because the catalog's texts arrive with its next response. */
const softly = expect.configure({ soft: true });

interface Walk {
  readonly files: readonly string[];
  readonly width: number;
  readonly screens: readonly Screen[];
}

/** Opens each screen in English, and then shows it in each language. */
export async function walkLanguages(page: Page, { files, width, screens }: Walk): Promise<void> {
  await storeLibrary(page, STORED_LIBRARY);
  await page.setViewportSize({ width, height: 844 });
  const languages = TRANSLATIONS.filter(({ file }) => files.includes(file));
  const [english] = LANGUAGES;
  if (!english) throw new Error('There is no English');
  await page.goto('/ping.txt');
  for (const screen of screens) {
    await page.evaluate(() => localStorage.removeItem('__MW::locale'));
    await openScreen(page, screen, (key) => ENGLISH.get(key) ?? '').catch((error: unknown) => {
      expect.soft(String(error), screen.name).toBe('');
    });
    for (const language of languages) {
      const { wrong, own, dir } = expectedOf(language.file);
      await choose(page, language);
      const at = `${screen.name} in ${language.file}`;
      const isEnglish = (text: string): boolean =>
        wrong.test(text) && !isName(text, language.locale);
      await softly
        .poll(async () => (await visibleTexts(page)).filter((text) => isEnglish(text.trim())), {
          message: `${at}: English`,
        })
        .toEqual([]);
      const [clipped, cut, overflow, direction] = await Promise.all([
        clippedTexts(page, own),
        cutInControls(page),
        sidewaysOverflow(page),
        page.evaluate(() => document.documentElement.dir),
      ]);
      expect.soft(clipped, `${at}: clipped`).toEqual([]);
      expect.soft(cut, `${at}: cut in controls`).toEqual([]);
      expect.soft(overflow, `${at}: wide`).toBeLessThanOrEqual(0);
      expect.soft(direction, at).toBe(dir);
      if (SHEETS.includes(language.file))
        await page.screenshot({
          path: join(
            SHEETS_FOLDER,
            language.file,
            `${screen.name.replaceAll(/\W+/g, '-')}-${width}.jpg`,
          ),
          type: 'jpeg',
          quality: 70,
        });
    }
    await choose(page, english);
  }
}
