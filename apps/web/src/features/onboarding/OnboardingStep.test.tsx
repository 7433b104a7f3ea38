import { expect, test } from 'vitest';
import { withoutDialog } from './OnboardingStep.tsx';

test('links keep everything but the open dialog', () => {
  expect(withoutDialog(new URLSearchParams('m=skip&redirect=%2Fa&x=1'))).toBe('redirect=%2Fa&x=1');
});
