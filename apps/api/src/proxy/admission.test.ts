import { describe, expect, test } from 'vitest';
import { whyRefused } from './admission.ts';

const own = { ownHosts: new Set(['films.test']), origins: ['https://friend.test'] };

describe('who may use the proxy', () => {
  test.each([
    [{}],
    [{ origin: 'https://films.test' }],
    [{ origin: 'http://films.test' }],
    [{ origin: 'https://friend.test' }],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'video' }],
    [{ 'sec-fetch-dest': 'track' }],
  ])('%j', (headers) => {
    expect(whyRefused(headers, own)).toBeUndefined();
  });

  test('any origin, when the operator says so', () => {
    const open = { ...own, origins: ['*'] };
    expect(whyRefused({ origin: 'https://stranger.test' }, open)).toBeUndefined();
  });
});

describe('who may not', () => {
  test.each([
    [{ origin: 'https://stranger.test' }],
    [{ origin: 'null' }],
    [{ origin: 'https://films.test.evil.test' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'service-worker': 'script' }],
    [{ 'x-matinee-hop': '1' }],
  ])('%j', (headers) => {
    expect(whyRefused(headers, own)).toEqual(expect.any(String));
  });

  test.each([
    'document',
    'iframe',
    'frame',
    'object',
    'embed',
    'script',
    'style',
    'worker',
    'sharedworker',
    'serviceworker',
    'manifest',
    'xslt',
    'report',
    'font',
    'something-new',
  ])('as a %s', (use) => {
    expect(whyRefused({ 'sec-fetch-dest': use }, { ...own, origins: ['*'] })).toContain(use);
  });
});
