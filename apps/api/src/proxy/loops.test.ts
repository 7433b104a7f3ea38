import { expect, test } from 'vitest';
import { isFromProxy, withVia } from './loops.ts';

const viaFor = (url: string): string | undefined => withVia(new URL(url), { accept: '*/*' })['via'];

test.each([
  'https://films.test/proxy?destination=https%3A%2F%2Fa.test',
  'https://worker.test/?destination=a',
  'https://worker.test/?x=1&%64estination=a',
  'https://films.test/stream/abc',
  'https://films.test/%73tream/abc',
  'https://films.test/under/a/path/stream/abc',
])('%s may be a proxy or relay, so the request names its sender', (url) => {
  expect(viaFor(url)).toBe('1.1 matinee');
});

test.each([
  'https://archive.test/download/film.mp4',
  'https://archive.test/search?query=destination',
  'https://archive.test/%zz/film',
  'https://archive.test/streams',
])('%s is not, so nothing is added', (url) => {
  expect(viaFor(url)).toBeUndefined();
});

test.each([
  ['1.1 matinee', true],
  ['1.1 edge, 1.1 Matinee', true],
  ['1.1 caddy', false],
  [undefined, false],
])('Via %j comes from a proxy of this kind: %j', (via, is) => {
  expect(isFromProxy(via === undefined ? {} : { via })).toBe(is);
});
