// @vitest-environment jsdom
import type { ListedAccount } from '@matinee/shared/contract/admin-accounts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { AccountsPanel } from './panels/AccountsPanel.tsx';
import { BackupsPanel } from './backups/BackupsPanel.tsx';
import { LibraryPanel } from './panels/LibraryPanel.tsx';
import { MetricsPanel } from './panels/MetricsPanel.tsx';

vi.mock('./useIsAdmin.ts', () => ({ useIsAdmin: () => true }));
startLanguages();
await loadPageTexts('side', 'admin');
addModalDialogs();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server that responds with `body`, or with 503 while that is undefined. */
function serve(body: unknown) {
  const server = { body };
  vi.stubGlobal('fetch', async () => {
    if (server.body === undefined) return Response.json({ message: 'Down.' }, { status: 503 });
    return typeof server.body === 'string' ? new Response(server.body) : Response.json(server.body);
  });
  return server;
}

const pass = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms));

async function show(panel: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{panel}</MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(1_000);
}

async function run(name: string) {
  fireEvent.click(screen.getByRole('button', { name: `Run: ${name}` }));
  await pass(1_000);
}

const textOf = (name: string) => screen.getByRole('region', { name }).textContent;

const BACKUP = {
  name: 'a.tar',
  kind: 'nightly',
  createdAt: '2026-11-26T15:00:00Z',
  bytes: 1,
  remote: null,
  version: '1',
  isVerified: true,
};
const BACKUPS = { backups: [BACKUP], bucket: null, isNightly: true, keep: 14 };
const own = (movies: number) => ({
  sources: [{ id: 'a', name: 'Films', movies, episodes: 0, videos: 0, isReachable: true }],
  needsRelay: false,
});

test.each([
  {
    name: 'Backups',
    Panel: BackupsPanel,
    before: { ...BACKUPS, backups: [] },
    after: BACKUPS,
    text: 'Checked',
  },
  {
    name: 'Your own sources',
    Panel: LibraryPanel,
    before: own(1),
    after: own(2),
    text: '2 movies',
  },
  {
    name: 'Metrics',
    Panel: MetricsPanel,
    before: 'mw_user_count 41',
    after: 'mw_user_count 42',
    text: '42',
  },
])('$name: follows the server once it ran', async ({ name, Panel, before, after, text }) => {
  const server = serve(before);
  await show(<Panel />);
  await pass(10 * 60_000);
  expect(textOf(name)).not.toContain(text);
  await run(name);
  server.body = after;
  await pass(60_000);
  expect(textOf(name)).toContain(text);
});

test('unrecognized files are listed to the last one', async () => {
  const page = (path: string) => ({
    state: 'complete',
    total: 2,
    files: [{ folder: 'Films', path, reason: 'airDate' }],
  });
  const server = serve(page('one.mkv'));
  await show(<LibraryPanel />);
  await run('Unrecognized files');
  expect(textOf('Unrecognized files')).toContain('one.mkv');
  server.body = page('two.mkv');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await pass(1_000);
  expect(textOf('Unrecognized files')).toMatch(/one\.mkv.*two\.mkv/);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a reload that fails leaves the backups, and the restore that is being confirmed', async () => {
  const server = serve(BACKUPS);
  await show(<BackupsPanel />);
  await run('Backups');
  fireEvent.click(screen.getByRole('button', { name: /^Restore: / }));
  server.body = undefined;
  await pass(60_000);
  expect(textOf('Backups')).toContain("The server isn't available right now");
  expect(screen.queryByRole('dialog')).not.toBeNull();
  server.body = { ...BACKUPS, backups: [] };
  await pass(60_000);
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

const account = (nickname: string): ListedAccount => ({
  id: nickname,
  nickname,
  createdAt: '2026-11-01T00:00:00Z',
  lastUsedAt: '2026-11-02T00:00:00Z',
  bytes: 1,
  devices: 1,
  isAdmin: false,
});

test('accounts follow the server, and the account that is being removed stays named', async () => {
  const server = serve({ total: 1, next: null, accounts: [account('Ada')] });
  await show(<AccountsPanel />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Ada' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Ad' } });
  server.body = { total: 2, next: null, accounts: [account('Bob'), account('Cy')] };
  await pass(60_000);
  expect(textOf('Accounts')).toContain('2 accounts');
  const typed = dialog.getByRole('textbox');
  expect(typed).toHaveProperty('value', 'Ad');
  expect(typed.isConnected).toBe(true);
});
