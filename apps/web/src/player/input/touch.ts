// Fingers on the picture: tap, tap twice, hold, swipe, pinch.
import type { Player } from '../player.ts';
import { seekRange } from '../features/playback.ts';
import { SKIP_SECONDS } from './shortcuts.ts';

const DOUBLE_TAP_MS = 300;
/** Once it is a row of taps, they may come slower. */
const ROW_OF_TAPS_MS = 600;
const HOLD_MS = 500;
const SWIPE_PX = 16;
/** Where the system's own swipes begin. */
const EDGE_PX = 32;
const PINCH = 1.2;
/** A third of the picture's width. */
const SIDE = 1 / 3;
/** A swipe across the whole picture; less where the film is shorter. */
const SWEEP_SECONDS = 120;

interface Finger {
  readonly x0: number;
  readonly y0: number;
  readonly x: number;
  readonly y: number;
}

type Gesture =
  | { readonly kind: 'none' | 'hold' | 'other' }
  | { readonly kind: 'pinch'; readonly span: number }
  | { readonly kind: 'volume' | 'brightness' | 'seek'; readonly from: number };

const NONE: Gesture = { kind: 'none' };

export function watchTouch(picture: HTMLElement, player: Player): () => void {
  const life = new AbortController();
  const { signal } = life;
  const fingers = new Map<number, Finger>();
  const onTap = createTaps(player);
  let gesture = NONE;
  let isTap = false;
  let holding: ReturnType<typeof setTimeout> | undefined;

  function hold() {
    if (player.store.getState().media.paused) return;
    gesture = { kind: 'hold' };
    player.gestures.fast(true);
  }

  function onDown({ pointerId, pointerType, clientX, clientY }: PointerEvent) {
    if (pointerType === 'mouse') return;
    fingers.set(pointerId, { x0: clientX, y0: clientY, x: clientX, y: clientY });
    clearTimeout(holding);
    if (fingers.size === 1) {
      gesture = NONE;
      holding = setTimeout(hold, HOLD_MS);
    } else gesture = joined(gesture, fingers, player);
  }

  function onMove({ pointerId, clientX, clientY }: PointerEvent) {
    const finger = fingers.get(pointerId);
    if (!finger) return;
    const moved = { ...finger, x: clientX, y: clientY };
    fingers.set(pointerId, moved);
    if (gesture.kind === 'pinch') pinch(player, spanOf(fingers) / gesture.span);
    if (gesture.kind === 'none' && isSwipe(moved)) {
      clearTimeout(holding);
      gesture = swipe(moved, picture, player);
    }
    slide(player, gesture, moved, picture);
  }

  function onEnd(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(holding);
    player.gestures.fast(false);
    player.gestures.endSeek(event.type === 'pointerup');
    isTap = event.type === 'pointerup' && gesture.kind === 'none';
    if (fingers.size === 0) gesture = NONE;
    else if (gesture.kind === 'pinch') gesture = { kind: 'other' };
  }

  // Not before the click: it would fall on the control that the tap has just brought up.
  function onClick(event: MouseEvent) {
    if (isTap) onTap(event, picture);
    isTap = false;
  }

  picture.addEventListener('click', onClick, { signal });
  picture.addEventListener('pointerdown', onDown, { signal });
  picture.addEventListener('pointermove', onMove, { signal });
  picture.addEventListener('pointerup', onEnd, { signal });
  picture.addEventListener('pointercancel', onEnd, { signal });
  // A long press would open the browser's menu for the film.
  const onMenu = (event: Event) => fingers.size > 0 && event.preventDefault();
  picture.addEventListener('contextmenu', onMenu, { signal });
  return () => {
    clearTimeout(holding);
    player.gestures.stop();
    life.abort();
  };
}

/** A tap shows and hides the controls at once; a second one on the same side undoes that and skips, and so do more. */
function createTaps(player: Player) {
  let last = { side: 0, at: -Infinity, isRow: false };
  return ({ clientX, timeStamp }: MouseEvent, picture: HTMLElement) => {
    const { left, width } = picture.getBoundingClientRect();
    const share = width > 0 ? (clientX - left) / width : 0.5;
    const side = share < SIDE ? -1 : share > 1 - SIDE ? 1 : 0;
    const within = last.isRow ? ROW_OF_TAPS_MS : DOUBLE_TAP_MS;
    const isRow = side !== 0 && side === last.side && timeStamp - last.at <= within;
    if (!isRow || !last.isRow) player.controls.tap();
    if (isRow) player.gestures.skip(side * SKIP_SECONDS);
    last = { side, at: timeStamp, isRow };
  };
}

/** A second finger begins a pinch, and takes back a swipe through the time. */
function joined(
  gesture: Gesture,
  fingers: ReadonlyMap<number, Finger>,
  { gestures }: Player,
): Gesture {
  if (gesture.kind === 'none') return { kind: 'pinch', span: spanOf(fingers) };
  if (gesture.kind !== 'seek') return gesture;
  gestures.endSeek(false);
  return { kind: 'other' };
}

const isSwipe = ({ x0, y0, x, y }: Finger) => Math.hypot(x - x0, y - y0) > SWIPE_PX;

/** Sideways the time; up and down the volume on the right, where it can be changed, and the light on the left. */
function swipe({ x0, y0, x, y }: Finger, picture: HTMLElement, { store }: Player): Gesture {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const isSideways = Math.abs(x - x0) > Math.abs(y - y0);
  const toSide = isSideways ? Math.min(x0 - left, left + width - x0) : Infinity;
  const toEnd = Math.min(y0 - top, top + height - y0);
  if (Math.min(toSide, toEnd) < EDGE_PX) return { kind: 'other' };
  const { volume, media, gestures } = store.getState();
  if (isSideways)
    return media.duration > 0 || media.live
      ? { kind: 'seek', from: media.time }
      : { kind: 'other' };
  if (x0 < left + width / 2) return { kind: 'brightness', from: gestures.brightness };
  if (!volume.isAdjustable) return { kind: 'other' };
  return { kind: 'volume', from: media.muted ? 0 : media.volume };
}

/** Time flows from left to right in every language, as it does on the bar. */
function secondsAcross({ x0, x }: Finger, picture: HTMLElement, { store }: Player): number {
  const { width } = picture.getBoundingClientRect();
  const { start, end } = seekRange(store.getState());
  return width > 0 ? ((x - x0) / width) * Math.min(SWEEP_SECONDS, end - start) : 0;
}

function slide(player: Player, gesture: Gesture, finger: Finger, picture: HTMLElement): void {
  const { gestures } = player;
  const up = (finger.y0 - finger.y) / (picture.clientHeight * 0.75);
  if (gesture.kind === 'volume') gestures.setVolume(gesture.from + up);
  if (gesture.kind === 'brightness') gestures.setBrightness(gesture.from + up);
  if (gesture.kind === 'seek') {
    gestures.seek(gesture.from, gesture.from + secondsAcross(finger, picture, player));
  }
}

function spanOf(fingers: ReadonlyMap<number, Finger>): number {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}

function pinch(player: Player, growth: number): void {
  if (growth > PINCH) player.gestures.setFit('fill');
  else if (growth < 1 / PINCH) player.gestures.setFit('whole');
}
