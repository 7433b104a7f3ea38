import { expect, test } from 'vitest';
import { newestShell, outdated, strategyFor } from './cache.ts';

test('the cache of the previous version is kept, for the pages that still use it', () => {
  const names = ['matinee-shell-1', 'matinee-latest', 'matinee-shell-2', 'matinee-shell-3'];
  expect(outdated(names, '3')).toEqual(['matinee-shell-1']);
  expect(outdated(['matinee-shell-1', 'matinee-latest'], '1')).toEqual([]);
});

test('caches of earlier clients are deleted, and others on this host are kept', () => {
  const names = ['workbox-precache-v2-https://films.test/', 'matinee-shell-1', 'another-app'];
  expect(outdated(names, '1')).toEqual(['workbox-precache-v2-https://films.test/']);
});

test('the newest version is the one that was installed last', () => {
  expect(newestShell(['matinee-shell-9', 'matinee-shell-1', 'matinee-latest'])).toBe(
    'matinee-shell-1',
  );
  expect(newestShell(['matinee-latest'])).toBeUndefined();
});

const HERE = 'https://films.test';
const answer = (path: string, asked: { method?: string; mode?: string } = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: new URL(path, HERE).href, ...asked }, HERE);

test('pages, assets and the catalog are available offline', () => {
  expect(answer('/browse/living%20dead', { mode: 'navigate' })).toBe('page');
  expect(answer('/assets/main-abc.js')).toBe('asset');
  expect(answer('/catalogue/search?query=dead')).toBe('latest');
  expect(answer('/assets/texts/de-abc.js')).toBe('latest');
  expect(answer('/config.js')).toBe('latest');
  expect(answer('/favicon.svg')).toBe('latest');
});

test('connectivity checks always use the network', () => {
  expect(answer('/ping.txt')).toBe('none');
  expect(answer('/ping.txt?1', { mode: 'navigate' })).toBe('none');
  expect(answer('/readyz')).toBe('none');
});

test('nothing of accounts, streams or searches is cached', () => {
  for (const path of ['/users/1/progress', '/auth/login', '/sessions/x', '/meta'])
    expect(answer(path)).toBe('none');
  for (const path of ['/proxy?url=x', '/stream/1', '/scrape?type=movie'])
    expect(answer(path)).toBe('none');
});

test('writes and requests to other hosts are not intercepted', () => {
  expect(answer('/catalogue/search', { method: 'POST' })).toBe('none');
  expect(answer('https://images.test/assets/poster.jpg')).toBe('none');
});
