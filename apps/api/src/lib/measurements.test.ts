import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');

test('every cache counts its lookups', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).map((file) => ({
    file,
    text: readFileSync(path.join(SOURCES, file), 'utf8'),
  }));
  const caches = files.filter(({ text }) => text.includes('new LRUCache<'));
  expect(caches.length).toBeGreaterThan(5);
  const uncounted = caches.filter(({ text }) => !text.includes('countLookup('));
  expect(uncounted.map(({ file }) => file)).toEqual([]);
});
