// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { Account, updateSession } from '#data/session.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { ProgressItem } from '#data/user-data/progress-schema.ts';
import { startLanguages } from '#i18n/index.ts';
import { ClosedTitle } from './ClosedLibrary.tsx';
import { CollectionPage } from './CollectionPage.tsx';
import { LibraryPage } from './LibraryPage.tsx';

startLanguages();
const initial = { ...config };
beforeEach(() => {
  listed = [];
  Object.assign(config, { OWN_LIBRARY: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  updateSession({ account: null, backendUrl: null });
  progressStore.setState({ items: {} });
  Object.assign(config, initial);
});

const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });
const CLOSED = { ownSourcesFor: 'accounts' };
const EMPTY = {
  isComplete: true,
  counts: { movies: 0, shows: 0, videos: 0 },
  collections: 0,
  genres: [],
  decades: [],
  sources: [],
};

interface Site {
  readonly meta: object;
  readonly summary?: object;
  readonly path?: string;
}

/** The requests for titles. */
let listed: object[] = [];

/** Opens a page of a site that lists no title to this visitor. */
function renderSite({ meta, summary, path = '/library' }: Site): void {
  const replies: readonly (readonly [string, object])[] = [
    ['/meta', { name: 'Site', version: '1.0.0', ...meta }],
    ['/library/collections', { collections: [] }],
    ['/library/titles', { total: 0, titles: [] }],
    ['/library/summary', { ...EMPTY, ...summary }],
  ];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'https://site.example');
    if (pathname === '/library/titles') {
      listed.push({ method, search, body: typeof body === 'string' && JSON.parse(body) });
    }
    return Response.json(replies.find(([end]) => pathname.endsWith(end))?.[1] ?? {});
  });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/library" element={<LibraryPage />} />
          <Route path="/library/collection/:id" element={<CollectionPage />} />
          <Route path="/title" element={<ClosedTitle>{'Unknown title'}</ClosedTitle>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a library for accounts leads visitors to the login', async () => {
  renderSite({ meta: CLOSED });
  expect(await screen.findByText('Log in to see this library')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

test('a library for everyone does not ask visitors to log in when it is empty', async () => {
  renderSite({ meta: {} });
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
  expect(screen.queryByText('Log in to see this library')).toBeNull();
});

test('an account of this site sees that its library is empty', async () => {
  updateSession({ account });
  renderSite({ meta: CLOSED });
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
});

test.each([
  ['an account on another server', account],
  ['a visitor who chose another server', null],
])('%s is led to the settings, because a login there would not help', async (_, visitor) => {
  updateSession({ account: visitor, backendUrl: 'https://elsewhere.example' });
  renderSite({ meta: CLOSED });
  const link = await screen.findByRole('link', { name: 'Open Settings' });
  expect(link.getAttribute('href')).toBe('/settings');
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

test.each(['/library/collection/1', '/title?x=1'])(
  'in a closed library, %s leads to the login and back',
  async (path) => {
    renderSite({ meta: CLOSED, path });
    const link = await screen.findByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
    expect(screen.queryByText('This collection no longer exists')).toBeNull();
  },
);

test('an unknown title of an open library is unknown', async () => {
  renderSite({ meta: {}, path: '/title' });
  expect(await screen.findByText('Unknown title')).toBeTruthy();
});

test.each([
  [true, 'This collection no longer exists'],
  [false, /^Reading the library/],
])('after a complete scan: %s, an unknown collection shows: %s', async (isComplete, text) => {
  renderSite({ meta: {}, summary: { isComplete }, path: '/library/collection/1' });
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

const BY_ACCOUNT = { method: 'GET', search: expect.stringContaining('sort=unwatched') };
const BY_HISTORY = {
  method: 'POST',
  body: { sort: 'unwatched', section: 'movies', watched: { movies: [289], shows: [] } },
};

test.each([
  ['an account of this site', account, null, BY_ACCOUNT],
  ['an account on another server', account, 'https://elsewhere.example', BY_HISTORY],
  ['a visitor without an account', null, null, BY_HISTORY],
])('%s can sort by what was watched', async (_, visitor, backendUrl, request) => {
  Element.prototype.scrollIntoView = () => undefined;
  updateSession({ account: visitor, backendUrl });
  const progress = { watched: 5_990, duration: 6_000 };
  const watched = ProgressItem.parse({ type: 'movie', progress });
  progressStore.setState({ items: { 289: watched } });
  renderSite({ meta: {}, summary: { counts: { movies: 1, shows: 0, videos: 0 } } });
  const sort = await screen.findByLabelText('Sort by');
  await userEvent.setup().selectOptions(sort, 'Unwatched first');
  await vi.waitFor(() => expect(listed.at(-1)).toMatchObject(request));
});
