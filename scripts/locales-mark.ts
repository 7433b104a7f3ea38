// Records that texts of a language were translated from the current English, or reviewed.
// Usage: npm run locales:mark -- <file> <machine|read|native> [key or group of keys]...
import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { marked, readStates, StateName, STATES } from './locales/states.ts';
import { ENGLISH, LOCALES, readTexts } from './locales/texts.ts';

const [file, name, ...prefixes] = process.argv.slice(2);
const state = StateName.safeParse(name);
if (file === undefined || !state.success) {
  console.error('Usage: npm run locales:mark -- <file> <machine|read|native> [key]...');
  process.exit(1);
}
const content = marked(
  {
    texts: readTexts(`${LOCALES}/${file}.json`),
    english: readTexts(`${LOCALES}/${ENGLISH}.json`),
    states: readStates(file),
  },
  state.data,
  prefixes,
);
writeFileSync(`${STATES}/${file}.json`, await format(JSON.stringify(content), { parser: 'json' }));
