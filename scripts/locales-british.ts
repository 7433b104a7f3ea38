// Writes en-GB.json with the texts of en.json that differ in British English.
import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { britishTexts } from './locales/british.ts';
import { ENGLISH, LOCALES, nested, readTexts } from './locales/texts.ts';

const texts = britishTexts(readTexts(`${LOCALES}/${ENGLISH}.json`));
const file = `${LOCALES}/en-GB.json`;
writeFileSync(file, await format(JSON.stringify(nested(texts)), { parser: 'json' }));
console.log(`${texts.size} texts in ${file}`);
