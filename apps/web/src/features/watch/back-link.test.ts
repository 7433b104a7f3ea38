import { expect, test } from 'vitest';
import { backTarget, backTargetOf, recordPath } from './back-link.ts';

test.each([
  [[], '/'],
  [['/media/tmdb-movie-1-x'], '/'],
  [['/', '/browse/dead', '/media/a', '/media/b'], '/browse/dead'],
  [['/discover', '/s/dead', '/onboarding/proxy'], '/discover'],
  [['/discover', '/here'], '/discover'],
])('after %j the back link of /here leads to %s', (paths, target) => {
  expect(backTargetOf(paths, '/here')).toBe(target);
});

test('the list of visited paths has a limit', () => {
  recordPath('/first');
  for (let step = 0; step < 60; step += 1) recordPath(`/media/${step}`);
  expect(backTarget('/media/59')).toBe('/');
  recordPath('/browse/dead');
  recordPath('/media/60');
  expect(backTarget('/media/60')).toBe('/browse/dead');
});
