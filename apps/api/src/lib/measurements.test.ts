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

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('everything that is polled counts its retries', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] });
  const polled = files.flatMap((file) => {
    const text = readFileSync(path.join(SOURCES, file), 'utf8');
    const polls = count(text, /\b(?:poll|createPolledValue|stremioAddons)\(/g);
    return polls > 0
      ? [{ file, polls, counted: count(text, /onRetry: \(\) => countRetry\(/g) }]
      : [];
  });
  expect(polled.length).toBeGreaterThan(6);
  expect(polled.filter(({ polls, counted }) => polls !== counted)).toEqual([]);
});
