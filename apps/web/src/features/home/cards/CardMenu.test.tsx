// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { seasonDetails, showDetails } from '#data/catalog/details.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { CardMenu } from './CardMenu.tsx';

startLanguages();
addModalDialogs();
afterEach(() => {
  cleanup();
  progressStore.setState({ items: {} });
});

const SHOW = { type: 'show', tmdbId: '7', title: 'Bonanza' } as const;

/** Opens the menu of a show whose last opened episode is the first of a season. */
function open(season: number, watched: number) {
  progressStore.setState({
    items: {
      '7': {
        type: 'show',
        title: 'Bonanza',
        updatedAt: 1,
        seasons: { '1': { id: '1', title: '', number: season } },
        episodes: {
          '2': {
            id: '2',
            title: '',
            number: 1,
            seasonId: '1',
            progress: { watched, duration: 100 },
            updatedAt: 1,
          },
        },
      },
    },
  });
  const client = new QueryClient();
  client.setQueryData(seasonDetails('7', season).queryKey, {
    id: 1,
    season_number: season,
    episodes: [{ id: 2, episode_number: 1, air_date: '1960-01-01' }],
  });
  client.setQueryData(showDetails('7').queryKey, {
    id: 7,
    name: 'Bonanza',
    seasons: [{ id: 1, season_number: season, name: '' }],
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CardMenu subject={SHOW} position={{ x: 0, y: 0 }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('the season of specials is named as in lists of seasons', () => {
  open(0, 50);
  expect(labels()).toContain('Mark specials as watched');
  cleanup();
  open(0, 100);
  expect(labels()).toContain('Mark specials as unwatched');
  cleanup();
  open(2, 50);
  expect(labels()).toContain('Mark season 2 as watched');
});
