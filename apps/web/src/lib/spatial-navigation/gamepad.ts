// A game controller as a keyboard: each button presses the key that does here what people expect of it.

/** The keys that a film answers to, as its table of shortcuts has them. */
export interface FilmKeys {
  readonly playPause: string;
  readonly captions: string;
  readonly back10: string;
  readonly forward10: string;
  readonly help: string;
}

/** By the number of the button on a standard controller. */
const keysOfButtons = (film: FilmKeys): Readonly<Record<number, string>> => ({
  0: 'Enter',
  1: 'Escape',
  2: film.playPause,
  3: film.captions,
  4: film.back10,
  5: film.forward10,
  8: film.help,
  9: film.playPause,
  12: 'ArrowUp',
  13: 'ArrowDown',
  14: 'ArrowLeft',
  15: 'ArrowRight',
});
const TILTED = 0.6;
const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 140;

export interface Pad {
  readonly buttons: readonly { readonly pressed: boolean }[];
  readonly axes: readonly number[];
}

/** The keys that a controller holds down: its cross, its left stick and its buttons. */
export function keysHeld({ buttons, axes }: Pad, film: FilmKeys): ReadonlySet<string> {
  const keys = keysOfButtons(film);
  const [x = 0, y = 0] = axes;
  const held = buttons.flatMap(({ pressed }, at) => (pressed ? (keys[at] ?? []) : []));
  if (x < -TILTED) held.push('ArrowLeft');
  if (x > TILTED) held.push('ArrowRight');
  if (y < -TILTED) held.push('ArrowUp');
  if (y > TILTED) held.push('ArrowDown');
  return new Set(held);
}

/** Says which keys are pressed now: those that were not held before, and arrows again and again. */
export function createKeyRepeat(): (held: ReadonlySet<string>, nowMs: number) => readonly string[] {
  const due = new Map<string, number>();
  return (held, nowMs) => {
    for (const key of due.keys()) if (!held.has(key)) due.delete(key);
    return [...held].filter((key) => {
      const at = due.get(key);
      if (at === undefined) due.set(key, nowMs + REPEAT_AFTER_MS);
      else if (!key.startsWith('Arrow') || nowMs < at) return false;
      else due.set(key, nowMs + REPEAT_EVERY_MS);
      return true;
    });
  };
}

/** The window, as far as it is needed. */
interface GamepadView extends EventTarget {
  readonly navigator: { readonly getGamepads?: () => readonly (Pad | null)[] };
  readonly requestAnimationFrame: (callback: FrameRequestCallback) => number;
  readonly cancelAnimationFrame: (handle: number) => void;
}

/** Looks at the controllers with each picture, and only while there is one. */
export function watchGamepads(
  view: GamepadView,
  film: FilmKeys,
  press: (key: string) => void,
): () => void {
  const life = new AbortController();
  const pressedNow = createKeyRepeat();
  let frame: number | undefined;

  function look(nowMs: number) {
    const pads = padsOf(view);
    const held = new Set(pads.flatMap((pad) => [...keysHeld(pad, film)]));
    for (const key of pressedNow(held, nowMs)) press(key);
    frame = pads.length > 0 ? view.requestAnimationFrame(look) : undefined;
  }

  const begin = () => {
    frame ??= view.requestAnimationFrame(look);
  };
  view.addEventListener('gamepadconnected', begin, { signal: life.signal });
  // One that was there before may have been seen already.
  if (padsOf(view).length > 0) begin();
  return () => {
    life.abort();
    if (frame !== undefined) view.cancelAnimationFrame(frame);
    frame = undefined;
  };
}

/** On plain http some browsers have no such function. */
const padsOf = ({ navigator }: GamepadView): readonly Pad[] =>
  (navigator.getGamepads?.() ?? []).filter((pad) => pad !== null);
