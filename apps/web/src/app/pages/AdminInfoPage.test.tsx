// @vitest-environment jsdom
import type { Invitation } from '@matinee/shared/contract/invitations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { InvitationsPanel } from './AdminInfoPage.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const invitation = (code: string): Invitation => ({
  code,
  usesLeft: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-12-01T12:00:00.000Z',
  createdBy: 'Ada',
});

/** An account server that stores invitations while `status` is 200. */
function setUp() {
  const server = { codes: ['AAAA-1111'], status: 200 };
  vi.stubGlobal('fetch', async (input: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(input, 'http://localhost');
    if (server.status !== 200) return Response.json({ message: 'Too many.' }, server);
    if (method === 'POST') {
      expect(body).toBe(JSON.stringify({ uses: 1, days: 7 }));
      server.codes.unshift('BBBB-2222');
      return Response.json(invitation('BBBB-2222'));
    }
    if (method === 'DELETE')
      server.codes = server.codes.filter((code) => pathname !== `/invitations/${code}`);
    return Response.json(method === 'DELETE' ? {} : server.codes.map(invitation));
  });
  return server;
}

const click = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const codes = () =>
  screen.queryAllByRole('listitem').map((row) => /[A-Z]{4}-\d{4}/.exec(row.textContent ?? '')?.[0]);

test('administrators create and revoke invitations beside the checks', async () => {
  const server = setUp();
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <InvitationsPanel />
      </QueryClientProvider>,
    ),
  );
  await screen.findByRole('list', { name: 'Invitations' });
  expect(screen.getByRole('listitem').textContent).toContain('1 account leftExpires Dec 1, 2026');
  await click('Create invitation');
  expect(codes()).toEqual(['BBBB-2222', 'AAAA-1111']);
  await click('Revoke AAAA-1111');
  expect(codes()).toEqual(['BBBB-2222']);
  server.status = 409;
  await click('Create invitation');
  expect((await screen.findByRole('alert')).textContent).toContain('Too many.');
  await click('Revoke BBBB-2222');
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  server.status = 200;
  await click('Revoke BBBB-2222');
  expect(await screen.findByText('No invitations')).toBeTruthy();
});
