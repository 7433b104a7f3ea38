import {
  isGamepadAction,
  watchGamepads,
  type GamepadInput,
} from '#lib/spatial-navigation/gamepad.ts';
import { openMenuOf, pressKey } from '#lib/spatial-navigation/press.ts';
import { letterFor } from '#player/input/shortcuts.ts';

/** Runs until `signal` aborts. */
export function watchControllers(page: Document, signal: AbortSignal): void {
  if (signal.aborted) return;
  /** Outside the player, the captions button opens the menu of a card. */
  function press(input: GamepadInput): void {
    const isHandled = pressKey(page, isGamepadAction(input) ? letterFor(input) : input);
    if (!isHandled && input === 'captions' && page.activeElement) openMenuOf(page.activeElement);
  }
  signal.addEventListener('abort', watchGamepads(window, press));
}
