// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { Account, updateSession } from '#data/session.ts';
import { startLanguages } from '#i18n/index.ts';
import { OperatorHints } from './OperatorHints.tsx';

startLanguages();
// Loads the lazy module before the tests, whose time limit it may exceed.
beforeAll(() => import('./SetupHints.tsx'));
const initial = { ...config };
beforeEach(() => Object.assign(config, { OPEN_CATALOGUE: true, IS_OWN_MACHINE: false }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  updateSession({ account: null, backendUrl: null });
  Object.assign(config, initial);
});

const account = Account.parse({ token: 't', userId: 'u', sessionId: 's', seed: '' });

async function renderHints(isAdmin: boolean) {
  const user = { id: 'u', namespace: 'x', profile: {}, permissions: [] };
  const session = { id: 's', userId: 'u', device: 'd', userAgent: '' };
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ user, session, isAdmin }),
  );
  vi.stubGlobal('fetch', fetched);
  await act(async () =>
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <MemoryRouter>
          <OperatorHints isOpen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return fetched;
}
const hints = () => screen.findByRole('complementary', { name: 'Add more movies and shows' });

test('a guest sees no hints, and no request is sent', async () => {
  const fetched = await renderHints(true);
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('an administrator sees how to add a key, a folder and Jellyfin', async () => {
  updateSession({ account });
  await renderHints(true);
  const { textContent } = await hints();
  for (const option of ['TMDB_READ_API_KEY', 'MEDIA_FOLDERS', 'JELLYFIN_URL'])
    expect(textContent).toContain(option);
});

test('an ordinary account sees no hints', async () => {
  updateSession({ account });
  const fetched = await renderHints(false);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('an account on another server sees no hints', async () => {
  updateSession({ account, backendUrl: 'https://elsewhere.example' });
  const fetched = await renderHints(true);
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('a site that serves only its own machine shows the hints to everyone', async () => {
  Object.assign(config, { IS_OWN_MACHINE: true });
  await renderHints(false);
  expect((await hints()).textContent).toContain('TMDB_READ_API_KEY');
});

test('with a TMDB key there are no hints', async () => {
  Object.assign(config, { OPEN_CATALOGUE: false, IS_OWN_MACHINE: true });
  await renderHints(true);
  expect(screen.queryByRole('complementary')).toBeNull();
});
