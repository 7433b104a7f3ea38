// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { LinkingError, PasskeyError, ServerError } from './FormError.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(cleanup);

test('a server error names its request, by which the operator finds it in the log', () => {
  const { rerender } = render(
    <ServerError failure={{ is: 'rejected', status: 500, requestId: 'r-1' }} />,
  );
  expect(screen.getByRole('alert').textContent).toContain('Request ID: r-1');
  rerender(<ServerError failure={{ is: 'rejected', status: 404, requestId: 'r-2' }} />);
  expect(screen.getByRole('alert').textContent).not.toContain('r-2');
});

test.each([
  [401, "You're logged outLog in and try again."],
  [
    403,
    "You don't have accessLog in with another account, or ask the people who run this site for access.",
  ],
  [
    404,
    "This no longer existsReload the page. If that doesn't help, check the account server in Settings.",
  ],
  [
    410,
    "This no longer existsReload the page. If that doesn't help, check the account server in Settings.",
  ],
  [
    409,
    "The server couldn't save thisIt conflicts with something already saved, or you've reached a limit. Reload the page or delete something, then try again.",
  ],
  [413, 'This is too large for the serverTry again with less data.'],
  [500, 'Something went wrong on the serverTry again later.'],
  [503, "The server isn't available right nowTry again in a moment."],
  [
    507,
    "The server's disk is fullNothing was saved. Ask the people who run this site to free up space, then try again.",
  ],
  [418, 'The server refused the requestIt responded with status 418. Try again later.'],
])(
  'status %i has a text of the app, and the text of the server is only a detail',
  (status, said) => {
    render(<ServerError failure={{ is: 'rejected', status, message: 'Raw <text>' }} />);
    const alert = screen.getByRole('alert');
    expect(alert.querySelector('code')?.textContent).toBe('Raw <text>');
    expect(alert.textContent).toBe(`${said}Raw <text>`);
  },
);

test.each([
  [600_000, 'Wait 10 minutes, then try again.'],
  [59_000, 'Wait 1 minute, then try again.'],
  [undefined, 'Wait a few minutes, then try again.'],
])('after too many attempts the error says when to retry: %s ms', (retryAfterMs, said) => {
  render(<ServerError failure={{ is: 'rejected', status: 429, retryAfterMs }} />);
  expect(screen.getByRole('alert').textContent).toBe(`Too many attempts${said}`);
});

test('an unused passkey leads to the passphrase only where that does the same', () => {
  const said = () => screen.getByRole('alert').textContent;
  const { rerender } = render(<PasskeyError error={{ is: 'canceled' }} />);
  expect(said()).toContain('use your passphrase');
  rerender(<PasskeyError error={{ is: 'canceled' }} isLocking />);
  expect(said()).toBe("The passkey wasn't usedTry again.");
});

test('an unlocked key of another account is not said to have a passkey that does not unlock it', () => {
  const said = () => screen.getByRole('alert').textContent;
  const { rerender } = render(<PasskeyError error={{ is: 'wrong' }} isLocking />);
  expect(said()).toBe("The passkey wasn't usedTry again.");
  rerender(<PasskeyError error={{ is: 'wrong' }} />);
  expect(said()).toBe("This passkey doesn't unlock your accountUse your passphrase instead.");
});

test('a passkey that unlocks nothing is not said to be unable to lock', () => {
  const said = () => screen.getByRole('alert').textContent;
  const { rerender } = render(<PasskeyError error={{ is: 'unsupported' }} />);
  expect(said()).toBe("This passkey doesn't work hereUse your passphrase instead.");
  rerender(<PasskeyError error={{ is: 'unsupported' }} isLocking />);
  expect(said()).toContain("can't lock an account key");
});

test('only the device that typed the code is told to check it', () => {
  const { rerender } = render(<LinkingError error={{ is: 'expired' }} />);
  expect(screen.getByRole('alert').textContent).toContain('Check the code');
  rerender(<LinkingError error={{ is: 'expired' }} isCodeHere />);
  expect(screen.getByRole('alert').textContent).toBe(
    "The code has expiredThe device wasn't linked within 2 minutes.",
  );
});
