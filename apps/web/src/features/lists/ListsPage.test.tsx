// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { listsStore, type UserList } from '#data/user-data/lists.ts';
import { startLanguages } from '#i18n/index.ts';
import { ListsPage } from './ListsPage.tsx';

startLanguages();
afterEach(() => {
  cleanup();
  listsStore.setState({ lists: {}, removals: {} });
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
