// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { clearLibrary } from '#data/user-data/claim-library.ts';
import { historyStore } from '#data/user-data/history.ts';
import { startLanguages } from '#i18n/index.ts';
import { dismissUndo, undoStore } from '#ui/undo-store.ts';
import { HistoryPage } from './HistoryPage.tsx';
import { HistoryRow } from './HistoryRow.tsx';

startLanguages();
afterEach(() => {
  cleanup();
  clearLibrary();
});

const TITLE = {
  tmdbId: '1',
  title: 'Carnival',
  watched: 30,
  duration: 60,
  completed: false,
  updatedAt: Date.UTC(2026, 5, 10, 12),
  isNew: false,
};
const EPISODE = { seasonId: '2', seasonNumber: 1, episodeId: '3' };

test('the buttons that remove two episodes of a show have different names', () => {
  render(
    <MemoryRouter>
      <HistoryRow item={{ ...TITLE, type: 'movie' }} onRemove={() => {}} />
      <HistoryRow
        item={{ ...TITLE, ...EPISODE, type: 'show', episodeNumber: 4 }}
        onRemove={() => {}}
      />
      <HistoryRow
        item={{ ...TITLE, ...EPISODE, type: 'show', episodeNumber: 5 }}
        onRemove={() => {}}
      />
    </MemoryRouter>,
  );
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual([
    'Remove “Carnival” from your history',
    'Remove “Carnival · S1 E4” from your history',
    'Remove “Carnival · S1 E5” from your history',
  ]);
});

test('the notice names the episode that was removed', () => {
  const item = { ...TITLE, ...EPISODE, type: 'show' as const, episodeNumber: 4 };
  historyStore.setState({ items: { '1/3': item } });
  render(
    <MemoryRouter>
      <HistoryPage />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Remove “Carnival/ }));
  expect(undoStore.getState().offer?.text).toBe('“Carnival · S1 E4” removed from your history.');
  dismissUndo();
});
