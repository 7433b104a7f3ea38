// Every key of en.json is used, and every other language has no key that English lacks.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const LOCALES = 'apps/web/src/i18n/locales';

function keysOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([key, child]) =>
    keysOf(child, prefix ? `${prefix}.${key}` : key),
  );
}

const read = (file: string): string[] => keysOf(JSON.parse(readFileSync(file, 'utf8')));
/** i18next picks plural forms by suffix: the code names the stem. */
const stem = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

const english = read(`${LOCALES}/en.json`);
const chains = new Set<string>();
for (const file of globSync('apps/web/src/**/*.{ts,tsx}')) {
  const source = readFileSync(file, 'utf8');
  for (const [, chain] of source.matchAll(/\$\s*((?:\s*\.\s*[A-Za-z0-9_]+)+)/g))
    if (chain) chains.add(chain.replace(/\s/g, '').slice(1));
}

const isUsed = (key: string): boolean =>
  stem(key)
    .split('.')
    .some((_, index, parts) => chains.has(parts.slice(0, index + 1).join('.')));

const faults = english.filter((key) => !isUsed(key)).map((key) => `en.json: ${key} is unused`);
for (const file of globSync(`${LOCALES}/*.json`)) {
  if (basename(file) === 'en.json') continue;
  const known = new Set(english.map(stem));
  for (const key of read(file))
    if (!known.has(stem(key))) faults.push(`${basename(file)}: ${key} is not in en.json`);
}
for (const fault of faults) console.error(fault);
console.log(`${english.length} keys, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
