// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { Account, updateSession } from '#data/session.ts';
import { startLanguages } from '#i18n/index.ts';
import { LibraryPage } from './LibraryPage.tsx';

startLanguages();
const initial = { ...config };
beforeEach(() => Object.assign(config, { OWN_LIBRARY: true }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  updateSession({ account: null, backendUrl: null });
  Object.assign(config, initial);
});

const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
const EMPTY = {
  isComplete: true,
  counts: { movies: 0, shows: 0, videos: 0 },
  collections: 0,
  genres: [],
  decades: [],
  sources: [],
};

/** Opens the page of a site that lists no title to this visitor. */
function renderLibrary(meta: object): void {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/meta') ? { name: 'Site', version: '1.0.0', ...meta } : EMPTY),
  );
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <LibraryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a library for accounts leads visitors to the login', async () => {
  renderLibrary({ ownSourcesFor: 'accounts' });
  expect(await screen.findByText('Log in to see this library')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

test('a library for everyone does not ask visitors to log in when it is empty', async () => {
  renderLibrary({});
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
  expect(screen.queryByText('Log in to see this library')).toBeNull();
});

test('an account of this site sees that its library is empty', async () => {
  updateSession({ account });
  renderLibrary({ ownSourcesFor: 'accounts' });
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
});

test.each([
  ['an account on another server', account],
  ['a visitor who chose another server', null],
])('%s is led to the settings, because a login there would not help', async (_, visitor) => {
  updateSession({ account: visitor, backendUrl: 'https://elsewhere.example' });
  renderLibrary({ ownSourcesFor: 'accounts' });
  const link = await screen.findByRole('link', { name: 'Open Settings' });
  expect(link.getAttribute('href')).toBe('/settings');
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});
