import { expect, test } from 'vitest';
import { FIRST_TEXTS } from './first-texts.ts';

const SOURCES = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/generated/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** These fetch pages, or the rows of a menu, and what those say with them. */
const FETCHES_PAGES = new Set([
  '../app/router.tsx',
  '../app/prefetch-player.ts',
  '../app/HeaderMenu.tsx',
  '../features/lists/ListModal.tsx',
]);

const pathOf = (from: string, to: string): string =>
  to.startsWith('#') ? `../${to.slice(1)}` : new URL(to, `file:///src/i18n/${from}`).pathname;
const keyOf = (path: string): string => path.replace(/^\/src\//, '../');

/** Everything that may be drawn before a page is fetched, or beside it. */
function drawnAtFirst(file: string, seen = new Set<string>()): Set<string> {
  const source = SOURCES[file];
  if (source === undefined || seen.has(file)) return seen;
  seen.add(file);
  const imports = FETCHES_PAGES.has(file)
    ? /\bfrom '([#.][^']+)'/g
    : /(?:\bfrom |\bimport\()'([#.][^']+)'/g;
  for (const [, to = ''] of source.matchAll(imports)) drawnAtFirst(keyOf(pathOf(file, to)), seen);
  return seen;
}

test('what the first pages say is part of what they load', () => {
  const files = drawnAtFirst('../app/mount.ts');
  expect(files).toContain('../app/pages/Home.tsx');
  expect(files).toContain('../features/details/DetailsSheet.tsx');
  expect(files).not.toContain('../features/watch/WatchPage.tsx');
  const known = new Set(Object.keys(FIRST_TEXTS));
  const missing = [...files].flatMap((file) =>
    [...(SOURCES[file] ?? '').matchAll(/\$\s*\.\s*(\w+)/g)]
      .filter(([, section = '']) => !known.has(section))
      .map(([, section]) => `${section}, said by ${file}, is not among the first texts`),
  );
  expect(missing).toEqual([]);
});
