import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '#sources/manifest/read-manifest.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

/** The code blocks under a heading, joined. */
function codeUnder(heading: string): string {
  const readme = read('../../../README.md');
  const [, after = ''] = readme.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const pieces = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return pieces.join('\n');
}

test.each([
  ['Writing a source, step by step', 'our-movies.ts'],
  ['Testing a source', 'our-movies.test.ts'],
])('the README’s example "%s" is %s, which compiles and runs', (heading, file) => {
  expect(codeUnder(heading)).toBe(read(file));
});

test('the README’s manifest is valid', () => {
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(read('../../../README.md')) ?? [];
  const { errors, titles } = readManifest(shown);
  expect(errors).toEqual([]);
  expect([...titles.keys()]).toEqual(['movie:10331', 'show:tt0043208:1:2']);
});
