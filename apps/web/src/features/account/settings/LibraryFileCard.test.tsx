// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Account, sessionStore } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { LibraryFileCard } from './LibraryFileCard.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  sessionStore.setState({ account: null });
});

const said = () => screen.getByRole('region', { name: 'Export and import' }).textContent;

test('the export of an account is explained only to people who have one', () => {
  const { unmount } = render(<LibraryFileCard />);
  expect(said()).toContain('You can import the file here');
  expect(said()).not.toContain('account');
  unmount();
  const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
  sessionStore.setState({ account });
  render(<LibraryFileCard />);
  expect(said()).toContain('An account export also includes your devices.');
});

test('a file that is too large names the limit', async () => {
  render(<LibraryFileCard />);
  const large = new File([], 'export.json');
  Object.defineProperty(large, 'size', { value: 65 * 1024 * 1024 });
  fireEvent.change(screen.getByLabelText('Import'), { target: { files: [large] } });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This file is too large. The limit is 64 MB.',
  );
});
