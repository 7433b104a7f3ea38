// A remote control and a game controller on every page.
import { z } from 'zod';
import { watchGamepads } from '#lib/spatial-navigation/gamepad.ts';
import {
  watchBack,
  watchEnter,
  watchMenuKey,
  watchSpatialKeys,
} from '#lib/spatial-navigation/keys.ts';
import { openMenuOf, pressKey } from '#lib/spatial-navigation/press.ts';
import { letterFor } from '#player/input/shortcuts.ts';

/** Chromium stops a page while it begins to look for controllers, and the first pictures are on their way until then. */
const CONTROLLERS_AFTER_MS = 5_000;

const FILM_KEYS = {
  playPause: letterFor('playPause'),
  captions: letterFor('captions'),
  back10: letterFor('back10'),
  forward10: letterFor('forward10'),
  help: letterFor('help'),
};

export function watchRemote(page: Document, signal: AbortSignal): void {
  const stops = [
    watchSpatialKeys(page),
    watchEnter(page),
    watchMenuKey(page),
    watchBack(page, leavePage),
  ];
  const timer = setTimeout(
    () => stops.push(watchGamepads(window, FILM_KEYS, pressForPad)),
    CONTROLLERS_AFTER_MS,
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });

  /** The button that a film takes for its captions opens the menu of a card. */
  function pressForPad(key: string): void {
    const isAnswered = pressKey(page, key);
    if (isAnswered || key !== FILM_KEYS.captions || !page.activeElement) return;
    openMenuOf(page.activeElement);
  }
}

/** The router counts the pages of this visit. */
const Visit = z.lazy(() => z.object({ idx: z.number().positive() }));

function leavePage(): boolean {
  if (!Visit.safeParse(history.state).success) return false;
  history.back();
  return true;
}
