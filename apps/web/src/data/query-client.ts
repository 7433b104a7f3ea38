import { QueryClient } from '@tanstack/react-query';
import { CatalogueError } from '#data/catalog/catalog-error.ts';

const RETRIES = 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // The server asks its second host by itself; what it refuses, it will refuse again.
      retry: (count, error) => count < RETRIES && isWorthAnotherTry(error),
    },
  },
});

function isWorthAnotherTry(error: Error): boolean {
  return !(error instanceof CatalogueError && error.status >= 400 && error.status < 500);
}
