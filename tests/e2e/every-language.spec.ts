// Walks the screens in the languages of the interface: nothing is English, cut off or wider than the window.
import { TRANSLATIONS, walkLanguages } from './support/language-walk.ts';
import { SAMPLE_SCREENS, SCREEN_ERRORS, SCREENS } from './support/screens.ts';
import { LONG_ONLY, test } from './support/test.ts';

/** Right to left, and long words. */
const SAMPLE_LANGUAGES = ['ar', 'de'];
const ALL = TRANSLATIONS.map(({ file }) => file);

test.describe.configure({ mode: 'parallel' });
test.use({ allowedErrors: SCREEN_ERRORS });

test('the main screens fit a phone from right to left and with long words', async ({ page }) => {
  await walkLanguages(page, { files: SAMPLE_LANGUAGES, width: 390, screens: SAMPLE_SCREENS });
});

for (const width of [390, 1440])
  for (const screen of SCREENS)
    test(`${screen.name} fits ${width} px in every language`, LONG_ONLY, async ({ page }) => {
      test.setTimeout(300_000);
      await walkLanguages(page, { files: ALL, width, screens: [screen] });
    });
