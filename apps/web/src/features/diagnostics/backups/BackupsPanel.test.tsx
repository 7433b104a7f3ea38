// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { BackupsPanel } from './BackupsPanel.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LIST = { backups: [], bucket: null, isNightly: true, keep: 14 };

/** Opens the panel, and starts a backup. The server responds with `respond`. */
async function backUp(respond: () => Promise<Response>) {
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit = {}) =>
    method === 'POST' ? respond() : Promise.resolve(Response.json(LIST)),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupsPanel />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Run: Backups' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
  return screen.getByRole('status');
}

const rejected = (status: number) => async () =>
  Response.json({ errorType: 'message', message: 'Raw text' }, { status });

test('a second backup is told that one is already being made', async () => {
  const said = await backUp(rejected(409));
  expect(said.textContent).toBe("A backup is already being made. Wait until it's done.");
});

test.each([
  [rejected(401), "You're logged out Log in and try again."],
  [
    rejected(507),
    "The server's disk is full Nothing was saved. Ask the people who run this site to free up space, then try again.",
  ],
  [rejected(418), 'The server refused the request It responded with status 418. Try again later.'],
  [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to reach server Check your connection and try again. Nothing has been lost.',
  ],
  [
    async () => new Response('event: progress\ndata: {"stage":"saving","fraction":0.2}\n\n'),
    'Failed to reach server Check your connection and try again. Nothing has been lost.',
  ],
  [
    async () => new Response('event: failed\ndata: {"message":"See the server\'s log."}\n\n'),
    "The backup failed: See the server's log.",
  ],
])('a backup that fails says why, in the words of the app', async (respond, text) => {
  const said = await backUp(respond);
  await vi.waitFor(() => expect(said.textContent).toBe(text));
});

test.each([
  [true, 'Backed up and checked.'],
  [false, 'Backed up, but not checked: the data is from a later version.'],
])('a backup says whether it was checked: %s', async (isVerified, text) => {
  const made = { name: 'a.tar', kind: 'manual', createdAt: '2026-11-26T15:00:00Z', bytes: 1 };
  const data = JSON.stringify({ ...made, remote: null, version: '1', isVerified });
  const said = await backUp(async () => new Response(`event: done\ndata: ${data}\n\n`));
  await vi.waitFor(() => expect(said.textContent).toBe(text));
});

test.each([
  ['AccessDenied', 0],
  [null, 1],
])('no backup is only said where the bucket could be listed: %s', async (failure, count) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...LIST, bucket: { failure } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupsPanel />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Run: Backups' }));
  await screen.findByText(/A backup is made every night/);
  expect(screen.queryAllByText("There's no backup yet.")).toHaveLength(count);
});
