import { expect, test } from 'vitest';
import { newestShell, outdated } from './cache.ts';

test('the version before this one is kept, for the pages that it still shows', () => {
  const names = ['matinee-shell-1', 'matinee-latest', 'matinee-shell-2', 'matinee-shell-3'];
  expect(outdated(names, '3')).toEqual(['matinee-shell-1']);
  expect(outdated(['matinee-shell-1', 'matinee-latest'], '1')).toEqual([]);
});

test('what a client before this one kept is forgotten, what others on this host keep is not', () => {
  const names = ['workbox-precache-v2-https://films.test/', 'matinee-shell-1', 'another-app'];
  expect(outdated(names, '1')).toEqual(['workbox-precache-v2-https://films.test/']);
});

test('the newest version is the one that was installed last', () => {
  expect(newestShell(['matinee-shell-9', 'matinee-shell-1', 'matinee-latest'])).toBe(
    'matinee-shell-1',
  );
  expect(newestShell(['matinee-latest'])).toBeUndefined();
});
