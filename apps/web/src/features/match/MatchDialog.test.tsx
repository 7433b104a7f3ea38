// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { MatchDialog } from './MatchDialog.tsx';

startLanguages();
addModalDialogs();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ignore = () => undefined;

async function correct(status: number) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errorType: 'message', message: 'Raw text.' }, { status }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MatchDialog
          subject={{ subject: { kind: 'movie', id: 1 }, name: '' }}
          onClose={ignore}
          onSaved={ignore}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Mark as home video' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change match' }));
  return (await screen.findByRole('alert')).textContent;
}

test('a catalog that does not respond is named in the words of the app', async () => {
  expect(await correct(503)).toBe(
    "Couldn't change the match. Try again.We couldn't reach the catalog. Check your connection, or try again later.",
  );
  cleanup();
  expect(await correct(413)).toBe("Couldn't change the match. Try again.Raw text.");
});
