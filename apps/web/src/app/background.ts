// Work beside the pages, started after the first page has rendered.
import { z } from 'zod';
import { setSyncStatus } from '#data/account/sync-status.ts';
import { startPing } from '#data/online.ts';
import { storeProgress } from '#data/user-data/progress.ts';
import { themeStore, applyTheme } from '#data/preferences/theme.ts';
import { sessionStore } from '#data/session.ts';
import {
  watchBack,
  watchEnter,
  watchMenuKey,
  watchSpatialKeys,
} from '#lib/spatial-navigation/keys.ts';
import { whenIdle } from '#lib/scheduling.ts';
import { startUpdates } from './app-update.ts';
import { prefetchPlayer } from './prefetch.ts';
import { watchErrors } from './report-errors.ts';

/** Runs until `signal` aborts. */
export function startBackground(signal = new AbortController().signal): void {
  saveProgressInBackground(signal);
  syncTheme(signal);
  prefetchPlayer(signal);
  watchRemote(document, signal);
  startPing({ signal });
  watchErrors(signal);
  syncOnceSignedIn(signal);
  whenIdle(() => void startUpdates(signal));
}

/** Does not load the sync code without an account, because it is large. */
function syncOnceSignedIn(signal: AbortSignal): void {
  const begin = (): void =>
    void import('#data/account/sync.ts').then(
      ({ startSync }) => {
        if (!signal.aborted) startSync(signal);
      },
      () => setSyncStatus({ is: 'notSynced', failure: { is: 'unreachable' } }),
    );
  if (sessionStore.getState().account) return begin();
  const stop = sessionStore.subscribe(({ account }) => {
    if (!account) return;
    stop();
    // After signing in, the next page loads first.
    whenIdle(begin);
  });
  signal.addEventListener('abort', stop);
}

/** `/config.js` has set the theme of the first page. Applies later changes from any tab or device. */
function syncTheme(signal: AbortSignal): void {
  const { theme: initial } = themeStore.getState();
  // A page starts with the default theme.
  if (initial !== null) applyTheme(initial);
  const stop = themeStore.subscribe(({ theme }) => applyTheme(theme));
  signal.addEventListener('abort', stop);
}

const SAVE_PROGRESS_EVERY_MS = 30_000;

/** Also saves when the page may unload. The journal contains later changes. */
function saveProgressInBackground(signal: AbortSignal): void {
  const timer = setInterval(() => whenIdle(storeProgress), SAVE_PROGRESS_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  addEventListener('pagehide', storeProgress, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && storeProgress(),
    { signal },
  );
}

/** Chromium blocks the page during its first search for controllers. Before that, the first images load. */
const CONTROLLERS_AFTER_MS = 5_000;

/** Handles remote controls and game controllers, on every page. */
function watchRemote(page: Document, signal: AbortSignal): void {
  const stops = [
    watchSpatialKeys(page),
    watchEnter(page),
    watchMenuKey(page),
    watchBack(page, leavePage),
  ];
  const timer = setTimeout(() => expectControllers(page, signal), CONTROLLERS_AFTER_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}

/** Few visitors have a controller, so its code loads with the first one. */
function expectControllers(page: Document, signal: AbortSignal): void {
  const start = (): void =>
    void import('./game-controllers.ts').then(
      ({ watchControllers }) => watchControllers(page, signal),
      // The page is offline. Keys and touch still work.
      () => undefined,
    );
  // Some browsers lack getGamepads on plain HTTP. A controller that connected before fires no event.
  const pads: readonly (Gamepad | null)[] = navigator.getGamepads?.() ?? [];
  if (pads.some((pad) => pad !== null)) start();
  else addEventListener('gamepadconnected', start, { signal, once: true });
}

/** React Router stores the index of the entry in `history.state`. */
const HistoryState = z.lazy(() => z.object({ idx: z.number().positive() }));

function leavePage(): boolean {
  if (!HistoryState.safeParse(history.state).success) return false;
  history.back();
  return true;
}
