// The files that the browser loads of each language.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.ts';
import { languagePacker, partOfFile } from '../../apps/web/vite-locale-files.ts';
import { ENGLISH, translations } from './texts.ts';

const SOURCE = 'apps/web/src';
const MOST_BYTES = 14 * 1024;
const packLanguage = languagePacker();

function brotliBytes(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

/** Compresses at the quality of the build, unless a faster one is small enough. */
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
  // Others are named by their two letters. British English is generated.
  const named = translations().filter((file) => file.length > 2 && file !== 'en-GB');
  expect(mapped.toSorted()).toEqual([...named, 'zh'].toSorted());
});

test.each(translations())('each file of %s is one request of 14 KiB at most', (file) => {
  for (const part of ['main', 'side', 'admin'] as const) {
    const bytes = servedBytes(`export default ${JSON.stringify(packLanguage(file, part))}`);
    expect.soft(bytes, part).toBeLessThanOrEqual(MOST_BYTES);
  }
});

const ORDER = ['main', 'side', 'admin'] as const;

test('the files whose texts load late are imported by each other, and by pages that load them', () => {
  const router = readFileSync(`${SOURCE}/app/router.tsx`, 'utf8');
  const loaders = { main: /page/, side: /sidePage|loginPage/, admin: /adminPage/ };
  const lazy = [...router.matchAll(/(\w*[pP]age)\(\s*\(\) => import\('#([^']+)'\)/g)];
  const wrong = lazy.filter(
    ([, loader = '', path = '']) => !loaders[partOfFile(path)].test(loader),
  );
  expect(wrong.map(([, , path]) => path)).toEqual([]);
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter(
    (path) => !/\.test\.tsx?$/.test(path) && path !== 'app/router.tsx',
  );
  const found = files.flatMap((path) => {
    const source = readFileSync(join(SOURCE, path), 'utf8');
    const rank = (other: string) => ORDER.indexOf(partOfFile(other));
    return [...source.matchAll(/(?:from|import\()\s*'(#|\.)([^']*)'/g)]
      .map(([, mark, rest = '']) =>
        mark === '#' ? rest : relative('.', join(dirname(path), `.${rest}`)),
      )
      .filter((imported) => rank(imported) > rank(path))
      .map((imported) => `${path} → ${imported}`);
  });
  expect(found).toEqual([]);
});
