// Checks the files that the browser loads for each language.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.ts';
import { readLanguages } from '../../apps/web/vite-locale-files.ts';
import { ENGLISH, translations } from './texts.ts';

const MOST_BYTES = 14 * 1024;
const languages = readLanguages();

function brotliBytes(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

/** Compresses with the build's quality, unless a faster one is small enough. */
function servedBytes(text: string): number {
  const bytes = brotliBytes(text, 5);
  return bytes <= MOST_BYTES ? bytes : brotliBytes(text, constants.BROTLI_MAX_QUALITY);
}

test('every language that has a file is offered, and no other', () => {
  const files = LANGUAGES.map(({ file }) => file);
  expect(files.toSorted()).toEqual([ENGLISH, ...translations()].toSorted());
});

test('Crowdin writes every language into a file of its own', () => {
  const mapping = readFileSync('crowdin.yml', 'utf8').matchAll(/^ {8}[\w-]+: ([\w-]+)$/gm);
  const mapped = [...mapping].map(([, file = '']) => file);
  // Other languages have two-letter names. British English is generated.
  const named = translations().filter((file) => file.length > 2 && file !== 'en-GB');
  expect(mapped.toSorted()).toEqual([...named, 'zh'].toSorted());
});

test.each(translations())('each file of %s is one request of 14 KiB at most', (file) => {
  for (const part of ['main', 'side', 'admin'] as const) {
    const bytes = servedBytes(`export default ${JSON.stringify(languages.pack(file, part))}`);
    expect.soft(bytes, part).toBeLessThanOrEqual(MOST_BYTES);
  }
});
