// Walks the screens in the languages of the interface: nothing is English, cut off or wider than the window.
import type { Page } from '@playwright/test';
import { documentLanguage, LANGUAGES, type Language } from '../../apps/web/src/i18n/languages.ts';
import { pluralForm } from '../../apps/web/src/i18n/packed-texts.ts';
import { LOCALES, readTexts, type Texts } from '../../scripts/locales/texts.ts';
import { storeLibrary } from './support/library.ts';
import {
  isName,
  openScreen,
  SAMPLE_SCREENS,
  SCREEN_ERRORS,
  SCREENS,
  STORED_LIBRARY,
  type Screen,
} from './support/screens.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';
import { clippedTexts, sidewaysOverflow, visibleTexts } from './support/text-layout.ts';

const ENGLISH = readTexts(`${LOCALES}/en.json`);
/** The results of checks stay in the language in which they came. */
const RESULTS = 'diagnostics';
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Right to left, and long words. */
const SAMPLE_LANGUAGES = ['ar', 'de'];
/** British English differs in a few texts only. */
const TRANSLATIONS = LANGUAGES.filter(({ file }) => file !== 'en' && file !== 'en-GB');

test.describe.configure({ mode: 'parallel' });
test.use({ allowedErrors: SCREEN_ERRORS });

const VALUE = /\{\{.*?\}\}|\$t\([^)]*\)/g;
/** With fewer of its own letters a text with values, such as `{{place}} of {{total}}`, matches too much. */
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

/** English texts that the language says otherwise, and says nowhere. */
function englishTexts(texts: Texts): RegExp {
  const own = new Set(texts.values());
  const translated = [...ENGLISH].filter(([key, text]) => {
    const stem = pluralForm(key, ENGLISH)?.stem;
    return !own.has(text) && (texts.has(key) || texts.has(`${stem}_other`));
  });
  return anyOf(translated.map(([, text]) => text));
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

interface Walk {
  readonly files: readonly string[];
  readonly width: number;
  readonly screens: readonly Screen[];
}

/** Opens each screen in English, and then shows it in each language. */
async function walk(page: Page, { files, width, screens }: Walk): Promise<void> {
  await storeLibrary(page, STORED_LIBRARY);
  await page.setViewportSize({ width, height: 844 });
  const languages = TRANSLATIONS.filter(({ file }) => files.includes(file)).map((language) => {
    const texts = readTexts(`${LOCALES}/${language.file}.json`);
    const isRightToLeft = RIGHT_TO_LEFT.test(texts.get('home.search.label') ?? '');
    return { language, wrong: englishTexts(texts), own: anyOf(texts.values()), isRightToLeft };
  });
  const [english] = LANGUAGES;
  if (!english) throw new Error('There is no English');
  await page.goto('/ping.txt');
  for (const screen of screens) {
    await page.evaluate(() => localStorage.removeItem('__MW::locale'));
    await openScreen(page, screen, (key) => ENGLISH.get(key) ?? '').catch((error: unknown) => {
      expect.soft(String(error), screen.name).toBe('');
    });
    for (const { language, wrong, own, isRightToLeft } of languages) {
      await choose(page, language);
      const at = `${screen.name} in ${language.file}`;
      const texts = (await visibleTexts(page)).map((text) => text.trim());
      const left = texts.filter((text) => !isName(text) && wrong.test(text));
      if (screen.name !== RESULTS) expect.soft(left, `${at}: English`).toEqual([]);
      expect.soft(await clippedTexts(page, own), `${at}: clipped`).toEqual([]);
      expect.soft(await sidewaysOverflow(page), `${at}: wide`).toBeLessThanOrEqual(0);
      const dir = isRightToLeft ? 'rtl' : 'ltr';
      await expect.soft(page.locator('html'), at).toHaveAttribute('dir', dir);
    }
    await choose(page, english);
  }
}

test('the main screens fit a phone in two languages', LONG_ONLY, async ({ page }) => {
  await walk(page, { files: SAMPLE_LANGUAGES, width: 390, screens: SAMPLE_SCREENS });
});

for (const width of [390, 1440])
  test(`every screen fits ${width} px in every language`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(1_800_000);
    await walk(page, { files: TRANSLATIONS.map(({ file }) => file), width, screens: SCREENS });
  });
