import { expect, test } from 'vitest';
import { withoutDialog } from './useReturnTo.ts';

test('links keep everything but the open dialog', () => {
  expect(withoutDialog(new URLSearchParams('m=skip&redirect=%2Fa&x=1'))).toBe('redirect=%2Fa&x=1');
});
