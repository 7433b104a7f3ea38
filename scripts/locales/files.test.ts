// What the browser loads of each language.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.ts';
import { isSideFile, languagePacker } from '../../apps/web/vite-locale-files.ts';
import { ENGLISH, translations } from './texts.ts';

const SOURCE = 'apps/web/src';
const MOST_BYTES = 14 * 1024;
const packLanguage = languagePacker();

function brotliBytes(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(text, { params }).length;
}

test('every language that has a file is offered, and no other', () => {
  const files = LANGUAGES.map(({ file }) => file);
  expect(files.toSorted()).toEqual([ENGLISH, ...translations()].toSorted());
});

test.each(translations())('each file of %s is one request of 14 KiB at most', (file) => {
  for (const part of ['main', 'side'] as const) {
    const bytes = brotliBytes(`export default ${JSON.stringify(packLanguage(file, part))}`);
    expect.soft(bytes, part).toBeLessThanOrEqual(MOST_BYTES);
  }
});

test('the files whose texts load late are imported by each other, and by side pages of the router', () => {
  const router = readFileSync(`${SOURCE}/app/router.tsx`, 'utf8');
  const late = [...router.matchAll(/(?:sidePage|loginPage)\(\s*\(\) => import\('#([^']+)'\)/g)];
  const pages = new Set(late.map(([, path]) => path));
  const others = [...router.matchAll(/import\('#([^']+)'\)/g)].map(([, path = '']) => path);
  expect(others.filter((path) => isSideFile(path) && !pages.has(path))).toEqual([]);
  const importers = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter(
    (path) => !isSideFile(path) && !/\.test\.tsx?$/.test(path) && path !== 'app/router.tsx',
  );
  const found = importers.flatMap((path) => {
    const source = readFileSync(join(SOURCE, path), 'utf8');
    return [...source.matchAll(/(?:from|import\()\s*'(#|\.)([^']*)'/g)]
      .map(([, mark, rest = '']) =>
        mark === '#' ? rest : relative('.', join(dirname(path), `.${rest}`)),
      )
      .filter(isSideFile)
      .map((imported) => `${path} → ${imported}`);
  });
  expect(found).toEqual([]);
});
