// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { ServerError } from './FormError.tsx';

startLanguages();
afterEach(cleanup);

test.each([
  [600_000, 'Try again in 10 minutes.'],
  [59_000, 'Try again in a minute.'],
  [undefined, 'Try again in a few minutes.'],
])('after too many attempts the error says when to retry: %s ms', (retryAfterMs, said) => {
  render(<ServerError failure={{ is: 'refused', status: 429, retryAfterMs }} />);
  expect(screen.getByRole('alert').textContent).toBe(`Too many tries${said}`);
});
