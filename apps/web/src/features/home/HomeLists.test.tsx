// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { saveBookmark, removeBookmark } from '#data/user-data/bookmarks.ts';
import type { ProgressItem } from '#data/user-data/progress-schema.ts';
import { clearLibrary } from '#data/user-data/claim-library.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { setSyncStatus } from '#data/account/sync-status.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { startLanguages } from '#i18n/index.ts';
import { HomeLists } from './HomeLists.tsx';

startLanguages();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  clearLibrary();
  updateSession({ account: null, backendUrl: null });
  setSyncStatus({ is: 'off' });
});

const pendingChanges = vi.fn<(count: number) => void>();

async function renderLists(...responses: readonly { status: number; body: unknown }[]) {
  const queue = [...responses];
  const fetched = vi.fn<() => Promise<Response>>(async () => {
    const { status, body } = queue.shift() ?? { status: 500, body: {} };
    return Response.json(body, { status });
  });
  vi.stubGlobal('fetch', fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <HomeLists onPendingChanges={pendingChanges} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return fetched;
}

const popular = (...titles: readonly object[]) => ({
  status: 200,
  body: { results: titles.map((title, id) => ({ id, release_date: '1963-01-01', ...title })) },
});
const title = (name: string) => screen.findByRole('link', { name: new RegExp(name) });

const show: ProgressItem = {
  title: 'Bonanza',
  year: 1959,
  type: 'show',
  updatedAt: 1,
  seasons: { '71': { id: '71', number: 1, title: 'Season 1' } },
  episodes: {
    '93': {
      id: '93',
      number: 3,
      title: 'The Newcomers',
      seasonId: '71',
      updatedAt: 1,
      progress: { watched: 300, duration: 1_500 },
    },
  },
};

test('a new visitor sees popular released movies', async () => {
  await renderLists(
    popular({ title: 'Charade' }, { title: 'Tomorrow', release_date: '2999-01-01' }),
  );
  expect((await title('Charade')).getAttribute('href')).toBe('/media/tmdb-movie-0-charade');
  expect(screen.getByRole('region', { name: 'Watch now' })).toBeTruthy();
  expect(screen.queryByText('Tomorrow')).toBeNull();
  expect(screen.queryByText('Continue watching')).toBeNull();
});

test('a failed request can be retried', async () => {
  await renderLists({ status: 502, body: {} }, popular({ title: 'Charade' }));
  await screen.findByText(/^We couldn't reach the catalog\./);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(await title('Charade')).toBeTruthy();
});

test('an empty response has its own message, and can be retried', async () => {
  await renderLists(popular(), popular({ title: 'Charade' }));
  expect(await screen.findByText("There's nothing in the catalog yet.")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(await title('Charade')).toBeTruthy();
});

test('a started show links to its episode, and no popular titles are requested', async () => {
  progressStore.setState({ items: { '7': show } });
  const fetched = await renderLists();
  const link = await title('Bonanza');
  expect(link.getAttribute('href')).toBe('/media/tmdb-tv-7-bonanza/71/93');
  expect(link.textContent).toContain('S1 E3');
  expect(link.textContent).toContain('20% watched');
  expect(screen.getByRole('region', { name: 'Continue watching' })).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

test('progress from another tab appears', async () => {
  await renderLists(popular({ title: 'Charade' }));
  await title('Charade');
  act(() => progressStore.setState({ items: { '7': show } }));
  expect(await title('Bonanza')).toBeTruthy();
  expect(screen.queryByText('Charade')).toBeNull();
});

const signIn = (backendUrl: string | null = null) =>
  updateSession({
    backendUrl,
    account: {
      token: 'token',
      userId: 'somebody',
      sessionId: 'session',
      deviceName: '',
      profile: { colorA: '', colorB: '', icon: '' },
      seed: '',
    },
  });

test('a signed-in device shows no popular titles before the first sync', async () => {
  signIn();
  const fetched = await renderLists(popular({ title: 'Charade' }));
  expect(screen.getByText('Loading your profile…')).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  act(() => setSyncStatus({ is: 'synced', at: 1, newsAt: null }));
  expect(await title('Charade')).toBeTruthy();
});

test('a failed first sync shows an error with its actions', async () => {
  signIn();
  setSyncStatus({ is: 'notSynced', failure: { is: 'unreachable' } });
  await renderLists();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Failed to load your profile');
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons()).toEqual(['Try again', 'Log out']);
  act(() => signIn('https://accounts.example'));
  expect(buttons()).toEqual(['Try again', "Log out and use this site's account server", 'Log out']);
});

test('a failed sync does not hide the titles stored on this device', async () => {
  signIn();
  setSyncStatus({ is: 'notSynced', failure: { is: 'unreachable' } });
  progressStore.setState({ items: { '7': show } });
  await renderLists();
  expect(await title('Bonanza')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('logging out after a failed first sync asks before it loses unsent changes', async () => {
  signIn();
  saveBookmark({ tmdbId: '1', type: 'movie', title: 'Charade' });
  removeBookmark('1');
  setSyncStatus({ is: 'notSynced', failure: { is: 'unreachable' } });
  await renderLists();
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await vi.waitFor(() => expect(pendingChanges).toHaveBeenCalledWith(1));
  expect(sessionStore.getState().account).not.toBeNull();
});

test('the buttons that remove and move titles of the same name have different names', async () => {
  saveBookmark({ tmdbId: '1', type: 'movie', title: 'Nosferatu', year: 1922 });
  saveBookmark({ tmdbId: '2', type: 'movie', title: 'Nosferatu', year: 2024 });
  await renderLists();
  fireEvent.click(screen.getByRole('button', { name: 'Edit “Bookmarks”' }));
  for (const name of ['Nosferatu (1922)', 'Nosferatu (2024)']) {
    expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeTruthy();
    const move = `Move ${name}: drag it or use the arrow keys`;
    expect(screen.getByRole('button', { name: move })).toBeTruthy();
  }
});
