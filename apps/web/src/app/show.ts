// The app itself: everything that is drawn hangs on this file, and comes after what the first picture waits for.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followLanguage } from './follow-language.ts';
import { rememberRenderError } from './render-errors.ts';
import { startRouter } from './router.tsx';

export async function show(root: Element): Promise<void> {
  const router = startRouter();
  await followLanguage(new AbortController().signal);
  createRoot(root, { onCaughtError: rememberRenderError }).render(createElement(App, { router }));
}
