// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleKeyRequest } from '#data/account/key-worker.ts';
import {
  clearRegistrationDraft,
  readRegistrationDraft,
  register,
  saveRegistrationDraft,
} from '#data/account/register.ts';
import { sessionStore } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { DEFAULT_PROFILE } from '../ProfilePicker.tsx';
import { RegisterPage } from './RegisterPage.tsx';

const PASSPHRASE = `${'abandon '.repeat(11)}about`;
const DRAFT = {
  passphrase: PASSPHRASE,
  deviceName: 'TV',
  profile: DEFAULT_PROFILE,
  invite: '',
};
const keys = { request: handleKeyRequest, stop: () => undefined };

startLanguages();
await loadPageTexts('side', 'admin');
beforeEach(() => {
  addModalDialogs();
  sessionStore.setState({ account: null, backendUrl: 'https://server.example' });
});
afterEach(() => {
  cleanup();
  clearRegistrationDraft();
  vi.unstubAllGlobals();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

/** A status, or no response. */
type Mood = number | 'away';

function serve(start: Mood, complete: Mood): void {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/auth/login/')) return Response.json({}, { status: 401 });
    const mood = url.endsWith('/complete') ? complete : start;
    if (mood === 'away') throw new TypeError('away');
    return Response.json({ challenge: 'c' }, { status: mood });
  });
}

test.each<readonly [Mood, Mood, readonly boolean[]]>([
  ['away', 200, []],
  [503, 200, []],
  [200, 400, [true, false]],
  [200, 401, [true, false]],
  [200, 403, [true, false]],
  [200, 429, [true, false]],
  [200, 409, [true]],
  [200, 502, [true]],
  [200, 'away', [true]],
])('after %s and %s the account may exist: %j', async (start, complete, told) => {
  serve(start, complete);
  const mayExist: boolean[] = [];
  const result = await register({ ...DRAFT, onMayExist: (now) => mayExist.push(now) }, keys);
  expect(result.is).not.toBe('registered');
  expect(mayExist).toEqual(told);
});

test('a canceled registration sends nothing, and says nothing of an account', async () => {
  serve(200, 200);
  const onMayExist = vi.fn<(mayExist: boolean) => void>();
  const canceled = register({ ...DRAFT, onMayExist, signal: AbortSignal.abort() }, keys);
  await expect(canceled).rejects.toThrow();
  expect(onMayExist).not.toHaveBeenCalled();
});

test.each([
  [true, 'Your account may already exist.', PASSPHRASE],
  [false, "Your account doesn't exist yet.", undefined],
])(
  'after a reload, leaving keeps the words of an account that may exist: %s',
  async (mayExist, said, kept) => {
    saveRegistrationDraft({ ...DRAFT, mayExist });
    const router = createMemoryRouter(
      [
        { path: '/register', element: <RegisterPage /> },
        { path: '/', element: 'Home' },
      ],
      { initialEntries: [{ pathname: '/register', state: { step: 'verify' } }] },
    );
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await act(() => router.navigate('/'));
    expect(screen.getByText(said, { exact: false })).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave' })));
    expect(router.state.location.pathname).toBe('/');
    expect(readRegistrationDraft()?.passphrase).toBe(kept);
  },
);
