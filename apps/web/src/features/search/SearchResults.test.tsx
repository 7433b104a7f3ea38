// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeLanguage, startLanguages } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { SearchResults } from './SearchResults.tsx';

startLanguages();

/** Pending requests, which the test responds to. */
const requests: {
  query: string | null;
  respond: (status: number, body: unknown) => Promise<void>;
}[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const query = new URL(url, 'http://localhost').searchParams.get('query');
    const respond = (status: number, body: unknown) =>
      act(async () => resolve(Response.json(body, { status })));
    requests.push({ query, respond });
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

async function respond(query: string, status: number, body: unknown) {
  const request = requests.findLast((one) => one.query === query);
  await request?.respond(status, body);
}

const movie = (id: number, title: string, more = {}) => ({
  media_type: 'movie',
  id,
  title,
  release_date: '1960-01-01',
  poster_path: '/p.jpg',
  ...more,
});
const announced = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('a running search is announced', () => {
  setUp('night');
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Searching for “night”…');
});

test('results link to their titles, and their number is announced', async () => {
  setUp('night');
  await respond('night', 200, {
    results: [
      movie(1, 'Night'),
      { media_type: 'person', id: 2, name: 'N' },
      { media_type: 'tv', id: 3, name: 'Nights', first_air_date: '1971-01-01', poster_path: '/q' },
    ],
  });
  await announced('2 titles shown');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Results for “night”');
  expect(links()).toEqual(['/media/tmdb-movie-1-night', '/media/tmdb-tv-3-nights']);
  expect(screen.getByText('Movie · 1960')).toBeTruthy();
  expect(screen.getByText('Show · 1971')).toBeTruthy();
});

test('years are in the digits of the language', async () => {
  const choose = (file: string) =>
    act(() => changeLanguage(pickLanguage(file, []), new AbortController().signal));
  await choose('fa');
  setUp('night');
  await respond('night', 200, { results: [movie(1, 'Night')] });
  expect(await screen.findByText('فیلم · ۱۹۶۰')).toBeTruthy();
  await choose('en');
});

test('titles without a poster come last, the others in TMDB order', async () => {
  setUp('night');
  await respond('night', 200, {
    results: [movie(1, 'A', { poster_path: null }), movie(2, 'B'), movie(3, 'C')],
  });
  await announced('3 titles shown');
  expect(links()).toEqual([
    '/media/tmdb-movie-2-b',
    '/media/tmdb-movie-3-c',
    '/media/tmdb-movie-1-a',
  ]);
});

test.each(['2999-01-01', '', null])(
  'a movie with the date %j is shown without a link',
  async (release_date) => {
    setUp('night');
    await respond('night', 200, { results: [movie(1, 'Night', { release_date })] });
    await announced('1 title shown');
    expect(links()).toEqual([]);
    expect(screen.getAllByText('Night').length).toBeGreaterThan(0);
    expect(screen.getByText(/Unreleased/)).toBeTruthy();
  },
);

test('a search without results says so', async () => {
  setUp('zzyzx');
  await respond('zzyzx', 200, { results: [] });
  await announced('0 titles shown');
  expect(screen.getByText('No results for “zzyzx”')).toBeTruthy();
  expect(screen.getByText(/Check the spelling, try fewer words/)).toBeTruthy();
  expect(links()).toEqual(['/discover']);
});

test.each([
  [502, { status_message: 'down' }],
  [200, { surprise: true }],
])('after a response %i %j a button tries again', async (status, body) => {
  setUp('night');
  await respond('night', status, body);
  expect((await screen.findByRole('alert')).textContent).toContain('Search failed');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search failed');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await announced('Searching…');
  await respond('night', 200, { results: [movie(1, 'Night')] });
  await announced('1 title shown');
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
});

test('a late response to an old query does not replace the newer results', async () => {
  const { search } = setUp('ni');
  search('night');
  await respond('night', 200, { results: [movie(1, 'Night')] });
  await announced('1 title shown');
  await respond('ni', 200, { results: [movie(2, 'Nibelungen')] });
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
});

test('a search from the last hour is not requested again', async () => {
  const { search } = setUp('night');
  await respond('night', 200, { results: [movie(1, 'Night')] });
  await announced('1 title shown');
  search('day');
  search(' night ');
  expect(links()).toEqual(['/media/tmdb-movie-1-night']);
  expect(requests.map(({ query }) => query)).toEqual(['night', 'day']);
});
