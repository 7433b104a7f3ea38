// Checks the scripts that the built pages name in their heads, which every first visit loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../../apps/web/dist');
const MAX_KIB = 230;

const scriptsOf = (page: string): readonly string[] => {
  const html = readFileSync(join(DIST, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
};
const kib = (files: readonly string[]): number =>
  files.reduce((sum, file) => {
    return sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length / 1024;
  }, 0);

test('home needs at most 230 KiB of JavaScript, in few chunks', () => {
  const scripts = scriptsOf('index.html');
  expect(kib(scripts)).toBeLessThanOrEqual(MAX_KIB);
  expect(kib(scripts)).toBeGreaterThan(100);
  expect(scripts.length).toBeLessThanOrEqual(6);
});

test('the page with the rows is that of home, and also preloads their code', () => {
  const [home, rows] = [scriptsOf('index.html'), scriptsOf('discover.html')];
  const more = rows.filter((file) => !home.includes(file));
  expect(rows).toEqual([...home, ...more]);
  expect(more.map((file) => file.replace(/-.*$/, ''))).toContain('assets/DiscoverPage');
  expect(more.length).toBeLessThanOrEqual(4);
});

test('the page of a title is that of home, and also preloads the player', () => {
  const [home, media] = [scriptsOf('index.html'), scriptsOf('media.html')];
  const more = media.filter((file) => !home.includes(file));
  expect(media).toEqual([...home, ...more]);
  // The hash that the build appends may contain hyphens.
  expect(more.map((file) => file.replace(/-.*$/, '')).toSorted()).toEqual([
    'assets/icons',
    'assets/player',
    'assets/shared',
  ]);
});
