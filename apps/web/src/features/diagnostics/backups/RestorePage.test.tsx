// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { RestorePage } from './RestorePage.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RestorePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test.each([
  [true, 0],
  [false, 1],
])('only a server with accounts offers to log in: new is %s', async (isNew, links) => {
  vi.stubGlobal('fetch', async () => Response.json({ isNew, needsInvitation: true }));
  show();
  await screen.findByRole('heading', { name: 'Restore a backup on a new server' });
  expect(screen.queryAllByRole('link', { name: 'Log in' })).toHaveLength(links);
});

test('a server that does not respond is not said to have accounts', async () => {
  let isDown = true;
  vi.stubGlobal('fetch', async () =>
    isDown
      ? Response.json({ message: 'Down' }, { status: 503 })
      : Response.json({ isNew: false, needsInvitation: false }),
  );
  show();
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load this page");
  expect(screen.queryByText(/This server has accounts already/)).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/This server has accounts already/)).not.toBeNull();
});
