import { expect, test } from 'vitest';
import { breakableParts } from './BreakableText.tsx';

test.each([
  ['https://proxy.example.org/a', ['https://', 'proxy.', 'example.', 'org/', 'a']],
  ['https://proxy.example.org/', ['https://', 'proxy.', 'example.', 'org/']],
  ['The server responds. It is fast.', ['The server responds. It is fast.']],
  ['', []],
])('%j breaks into %j', (text, parts) => {
  expect(breakableParts(text)).toEqual(parts);
});
