// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { seasonDetails } from '#data/catalog/details.ts';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import { clearLibrary } from '#data/user-data/claim-library.ts';
import { startLanguages } from '#i18n/index.ts';
import { DetailsSheet } from './DetailsSheet.tsx';
import { Seasons } from './Seasons.tsx';

startLanguages();
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = () => undefined;
  HTMLDialogElement.prototype.close = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  clearLibrary();
});

const season = { id: '71', number: 1, name: 'Season 1' };
const show: TitleDetails = {
  type: 'show',
  tmdbId: '7',
  title: 'Bonanza',
  isReleased: true,
  overview: '',
  isOverviewEnglish: false,
  genres: [],
  directors: [],
  cast: [],
  seasons: [season],
  similar: [],
};
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

test("an episode's button says what a press does", () => {
  const client = newClient();
  const episode = { id: 93, episode_number: 3, name: 'The Newcomers', air_date: '1959-09-26' };
  client.setQueryData(seasonDetails('7', 1).queryKey, {
    id: 71,
    season_number: 1,
    name: 'Season 1',
    episodes: [{ ...episode, own_id: undefined }],
    own_id: undefined,
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Seasons title={show} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Mark episode 3 as watched' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mark episode 3 as unwatched' }));
  expect(screen.getByRole('button', { name: 'Mark episode 3 as watched' })).toBeTruthy();
});

test.each([
  ['the catalog', false, '424242'],
  ['only the library', true, String(FIRST_LOCAL_ID + 7)],
])(
  'an unknown title that %s can have leaves its message to the app: %s',
  async (_, isLocal, id) => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }));
    const { container } = render(
      <QueryClientProvider client={newClient()}>
        <MemoryRouter>
          <DetailsSheet
            title={{ type: 'movie', tmdbId: id }}
            LocalTitle={({ children }) => <section aria-label="app">{children}</section>}
            onClose={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Title not found')).toBeTruthy();
    expect(container.ownerDocument.querySelector('[aria-label="app"]') !== null).toBe(isLocal);
  },
);
