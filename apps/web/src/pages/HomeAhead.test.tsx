// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { HomeAhead } from './HomeAhead.tsx';

startLanguages();
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(document, { fonts: { ready: Promise.resolve() } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('home is drawn where nobody sees or reaches it, piece by piece, and is gone again', async () => {
  const { container } = render(<HomeAhead />, { wrapper: MemoryRouter });
  expect(container.innerHTML).toBe('');
  const seen: (string | undefined)[] = [];
  for (let frame = 0; frame < 5; frame += 1) {
    await pass(1_000);
    const drawn = container.querySelector('[inert][aria-hidden="true"]')?.firstElementChild;
    seen.push(drawn?.querySelector('input')?.type ?? drawn?.localName);
  }
  expect(seen).toEqual(['h1', 'search', 'section', undefined, undefined]);
  expect(container.innerHTML).toBe('');
});

test('whoever leaves before the letters have come takes nothing along', async () => {
  const { container, unmount } = render(<HomeAhead />, { wrapper: MemoryRouter });
  unmount();
  await pass(5_000);
  expect(container.innerHTML).toBe('');
});
