// Checks the texts of every language, and that the code uses every text.
import { globSync, readFileSync } from 'node:fs';
import {
  GLOSSARY,
  INCOMPLETE,
  LENGTHS,
  NAMES,
  PARTIAL,
  sameTexts,
  UNTRANSLATED,
} from './locales/lists.ts';
import { britishFaults } from './locales/british.ts';
import { descriptionFaults, englishFaults, glossaryFaults } from './locales/english-rules.ts';
import { readGlossary, unusedTerms } from './locales/glossary.ts';
import { lengthFaults } from './locales/lengths.ts';
import { ENGLISH, LOCALES, localeOf, readTexts, translations } from './locales/texts.ts';
import { translationFaults } from './locales/translation-rules.ts';
import { typographyFaults } from './locales/typography.ts';
import { unusedTexts } from './locales/unused-texts.ts';

const english = readTexts(`${LOCALES}/${ENGLISH}.json`);
const sources = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'])
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));
/** Descriptions, which already have dotted keys. */
const descriptions = globSync('apps/web/src/i18n/descriptions/*.json').flatMap((path) => [
  ...readTexts(path),
]);

const faults = [
  ...englishFaults(english),
  ...glossaryFaults(english, GLOSSARY),
  ...lengthFaults(english, LENGTHS),
  ...unusedTexts(english, sources).map((key) => `${key} is unused`),
  ...descriptionFaults(new Map(descriptions), english),
  ...[...UNTRANSLATED]
    .filter((key) => !english.has(key) && !english.has(`${key}_other`))
    .map((key) => `${key} in UNTRANSLATED is not a text`),
  ...NAMES.filter((name) => ![...english.values()].includes(name)).map(
    (name) => `“${name}” in NAMES is not a text`,
  ),
].map((fault) => `${ENGLISH}.json: ${fault}`);

for (const file of translations()) {
  const texts = readTexts(`${LOCALES}/${file}.json`);
  const translation = {
    locale: localeOf(file),
    texts,
    isPartial: PARTIAL.has(file),
    mayLack: INCOMPLETE[file] ?? 0,
    untranslated: UNTRANSLATED,
  };
  const found = [
    ...translationFaults(translation, english, { names: NAMES, shared: sameTexts(file) }),
    ...lengthFaults(texts, LENGTHS),
    ...typographyFaults(file, texts),
    ...unusedTerms(texts, english, readGlossary(file)),
    ...(file === 'en-GB' ? britishFaults(texts, english) : []),
  ];
  faults.push(...found.map((fault) => `${file}.json: ${fault}`));
}
for (const fault of faults) console.error(fault);
console.log(
  `${english.size} texts in ${translations().length + 1} languages, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
