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

/** Both routes show the same component, as the pages do. */
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

const box = () =>
  screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search films and series' });
const address = () => screen.getByRole('status').textContent;
const write = (text: string) => {
  act(() => box().focus());
  fireEvent.change(box(), { target: { value: text } });
};
const pressEnter = () => fireEvent.submit(screen.getByRole('search'));
/** False when somebody has taken the key for himself. */
const press = (target: Element, key: string, modifiers = {}) =>
  fireEvent.keyDown(target, { key, ...modifiers });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the address follows half a second after the last letter, and the box keeps its focus', async () => {
  setUp();
  write('living');
  await pass(499);
  expect(address()).toBe('/');
  await pass(1);
  expect(address()).toBe('/browse/living');
  expect(document.activeElement).toBe(box());
});

test('every letter starts the half second anew', async () => {
  setUp();
  write('liv');
  await pass(400);
  write('living');
  await pass(400);
  expect(address()).toBe('/');
  await pass(100);
  expect(address()).toBe('/browse/living');
});

test('a space at the end survives the pause before the next word', async () => {
  setUp();
  write('living ');
  await pass(500);
  expect(address()).toBe('/browse/living');
  expect(box().value).toBe('living ');
});

test('Enter writes the address at once and leaves the box', async () => {
  setUp();
  write('living');
  pressEnter();
  await pass(0);
  expect(address()).toBe('/browse/living');
  expect(document.activeElement).not.toBe(box());
});

test('leaving the box writes the address at once, and only once', async () => {
  const router = setUp();
  write('living');
  fireEvent.blur(box());
  await pass(0);
  expect(address()).toBe('/browse/living');
  await act(() => router.navigate('/browse/other'));
  await pass(1_000);
  expect(address()).toBe('/browse/other');
});

test('a search replaces the one before, so that going back leaves all of them', async () => {
  const router = setUp('/browse/first');
  write('second');
  pressEnter();
  await pass(0);
  expect(address()).toBe('/browse/second');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/before');
});

test('the address fills the box, also with what looks like an address', () => {
  setUp(`/browse/${encodeURIComponent('50% of a/b?c#d')}`);
  expect(box().value).toBe('50% of a/b?c#d');
});

test('an emptied box leads to the start page', async () => {
  setUp('/browse/living');
  write('');
  await pass(500);
  expect(address()).toBe('/');
});

test('the button clears at once and gives the box the focus', async () => {
  setUp('/browse/living');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await pass(0);
  expect(address()).toBe('/');
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
});

test('a box that is gone writes no address any more', async () => {
  const router = setUp();
  write('living');
  cleanup();
  await pass(1_000);
  expect(router.state.location.pathname).toBe('/');
});

test('a slash leads to the box, and is not written into it', () => {
  setUp();
  expect(press(document.body, '/')).toBe(false);
  expect(document.activeElement).toBe(box());
});

test('a slash in another text, or as part of a shortcut, stays what it is', () => {
  setUp();
  expect(press(document.body, '/', { ctrlKey: true })).toBe(true);
  expect(press(screen.getByRole('textbox', { name: 'Elsewhere' }), '/')).toBe(true);
  expect(document.activeElement).toBe(document.body);
});

test('nobody listens for the slash when the box is gone', () => {
  setUp();
  cleanup();
  expect(press(document.body, '/')).toBe(true);
});
