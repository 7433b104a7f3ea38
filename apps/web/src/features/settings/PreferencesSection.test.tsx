// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Account, sessionStore } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { PreferencesSection } from './PreferencesSection.tsx';
import { SettingsFormContext, useStoredSettings } from './settings-form.ts';

startLanguages();
await loadPageTexts('side', 'admin');
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json([])));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

function Form() {
  const values = { ...useStoredSettings(), reporting: true };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SettingsFormContext value={{ values, invalid: [], change: () => undefined }}>
        <PreferencesSection />
      </SettingsFormContext>
    </QueryClientProvider>
  );
}

test.each([
  [null, 1],
  ['https://server.example', 0],
])('with an account on %s, %d switch offers the nickname', (backendUrl, switches) => {
  const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
  sessionStore.setState({ account, backendUrl });
  render(<Form />);
  expect(screen.getByRole('switch', { name: 'Send reports' })).toBeDefined();
  expect(screen.queryAllByRole('switch', { name: /nickname/ })).toHaveLength(switches);
});
