// Lists the texts that each language lacks. They are shown in English.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const LOCALES = 'apps/web/src/i18n/locales';

function textsOf(value: unknown, prefix = ''): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [[prefix, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, child]) =>
    textsOf(child, prefix ? `${prefix}.${key}` : key),
  );
}

const read = (file: string) => textsOf(JSON.parse(readFileSync(file, 'utf8')));

const english = read(`${LOCALES}/en.json`);
for (const file of globSync(`${LOCALES}/*.json`)) {
  const known = new Set(read(file).map(([key]) => key));
  const missing = english.filter(([key]) => !known.has(key));
  for (const [key, text] of missing) console.log(`${basename(file)}: ${key}: ${text}`);
  console.log(`${basename(file)}: ${missing.length} of ${english.length} texts are missing`);
}
