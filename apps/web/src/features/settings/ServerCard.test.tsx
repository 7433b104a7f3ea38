// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Account, updateSession } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { ServerCard } from './ServerCard.tsx';
import { SettingsFormContext, useStoredSettings } from './settings-form.ts';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  updateSession({ account: null });
});

/** The form with another server, which isn't saved yet. */
function Form() {
  const values = { ...useStoredSettings(), server: 'https://server.example' };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SettingsFormContext value={{ values, invalid: [], change: () => undefined }}>
        <ServerCard />
      </SettingsFormContext>
    </QueryClientProvider>
  );
}

test('only people who are logged in are told that another server logs them out', () => {
  render(<Form />);
  expect(screen.queryByText(/Saving this logs you out/)).toBeNull();
  cleanup();
  const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
  updateSession({ account });
  render(<Form />);
  expect(screen.getByText(/^Saving this logs you out/)).toBeDefined();
});
