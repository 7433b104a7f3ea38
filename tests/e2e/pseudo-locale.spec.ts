// Walks the screens in two pseudo-languages: nothing is hard-coded, cut off or wider than the window.
import type { Page } from '@playwright/test';
import { storeLibrary } from './support/library.ts';
import {
  loadPseudoLocale,
  pseudoName,
  untranslated,
  WHOLE_TEXT,
  type PseudoLocale,
} from './support/pseudo-locale.ts';
import {
  isName,
  openScreen,
  SCREEN_ERRORS,
  SCREENS,
  STORED_LIBRARY,
  type Screen,
} from './support/screens.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';
import { clippedTexts, sidewaysOverflow } from './support/text-layout.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ allowedErrors: SCREEN_ERRORS });

interface Walk {
  readonly locale: PseudoLocale;
  readonly width: number;
  readonly screens: readonly Screen[];
}

/** The catalog has English names for its genres. */
const INVENTED = 'en-x-pseudo';
/** Names beside texts, and genres of the fake catalog in Hebrew. */
const FACTS = / · |^«he \d+»$/;

async function walk(page: Page, { locale, width, screens }: Walk): Promise<void> {
  await loadPseudoLocale(page, locale);
  await storeLibrary(page, STORED_LIBRARY);
  await page.setViewportSize({ width, height: 844 });
  for (const screen of screens) {
    const { name } = screen;
    await openScreen(page, screen, (key) => pseudoName(key, locale)).catch((error: unknown) => {
      expect.soft(String(error), name).toBe('');
    });
    const texts = await untranslated(page);
    expect
      .soft(
        texts.filter((text) => !isName(text.trim(), INVENTED) && !FACTS.test(text)),
        `${name}: hard-coded`,
      )
      .toEqual([]);
    expect.soft(await clippedTexts(page, WHOLE_TEXT), `${name}: clipped`).toEqual([]);
    expect
      .soft(await sidewaysOverflow(page), `${name}: wider than the window`)
      .toBeLessThanOrEqual(0);
  }
}

for (const locale of ['en-XA', 'en-XB'] as const)
  for (const width of [390, 1440])
    test(`every screen fits ${width} px in ${locale}`, LONG_ONLY, async ({ page }) => {
      test.setTimeout(300_000);
      await walk(page, { locale, width, screens: SCREENS });
    });
