// Work beside the pages, started after the first page has rendered.
import { z } from 'zod';
import { setSyncStatus } from '#data/account/sync-status.ts';
import { startPing } from '#data/connectivity/online.ts';
import { storeProgress } from '#data/user-data/progress.ts';
import { themeStore } from '#data/preferences/theme.ts';
import { sessionStore } from '#data/session.ts';
import { applyTheme } from '#lib/apply-theme.ts';
import { isPadAction, watchGamepads, type PadInput } from '#lib/spatial-navigation/gamepad.ts';
import {
  watchBack,
  watchEnter,
  watchMenuKey,
  watchSpatialKeys,
} from '#lib/spatial-navigation/keys.ts';
import { openMenuOf, pressKey } from '#lib/spatial-navigation/press.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { letterFor } from '#player/input/shortcuts.ts';
import { startUpdates } from './app-update.ts';
import { prefetchPlayer } from './prefetch-player.ts';

/** Ends with `signal`; the page itself goes on until it is gone. */
export function startBackground(signal = new AbortController().signal): void {
  foldWhileIdle(signal);
  syncTheme(signal);
  prefetchPlayer(signal);
  watchRemote(document, signal);
  startPing({ signal });
  syncOnceSignedIn(signal);
  whenIdle(() => void startUpdates(signal));
}

/** Without an account the sync code, which is large, is not loaded. */
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

/** `/config.js` has painted the first page; this is for what is chosen later, in another tab, or on another device. */
function syncTheme(signal: AbortSignal): void {
  const { theme: begun } = themeStore.getState();
  // The page begins as the default.
  if (begun !== null) applyTheme(begun);
  const stop = themeStore.subscribe(({ theme }) => applyTheme(theme));
  signal.addEventListener('abort', stop);
}

const FOLD_EVERY_MS = 30_000;

/** Also when the page may be about to go; what is saved after that is in the journal. */
function foldWhileIdle(signal: AbortSignal): void {
  const timer = setInterval(() => whenIdle(storeProgress), FOLD_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  addEventListener('pagehide', storeProgress, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && storeProgress(),
    { signal },
  );
}

/** Chromium stops a page while it begins to look for controllers, and the first pictures are on their way until then. */
const CONTROLLERS_AFTER_MS = 5_000;

/** Remote controls and game controllers, on every page. */
function watchRemote(page: Document, signal: AbortSignal): void {
  const stops = [
    watchSpatialKeys(page),
    watchEnter(page),
    watchMenuKey(page),
    watchBack(page, leavePage),
  ];
  const timer = setTimeout(
    () => stops.push(watchGamepads(window, pressForPad)),
    CONTROLLERS_AFTER_MS,
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });

  /** Outside the player the captions button opens the menu of a card. */
  function pressForPad(input: PadInput): void {
    const isHandled = pressKey(page, isPadAction(input) ? letterFor(input) : input);
    if (!isHandled && input === 'captions' && page.activeElement) openMenuOf(page.activeElement);
  }
}

/** The router counts the pages of this visit. */
const Visit = z.lazy(() => z.object({ idx: z.number().positive() }));

function leavePage(): boolean {
  if (!Visit.safeParse(history.state).success) return false;
  history.back();
  return true;
}
