// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { updateSession } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { TrustStep } from './TrustStep.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  updateSession({ backendUrl: null });
});

function open(respond: () => Promise<Response>) {
  vi.stubGlobal('fetch', respond);
  updateSession({ backendUrl: 'https://server.example' });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TrustStep
          step={{ at: 1, of: 4, label: 'Step 1 of 4' }}
          isChecking={false}
          onTrust={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each<readonly [string, () => Promise<Response>]>([
  ['Failed to reach server', () => Promise.reject(new TypeError('Failed to fetch'))],
  ["We couldn't read the server's response", async () => new Response('<h1>Hello</h1>')],
  ["The server isn't available right now", async () => new Response('', { status: 503 })],
])('a server that does not introduce itself is reported: %s', async (text, respond) => {
  open(respond);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.queryByText(/what the server says about itself/)).toBeNull();
});

test('what a server says about itself is announced with it', async () => {
  open(async () => Response.json({ name: 'Films', version: '1.0.0' }));
  await screen.findByText('Films');
  expect(screen.getByText(/what the server says about itself/)).toBeDefined();
});
