// The app itself: everything that is drawn hangs on this file, and comes after what the first picture waits for.
import { createElement } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { isMigrationDue } from '#data/migrations/pending-migrations.ts';
import { App } from './App.tsx';
import { followLanguage } from './sync-language.ts';
import { NotLoaded } from '#lib/chunk-load-error.ts';
import { reloadOnceReachable } from './reload-reachable.ts';
import { rememberRenderError } from './error-boundary-log.ts';
import { startRouter } from './router.tsx';

const onCaughtError: NonNullable<RootOptions['onCaughtError']> = (error, where) => {
  rememberRenderError(error, where);
  if (error instanceof NotLoaded) void reloadOnceReachable();
};

export async function show(root: Element): Promise<void> {
  const router = startRouter();
  await followLanguage(new AbortController().signal);
  const view = createRoot(root, { onCaughtError });
  if (isMigrationDue()) {
    const { bringAlong } = await import('./run-migrations.ts');
    await bringAlong(view);
  }
  view.render(createElement(App, { router }));
}
