// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { SearchBar } from './SearchBar.tsx';

startLanguages();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <output>{pathname}</output>
      <SearchBar />
      <textarea aria-label="Elsewhere" />
    </>
  );
}

/** Both routes render the same component, like the app's router. */
function setUp(path = '/') {
  const router = createMemoryRouter(
    [
      { path: '/before', element: null },
      { path: '/', Component: Page },
      { path: '/browse/:query', Component: Page },
    ],
    { initialEntries: ['/before', path], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const field = () =>
  screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search movies and shows' });
const shownPath = () => screen.getByRole('status').textContent;
const typeText = (text: string) => {
  act(() => field().focus());
  fireEvent.change(field(), { target: { value: text } });
};
const pressEnter = () => fireEvent.submit(screen.getByRole('search'));
/** False when the default action was prevented. */
const press = (target: Element, key: string, modifiers = {}) =>
  fireEvent.keyDown(target, { key, ...modifiers });
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the URL follows half a second after the last key, and the field keeps its focus', async () => {
  setUp();
  typeText('living');
  await advance(499);
  expect(shownPath()).toBe('/');
  await advance(1);
  expect(shownPath()).toBe('/browse/living');
  expect(document.activeElement).toBe(field());
});

test('every key restarts the half second', async () => {
  setUp();
  typeText('liv');
  await advance(400);
  typeText('living');
  await advance(400);
  expect(shownPath()).toBe('/');
  await advance(100);
  expect(shownPath()).toBe('/browse/living');
});

test('a trailing space survives the URL update', async () => {
  setUp();
  typeText('living ');
  await advance(500);
  expect(shownPath()).toBe('/browse/living');
  expect(field().value).toBe('living ');
});

test('Enter updates the URL at once and leaves the field', async () => {
  setUp();
  typeText('living');
  pressEnter();
  await advance(0);
  expect(shownPath()).toBe('/browse/living');
  expect(document.activeElement).not.toBe(field());
});

test('leaving the field updates the URL at once, and only once', async () => {
  const router = setUp();
  typeText('living');
  fireEvent.blur(field());
  await advance(0);
  expect(shownPath()).toBe('/browse/living');
  await act(() => router.navigate('/browse/other'));
  await advance(1_000);
  expect(shownPath()).toBe('/browse/other');
});

test('a search replaces the previous one in the history', async () => {
  const router = setUp('/browse/first');
  typeText('second');
  pressEnter();
  await advance(0);
  expect(shownPath()).toBe('/browse/second');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/before');
});

test('the URL fills the field, even with URL syntax', () => {
  setUp(`/browse/${encodeURIComponent('50% of a/b?c#d')}`);
  expect(field().value).toBe('50% of a/b?c#d');
});

test('an emptied field leads to the start page', async () => {
  setUp('/browse/living');
  typeText('');
  await advance(500);
  expect(shownPath()).toBe('/');
});

test('the button clears at once and focuses the field', async () => {
  setUp('/browse/living');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await advance(0);
  expect(shownPath()).toBe('/');
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

test('an unmounted field does not change the URL', async () => {
  const router = setUp();
  typeText('living');
  cleanup();
  await advance(1_000);
  expect(router.state.location.pathname).toBe('/');
});

test('a slash focuses the field and is not typed into it', () => {
  setUp();
  expect(press(document.body, '/')).toBe(false);
  expect(document.activeElement).toBe(field());
});

test('a slash in another field or in a shortcut keeps its meaning', () => {
  setUp();
  expect(press(document.body, '/', { ctrlKey: true })).toBe(true);
  expect(press(screen.getByRole('textbox', { name: 'Elsewhere' }), '/')).toBe(true);
  expect(document.activeElement).toBe(document.body);
});

test('an unmounted field ignores the slash', () => {
  setUp();
  cleanup();
  expect(press(document.body, '/')).toBe(true);
});
