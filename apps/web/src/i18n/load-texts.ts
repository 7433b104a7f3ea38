// The texts of languages other than English, in three files each. Texts of rarely opened pages load with these pages.
import type { CldrData } from './cldr-formats.ts';
import { lacksFormats } from './languages.ts';
import { addFormats } from './own-formats.ts';
import type { PackedTexts, TextsPart } from './packed-texts.ts';

// Written by vite-locale-files.ts.
const FILES = {
  main: import.meta.glob<PackedTexts>(['./locales/*.json', '!./locales/en.json'], {
    query: '?main',
    import: 'default',
  }),
  side: import.meta.glob<PackedTexts>(['./locales/*.json', '!./locales/en.json'], {
    query: '?side',
    import: 'default',
  }),
  admin: import.meta.glob<PackedTexts>(['./locales/*.json', '!./locales/en.json'], {
    query: '?admin',
    import: 'default',
  }),
};

// Written by vite-cldr-data.ts, for the languages that Chromium lacks.
const CLDR_DATA = import.meta.glob<CldrData>('./locales/{gl,is,km,ne,pa}.json', {
  query: '?cldr',
  import: 'default',
});

/** Loads the formats of a language that the browser lacks. Languages without data use English formats. */
export async function loadFormats(locale: string): Promise<void> {
  const load = CLDR_DATA[`./locales/${locale}.json`];
  if (!load || !lacksFormats(locale)) return;
  const [data, { createFormats }] = await Promise.all([load(), import('./cldr-formats.ts')]);
  addFormats(locale, createFormats(locale, data));
}

/** Empty for English, which is part of the first load. */
export async function loadTexts(file: string, part: TextsPart): Promise<PackedTexts> {
  return (await FILES[part][`./locales/${file}.json`]?.()) ?? [];
}
