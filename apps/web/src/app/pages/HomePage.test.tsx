// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { HomePage } from './HomePage.tsx';

startLanguages();
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ results: [] })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function setUp(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/', Component: HomePage },
      { path: '/about', element: null },
      { path: '/browse/:query', Component: HomePage },
    ],
    { initialEntries: [path] },
  );
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  return router;
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');

test('the search field keeps its focus and text on the way to the results', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const router = await setUp('/');
  const before = box();
  act(() => before.focus());
  fireEvent.change(before, { target: { value: 'night ' } });
  await act(() => router.navigate('/browse/night'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Searching for “night”…');
  expect(box()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe('night ');
});

test.each([
  ['/', 'Matinee'],
  ['/browse/night', 'night · Matinee'],
])('%s has one main heading, and the tab says %s', async (path, title) => {
  await setUp(path);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(document.title).toBe(title);
});

test('an in-app navigation renders the whole page', async () => {
  const router = await setUp('/about');
  await act(() => router.navigate('/'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  expect(await screen.findByRole('searchbox')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Browse' })).toBeTruthy();
  expect(await screen.findByText("There's nothing in the catalog yet.")).toBeTruthy();
});
