import { isFromRemote } from '#lib/spatial-navigation/press.ts';

import { isFullscreen } from '../features/fullscreen.ts';
import type { Player } from '../player.ts';
import { shortcutFor } from './shortcuts.ts';
import type { Shortcut } from './shortcuts.ts';

/** Excludes sliders, because viewers do not type in them. */
const TYPING =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
/** A dialog over the video gets all keys. */
const DIALOG = 'dialog, [role="dialog"]';
/** Elements that handle the space bar themselves when they have keyboard focus. */
const PRESSABLE = 'button, summary, [role="button"], [role^="menuitem"], [role="option"]';

/** Elements that a remote control reaches with its arrows and presses with Enter. */
const REACHED = `:is(a[href], ${PRESSABLE}, input, [role="slider"])`;

/** Handles shortcuts wherever the focus is; keys that a control has handled are ignored. */
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

/** On the video, left and right seek and Enter plays. Up and down lead to the controls, where arrows move the focus. */
function remoteShortcut({ key, target }: KeyboardEvent, player: Player): Shortcut | undefined {
  // Back only ends fullscreen; otherwise it leaves the page.
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
