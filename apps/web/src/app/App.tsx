import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { config } from '#config.ts';
import { isMigrationDue } from '#data/migrations/pending-migrations.ts';
import { languageStore, setShownLanguage } from '#data/preferences/language.ts';
import { queryClient } from '#data/query-client.ts';
import { changeLanguage } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { ChunkLoadError, reloadOnceReachable } from '#lib/chunk-load-error.ts';
import { rememberRenderError } from './ErrorScreen.tsx';
import { reportUncaught } from './report-errors.ts';
import { startRouter } from './router.tsx';

const onCaughtError: NonNullable<RootOptions['onCaughtError']> = (error, where) => {
  rememberRenderError(error, where);
  if (error instanceof ChunkLoadError) return void reloadOnceReachable();
  reportUncaught(error);
};

/** If the code does not load, broken images stay broken. */
function watchPictures(): void {
  const { signal } = new AbortController();
  import('./stored-pictures.ts').then(
    ({ watchPictures: watch }) => watch(document, signal),
    () => undefined,
  );
}

export async function mount(root: Element): Promise<void> {
  const router = startRouter();
  if (config.OWN_LIBRARY) watchPictures();
  await syncLanguage(new AbortController().signal);
  const view = createRoot(root, { onCaughtError });
  if (isMigrationDue()) {
    const { runMigrations } = await import('./MigrationScreen.tsx');
    await runMigrations(view);
  }
  view.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/**
 * Keeps the interface in the chosen language, which may change in another tab or on another device.
 * Resolves when the first language has loaded or failed to load. Before that, no page may render.
 */
export async function syncLanguage(signal: AbortSignal): Promise<void> {
  let current = new AbortController();
  const follow = async (): Promise<void> => {
    current.abort();
    current = new AbortController();
    const language = pickLanguage(languageStore.getState().language, navigator.languages);
    setShownLanguage(language.code);
    try {
      await changeLanguage(language, AbortSignal.any([signal, current.signal]));
    } catch {
      // The connection failed: English is better than nothing.
    }
  };
  const again = (): void => void follow();
  signal.addEventListener('abort', languageStore.subscribe(again));
  addEventListener('languagechange', again, { signal });
  await follow();
}
