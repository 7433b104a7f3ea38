// Lists the texts that each language lacks. They are shown in English.
import { PARTIAL } from './locales/lists.ts';
import { ENGLISH, LOCALES, localeOf, readTexts, translations } from './locales/texts.ts';
import { missingTexts } from './locales/translation-rules.ts';

const english = readTexts(`${LOCALES}/${ENGLISH}.json`);
for (const file of translations().filter((name) => !PARTIAL.has(name))) {
  const missing = missingTexts(localeOf(file), readTexts(`${LOCALES}/${file}.json`), english);
  for (const key of missing) console.log(`${file}.json: ${key}: ${english.get(key) ?? ''}`);
  console.log(`${file}.json: ${missing.length} of ${english.size} texts are missing`);
}
