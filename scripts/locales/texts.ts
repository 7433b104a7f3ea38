// Reads locale files as flat lists of texts.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.ts';
import { flatten } from '../../apps/web/src/i18n/packed-texts.ts';

export const LOCALES = 'apps/web/src/i18n/locales';
export const ENGLISH = 'en';

/** Texts by their dotted key. */
export type Texts = ReadonlyMap<string, string>;

interface Tree {
  [name: string]: string | Tree;
}

/** The inverse of `flatten`. */
export function nested(texts: Texts): Tree {
  const root: Tree = {};
  for (const [key, text] of texts) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) {
      const next = branch[name];
      const child = typeof next === 'object' ? next : {};
      branch[name] = child;
      branch = child;
    }
    branch[last] = text;
  }
  return root;
}

export function readTexts(path: string): Texts {
  return new Map(flatten(JSON.parse(readFileSync(path, 'utf8'))));
}

/** Returns the names of all locale files except English. */
export function translations(): readonly string[] {
  const files = globSync(`${LOCALES}/*.json`).map((path) => basename(path, '.json'));
  return files.filter((file) => file !== ENGLISH).toSorted();
}

/** Returns the file's locale for `Intl.PluralRules`. */
export function localeOf(file: string): string {
  return LANGUAGES.find((language) => language.file === file)?.locale ?? file;
}

/** Matches placeholders and nested keys, which aren't words. */
export const NO_WORDS = /\{\{.*?\}\}|\$t\([^)]*\)/g;

/** Returns the placeholders with their formats: `count`, `share, percent`. Includes nested keys as `$t(key)`. */
export function placeholders(text: string): readonly string[] {
  const found = [...text.matchAll(/\{\{\s*(.*?)\s*\}\}|\$t\([^)]*\)/g)];
  return [...new Set(found.map(([all, name]) => name ?? all))].toSorted();
}
