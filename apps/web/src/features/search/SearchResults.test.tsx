// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { SearchResults } from './SearchResults.tsx';

startLanguages();

/** Requests that the test answers when it likes. */
const asked: { query: string | null; answer: (status: number, body: unknown) => Promise<void> }[] =
  [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const query = new URL(url, 'http://localhost').searchParams.get('query');
    const answer = (status: number, body: unknown) =>
      act(async () => resolve(Response.json(body, { status })));
    asked.push({ query, answer });
    return promise;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function setUp(first: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (query: string) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SearchResults query={query} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(first));
  return { search: (query: string) => rerender(page(query)) };
}

async function answer(query: string, status: number, body: unknown) {
  const request = asked.findLast((one) => one.query === query);
  await request?.answer(status, body);
}

const movie = (id: number, title: string, more = {}) => ({
  media_type: 'movie',
  id,
  title,
  release_date: '1960-01-01',
  poster_path: '/p.jpg',
  ...more,
});
const said = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('while the catalogue thinks, the screen says so', () => {
  setUp('night');
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Searching for “night”…');
});

test('what was found leads to the titles, and is counted for those who cannot see it', async () => {
  setUp('night');
  await answer('night', 200, {
    results: [
      movie(1, 'Night'),
      { media_type: 'person', id: 2, name: 'N' },
      { media_type: 'tv', id: 3, name: 'Nights', first_air_date: '1971-01-01', poster_path: '/q' },
    ],
  });
  await said('2 titles found');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Results for “night”');
  expect(links()).toEqual(['/media/tmdb-movie-1-night', '/media/tmdb-tv-3-nights']);
  expect(screen.getByText('Film · 1960')).toBeTruthy();
  expect(screen.getByText('Series · 1971')).toBeTruthy();
});

test('titles without a poster come last, the others in the order of the catalogue', async () => {
  setUp('night');
  await answer('night', 200, {
    results: [movie(1, 'A', { poster_path: null }), movie(2, 'B'), movie(3, 'C')],
  });
  await said('3 titles found');
  expect(links()).toEqual([
    '/media/tmdb-movie-2-b',
    '/media/tmdb-movie-3-c',
    '/media/tmdb-movie-1-a',
  ]);
});

test.each(['2999-01-01', '', null])(
  'a film with the date %j is shown, but leads nowhere',
  async (release_date) => {
    setUp('night');
    await answer('night', 200, { results: [movie(1, 'Night', { release_date })] });
    await said('1 title found');
    expect(links()).toEqual([]);
    expect(screen.getAllByText('Night').length).toBeGreaterThan(0);
    expect(screen.getByText(/Unreleased/)).toBeTruthy();
  },
);

test('a search without results says so', async () => {
  setUp('zzyzx');
  await answer('zzyzx', 200, { results: [] });
  await said('0 titles found');
  expect(screen.getByText('We found nothing for “zzyzx”')).toBeTruthy();
  expect(screen.getByText(/Check the spelling, try a shorter search/)).toBeTruthy();
  expect(links()).toEqual(['/discover']);
});

test.each([
  [502, { status_message: 'down' }],
  [200, { surprise: true }],
])('after an answer %i %j a button tries again', async (status, body) => {
  setUp('night');
  await answer('night', status, body);
  expect((await screen.findByRole('alert')).textContent).toContain("The search didn't work");
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("The search didn't work");
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await said('Searching…');
  await answer('night', 200, { results: [movie(1, 'Night')] });
  await said('1 title found');
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
});

test('an old answer that comes late does not replace the newer one', async () => {
  const { search } = setUp('ni');
  search('night');
  await answer('night', 200, { results: [movie(1, 'Night')] });
  await said('1 title found');
  await answer('ni', 200, { results: [movie(2, 'Nibelungen')] });
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
});

test('a search that was answered within the hour is not asked again', async () => {
  const { search } = setUp('night');
  await answer('night', 200, { results: [movie(1, 'Night')] });
  await said('1 title found');
  search('day');
  search(' night ');
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
  expect(asked.map(({ query }) => query)).toEqual(['night', 'day']);
});
