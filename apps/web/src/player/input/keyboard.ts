import { isFromRemote } from '#lib/spatial-navigation/press.ts';

import { isFullscreen } from '../features/fullscreen.ts';
import type { Player } from '../player.ts';
import { shortcutFor } from './shortcuts.ts';
import type { Shortcut } from './shortcuts.ts';

/** Sliders are inputs too, but nobody types into them. */
const TYPING =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
/** What lies over the film has the keyboard to itself. */
const DIALOG = 'dialog, [role="dialog"]';
/** What answers to the space bar itself when it was reached by keyboard. */
const PRESSABLE = 'button, summary, [role="button"], [role^="menuitem"], [role="option"]';

/** What a remote, which has no Tab, walks over with its arrows and presses with Enter. */
const REACHED = `:is(a[href], ${PRESSABLE}, input, [role="slider"])`;

/** Keys for the film, wherever the focus is; a control that has already answered a key keeps it. */
export function watchKeyboard(target: EventTarget, player: Player): () => void {
  const life = new AbortController();
  const onKey = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !isForPlayer(event)) return;
    const shortcut = isFromRemote(event)
      ? remoteShortcut(event, player)
      : shortcutFor(event.key, event.shiftKey);
    if (!shortcut) return;
    event.preventDefault();
    if (!event.repeat || shortcut.repeats) shortcut.run(player, event.key);
  };
  target.addEventListener('keydown', onKey, { signal: life.signal });
  return () => life.abort();
}

/** On the picture its arrows wind and its Enter plays; up and down lead to the controls, and among them all arrows do. */
function remoteShortcut({ key, target }: KeyboardEvent, player: Player): Shortcut | undefined {
  // Back, where there is nothing left to go back from but the film.
  if (key === 'Escape' && !isFullscreen(player.store.getState())) return undefined;
  const isOnControl = target instanceof Element && target.matches(REACHED);
  if (key === 'Enter') return isOnControl ? undefined : shortcutFor('k');
  if (key === 'ArrowUp' || key === 'ArrowDown') return undefined;
  return isOnControl && key.startsWith('Arrow') ? undefined : shortcutFor(key);
}

function isForPlayer(press: KeyboardEvent): boolean {
  if (press.defaultPrevented || press.isComposing) return false;
  if (press.ctrlKey || press.altKey || press.metaKey) return false;
  const at = press.target;
  if (!(at instanceof Element)) return true;
  if (at.closest(TYPING) || at.closest(DIALOG)) return false;
  return press.key !== ' ' || !at.matches(`:is(${PRESSABLE}):focus-visible`);
}
