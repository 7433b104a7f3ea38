// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { HistoryRow } from './HistoryRow.tsx';

startLanguages();
afterEach(cleanup);

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
