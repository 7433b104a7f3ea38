import { expect, test } from 'vitest';
import { strategyFor } from './route.ts';

const HERE = 'https://films.test';
const answer = (path: string, asked: { method?: string; mode?: string } = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: new URL(path, HERE).href, ...asked }, HERE);

test('pages, assets and the catalogue are there without a network', () => {
  expect(answer('/browse/living%20dead', { mode: 'navigate' })).toBe('page');
  expect(answer('/assets/main-abc.js')).toBe('asset');
  expect(answer('/catalogue/search?query=dead')).toBe('latest');
  expect(answer('/config.js')).toBe('latest');
  expect(answer('/favicon.svg')).toBe('latest');
});

test('what is asked to learn whether there is a network always goes there', () => {
  expect(answer('/ping.txt')).toBe('none');
  expect(answer('/ping.txt?1', { mode: 'navigate' })).toBe('none');
  expect(answer('/readyz')).toBe('none');
});

test('nothing of an account, of a stream or of a search for one is kept', () => {
  for (const path of ['/users/1/progress', '/auth/login', '/sessions/x', '/meta'])
    expect(answer(path)).toBe('none');
  for (const path of ['/proxy?url=x', '/stream/1', '/scrape?type=movie'])
    expect(answer(path)).toBe('none');
});

test('what changes something, and what belongs to another host, is not touched', () => {
  expect(answer('/catalogue/search', { method: 'POST' })).toBe('none');
  expect(answer('https://images.test/assets/poster.jpg')).toBe('none');
});
