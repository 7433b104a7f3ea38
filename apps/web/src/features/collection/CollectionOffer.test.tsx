// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { CollectionOffer } from './CollectionOffer.tsx';

startLanguages();
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({ results: [] })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const offer = (isLibrarySearched: boolean) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <CollectionOffer isLibrarySearched={isLibrarySearched} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('the library is named if the search covers it', async () => {
  offer(true);
  await screen.findByText('This site searches its library and the open collection.');
  cleanup();
  offer(false);
  await screen.findByText(/^This site searches the open collection/);
});
