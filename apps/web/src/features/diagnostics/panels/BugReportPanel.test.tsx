// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { BugReportPanel } from './BugReportPanel.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [503, "The server isn't available right now"],
  [403, "Check that you're logged in as an administrator"],
])('a report that fails with %i says so: %s', async (status, text) => {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BugReportPanel />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});
