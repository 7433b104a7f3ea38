import { expect, test } from 'vitest';
import { keptSearch } from './return-to.ts';

test('everything but the open dialog is handed on', () => {
  expect(keptSearch(new URLSearchParams('m=skip&redirect=%2Fa&x=1'))).toBe('redirect=%2Fa&x=1');
});
