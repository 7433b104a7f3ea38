// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { config } from '#config.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { OnboardingPage } from './OnboardingPage.tsx';

startLanguages();
addModalDialogs();
const initial = { ...config };
afterEach(() => {
  cleanup();
  updateSession({ proxySet: null });
  Object.assign(config, initial);
});

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <OnboardingPage />
    </MemoryRouter>,
  );
}

test("only the site's servers are a default setup", () => {
  updateSession({ proxySet: ['https://own.example'] });
  Object.assign(config, { CORS_PROXY_URL: '' });
  open('/onboarding');
  expect(screen.queryByRole('link', { name: 'Use the default setup' })).toBeNull();
  cleanup();
  Object.assign(config, { CORS_PROXY_URL: 'https://site.example' });
  open('/onboarding');
  expect(screen.getByRole('link', { name: 'Use the default setup' })).toBeDefined();
});

test("the default setup replaces the user's own servers, which would come first", () => {
  updateSession({ proxySet: ['https://own.example'] });
  Object.assign(config, { CORS_PROXY_URL: 'https://site.example' });
  open('/onboarding?m=skip');
  fireEvent.click(screen.getByRole('button', { name: 'Use the default setup' }));
  expect(sessionStore.getState().proxySet).toBeNull();
});
