import { expect, test } from 'vitest';
import { transportOf } from './addon-manifest.ts';

test.each([
  ['https://a.test/manifest.json', 'https://a.test/manifest.json'],
  ['stremio://a.test/key=1%7C2/manifest.json', 'https://a.test/key=1%7C2/manifest.json'],
  [' STREMIO://a.test/x ', 'https://a.test/x/manifest.json'],
  ['http://10.0.0.5:7000/', 'http://10.0.0.5:7000/manifest.json'],
  ['https://a.test/manifest.json?from=link#top', 'https://a.test/manifest.json'],
])('%s is parsed as the address of a manifest', (text, expected) => {
  expect(transportOf(text)).toBe(expected);
});

test.each(['', 'a.test/manifest.json', 'ftp://a.test/manifest.json', 'magnet:?xt=urn:btih:0'])(
  '%j is not the address of a manifest',
  (text) => {
    expect(transportOf(text)).toBeUndefined();
  },
);
