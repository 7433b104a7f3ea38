// `npm run locales`: reports the missing, stale and unread texts of each language, and deviations from its glossary.
// `npm run locales -- de` lists the texts of one language.
import { PARTIAL } from './locales/lists.ts';
import { glossaryDeviations, readGlossary } from './locales/glossary.ts';
import { readStates, reportStates } from './locales/states.ts';
import { ENGLISH, LOCALES, localeOf, readTexts, translations } from './locales/texts.ts';
import { missingTexts } from './locales/translation-rules.ts';

const english = readTexts(`${LOCALES}/${ENGLISH}.json`);
const wanted = process.argv.slice(2);
const files = translations().filter((file) => !PARTIAL.has(file));

function report(file: string) {
  const texts = readTexts(`${LOCALES}/${file}.json`);
  const { stale, known } = reportStates(texts, english, readStates(file));
  return {
    missing: missingTexts(localeOf(file), texts, english),
    stale,
    machine: known.machine,
    read: known.read,
    native: known.native,
    glossary: glossaryDeviations(texts, english, readGlossary(file)),
  };
}

if (wanted.length === 0)
  console.table(
    Object.fromEntries(
      files.map((file) => {
        const counts = Object.entries(report(file)).map(([name, keys]) => [name, keys.length]);
        return [file, Object.fromEntries(counts)];
      }),
    ),
  );
for (const file of wanted) {
  const { missing, stale, glossary, machine } = report(file);
  const texts = readTexts(`${LOCALES}/${file}.json`);
  for (const key of missing) console.log(`missing   ${key}: ${english.get(key) ?? ''}`);
  for (const key of stale) console.log(`stale     ${key}: ${english.get(key) ?? ''}`);
  for (const deviation of glossary) console.log(`glossary  ${deviation}`);
  for (const key of machine) console.log(`unread    ${key}: ${texts.get(key) ?? ''}`);
}
