// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { listsStore, type UserList } from '#data/user-data/lists.ts';
import { startLanguages } from '#i18n/index.ts';
import { dismissUndo, undoStore } from '#ui/undo-store.ts';
import { ListsPage } from './ListsPage.tsx';
import { ListTitles } from './ListTitles.tsx';

startLanguages();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  listsStore.setState({ lists: {}, removals: {} });
  dismissUndo();
});

const list = { id: '1', name: 'Noir', titles: [], createdAt: 0, updatedAt: 0 };
const onServer = (isPublic: boolean) => ({
  synced: { id: '2', userId: 'u', name: 'Noir', isPublic, keys: [] },
});

test.each<readonly [string, UserList, boolean]>([
  ['is to be shared', { ...list, isPublic: true }, false],
  ['is shared', { ...list, isPublic: true, ...onServer(true) }, true],
  ['is no longer to be shared', { ...list, isPublic: false, ...onServer(true) }, true],
  ['is not shared', { ...list, isPublic: false, ...onServer(false) }, false],
])('a list that %s says what others can see', (_, stored, isShared) => {
  listsStore.setState({ lists: { 1: stored } });
  render(
    <MemoryRouter>
      <ListsPage />
    </MemoryRouter>,
  );
  expect(screen.queryByText(/Shared/) !== null).toBe(isShared);
});

test('what is done with a title names it as its row does, and tells titles of the same name apart', async () => {
  const found = { id: 550, title: 'Nosferatu', release_date: '1922-02-16', genres: [] };
  vi.stubGlobal('fetch', async () => Response.json(found));
  const stored: UserList = {
    ...list,
    isPublic: false,
    titles: [
      // Account servers store only ids.
      { type: 'movie', tmdbId: '550' },
      { type: 'movie', tmdbId: '551', title: 'Nosferatu', year: 2024 },
    ],
  };
  Element.prototype.scrollIntoView = () => undefined;
  listsStore.setState({ lists: { 1: stored } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ListTitles list={stored} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = (name: string) => screen.findByRole('button', { name });
  const remove = await button('Remove “Nosferatu (1922)” from this list');
  expect(await button('Remove “Nosferatu (2024)” from this list')).toBeTruthy();
  fireEvent.keyDown(await button('Move Nosferatu (1922): drag it or use the arrow keys'), {
    key: 'ArrowDown',
  });
  expect(screen.getByRole('status').textContent).toBe('Nosferatu moved to position 2 of 2.');
  fireEvent.click(remove);
  expect(undoStore.getState().offer?.text).toBe('“Nosferatu” removed from the list.');
});
