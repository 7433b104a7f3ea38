// A game controller on every page: each button stands for a key of the page or an action of the player.

const ACTIONS = ['playPause', 'captions', 'back10', 'forward10', 'help'] as const;

/** An action of the player's shortcut table. */
export type GamepadAction = (typeof ACTIONS)[number];
type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export type GamepadInput = GamepadAction | ArrowKey | 'Enter' | 'Escape';

export const isGamepadAction = (input: GamepadInput): input is GamepadAction =>
  ACTIONS.some((action) => action === input);

/** Keyed by the button's index in the standard gamepad layout. */
const BUTTONS: Readonly<Record<number, GamepadInput>> = {
  0: 'Enter',
  1: 'Escape',
  2: 'playPause',
  3: 'captions',
  4: 'back10',
  5: 'forward10',
  8: 'help',
  9: 'playPause',
  12: 'ArrowUp',
  13: 'ArrowDown',
  14: 'ArrowLeft',
  15: 'ArrowRight',
};
const TILTED = 0.6;
const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 140;

export interface GamepadState {
  readonly buttons: readonly { readonly pressed: boolean }[];
  readonly axes: readonly number[];
}

/** The inputs that a controller holds: its D-pad, its left stick and its buttons. */
export function heldInputs({ buttons, axes }: GamepadState): ReadonlySet<GamepadInput> {
  const [x = 0, y = 0] = axes;
  const held = buttons.flatMap(({ pressed }, at) => (pressed ? (BUTTONS[at] ?? []) : []));
  if (x < -TILTED) held.push('ArrowLeft');
  if (x > TILTED) held.push('ArrowRight');
  if (y < -TILTED) held.push('ArrowUp');
  if (y > TILTED) held.push('ArrowDown');
  return new Set(held);
}

/** Returns a function that finds the inputs that were not held before. Held arrows repeat. */
export function createInputRepeat(): (
  held: ReadonlySet<GamepadInput>,
  nowMs: number,
) => readonly GamepadInput[] {
  const due = new Map<GamepadInput, number>();
  return (held, nowMs) => {
    for (const input of due.keys()) if (!held.has(input)) due.delete(input);
    return [...held].filter((input) => {
      const at = due.get(input);
      if (at === undefined) due.set(input, nowMs + REPEAT_AFTER_MS);
      else if (!input.startsWith('Arrow') || nowMs < at) return false;
      else due.set(input, nowMs + REPEAT_EVERY_MS);
      return true;
    });
  };
}

interface GamepadView extends EventTarget {
  readonly navigator: { readonly getGamepads?: () => readonly (GamepadState | null)[] };
  readonly requestAnimationFrame: (callback: FrameRequestCallback) => number;
  readonly cancelAnimationFrame: (handle: number) => void;
}

/** Polls controllers in each animation frame while one is connected. */
export function watchGamepads(view: GamepadView, press: (input: GamepadInput) => void): () => void {
  const life = new AbortController();
  const pressedNow = createInputRepeat();
  let frame: number | undefined;

  function poll(nowMs: number) {
    const pads = padsOf(view);
    const held = new Set(pads.flatMap((pad) => [...heldInputs(pad)]));
    for (const input of pressedNow(held, nowMs)) press(input);
    frame = pads.length > 0 ? view.requestAnimationFrame(poll) : undefined;
  }

  const begin = () => {
    frame ??= view.requestAnimationFrame(poll);
  };
  view.addEventListener('gamepadconnected', begin, { signal: life.signal });
  // A controller that connected before fires no event.
  if (padsOf(view).length > 0) begin();
  return () => {
    life.abort();
    if (frame !== undefined) view.cancelAnimationFrame(frame);
    frame = undefined;
  };
}

/** Some browsers lack getGamepads on plain HTTP. */
const padsOf = ({ navigator }: GamepadView): readonly GamepadState[] =>
  (navigator.getGamepads?.() ?? []).filter((pad) => pad !== null);
