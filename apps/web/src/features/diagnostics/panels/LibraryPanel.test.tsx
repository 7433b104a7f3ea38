// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { ErrorsPanel } from './ErrorsPanel.tsx';
import { LibraryPanel } from './LibraryPanel.tsx';

vi.mock('../useIsAdmin.ts', () => ({ useIsAdmin: () => true }));
startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (panel: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{panel}</MemoryRouter>
    </QueryClientProvider>,
  );

test.each([
  [true, 'The stream relay is turned off'],
  [false, 'This server has no sources of its own.'],
])('own sources that need the stream relay are not said to be missing: %s', async (off, text) => {
  const skipped = { state: off ? 'needsRelay' : 'off', total: 0, files: [] };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('skipped') ? skipped : { sources: [], needsRelay: off }),
  );
  show(<LibraryPanel />);
  for (const name of ['Your own sources', 'Unrecognized files']) {
    await userEvent.click(screen.getByRole('button', { name: `Run: ${name}` }));
    const panel = screen.getByRole('region', { name });
    await vi.waitFor(() => expect(panel.textContent).toContain(text));
  }
});

test('the requests of two errors with the same code have names of their own', async () => {
  const group = {
    origin: 'server',
    level: 'error',
    area: 'web',
    code: 'TypeError',
    count: 1,
    firstAt: '2026-11-26T10:00:00Z',
    lastAt: '2026-11-26T10:00:00Z',
    requestIds: ['req-1'],
  };
  const groups = ['a is undefined', 'b is undefined'].map((shape, id) => ({
    ...group,
    id: String(id),
    shape,
  }));
  vi.stubGlobal('fetch', async () => Response.json({ groups, total: 2, days: 30 }));
  show(<ErrorsPanel />);
  expect(await screen.findByLabelText('Request IDs: TypeError a is undefined')).not.toBeNull();
  expect(screen.getByLabelText('Request IDs: TypeError b is undefined')).not.toBeNull();
});
