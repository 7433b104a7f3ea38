// The texts of languages other than English, in three files each: those of pages that few visits open load with these pages.
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

/** Nothing for English, which is part of the first load. */
export async function loadTexts(file: string, part: TextsPart): Promise<PackedTexts> {
  return (await FILES[part][`./locales/${file}.json`]?.()) ?? [];
}
