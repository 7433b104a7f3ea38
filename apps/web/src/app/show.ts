// The app itself: everything that is drawn hangs on this file, and comes after what the first picture waits for.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '#i18n/index.ts';
import { App } from './App.tsx';
import { startRouter } from './router.tsx';

export function show(root: Element): void {
  startLanguages();
  createRoot(root).render(createElement(App, { router: startRouter() }));
}
