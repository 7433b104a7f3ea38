import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES } from '../tests/e2e/support/pages.ts';
import { THEMES } from '../tests/e2e/support/themes.ts';

/** Redirects and the player, which have specs of their own. */
const NO_PAGES = [
  's/:query',
  'admin',
  'search/:type/:query?',
  'media/:media',
  'media/:media/:season',
  'media/:media/:season/:episode',
  'dev/video',
];

test('the gallery and the tests of all pages know every route', () => {
  const router = readFileSync('apps/web/src/app/router.tsx', 'utf8');
  const routes = [...router.matchAll(/path: '([^']+)'/g)].map(([, route]) => route);
  const known = [...NO_PAGES, ...PAGES.map(({ route }) => route)].filter((route) => route !== '');
  expect(routes.toSorted()).toEqual(known.toSorted());
});

test('every theme has its style sheet', () => {
  const sheets = readdirSync('apps/web/src/styles/themes').map((file) => file.replace('.css', ''));
  expect(sheets.filter((name) => name !== 'default').toSorted()).toEqual(THEMES.toSorted());
});
