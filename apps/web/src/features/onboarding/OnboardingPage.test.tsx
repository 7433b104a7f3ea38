// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { config } from '#config.ts';
import { updateSession } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { OnboardingPage } from './OnboardingPage.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
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

test.each([
  { site: '', own: null, isOffered: false },
  { site: 'https://site.example', own: null, isOffered: true },
  { site: 'https://site.example', own: ['https://own.example'], isOffered: false },
  { site: '', own: ['https://own.example'], isOffered: false },
])('the default setup with the site’s servers “$site” and own $own', ({ site, own, isOffered }) => {
  updateSession({ proxySet: own });
  Object.assign(config, { CORS_PROXY_URL: site });
  open('/onboarding?m=skip');
  expect(screen.queryAllByRole('dialog')).toHaveLength(isOffered ? 1 : 0);
  const links = screen.queryAllByRole('link', { name: 'Use the default setup' });
  expect(links).toHaveLength(isOffered ? 1 : 0);
});
