// Touch on the video: tap, double tap, hold, swipe, pinch.
import type { Player } from '../player.ts';
import { seekRange } from '../features/playback.ts';
import { SKIP_SECONDS } from './shortcuts.ts';

const DOUBLE_TAP_MS = 300;
/** The longest time between later taps of a series. */
const ROW_OF_TAPS_MS = 600;
const HOLD_MS = 500;
const SWIPE_PX = 16;
/** The system's own swipes start at the edge. */
const EDGE_PX = 32;
const PINCH = 1.2;
const SIDE = 1 / 3;
/** The distance of a swipe across the complete width; less in a shorter video. */
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

export function watchTouch(area: HTMLElement, player: Player): () => void {
  const life = new AbortController();
  const { signal } = life;
  const fingers = new Map<number, Finger>();
  const onTap = createTaps(player);
  let gesture = NONE;
  /** Taps that still wait for their clicks: a busy page gets the clicks of a double tap after both taps. */
  let taps = 0;
  let holding: ReturnType<typeof setTimeout> | undefined;

  function hold() {
    if (player.store.getState().media.paused) return;
    gesture = { kind: 'hold' };
    player.gestures.fast(true);
  }

  function onDown({ pointerId, pointerType, clientX, clientY }: PointerEvent) {
    if (pointerType === 'mouse') return void (taps = 0);
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
      gesture = swipe(moved, area, player);
    }
    slide(player, gesture, moved, area);
  }

  function onEnd(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(holding);
    player.gestures.fast(false);
    player.gestures.endSeek(event.type === 'pointerup');
    taps = event.type === 'pointerup' && gesture.kind === 'none' ? taps + 1 : 0;
    if (fingers.size === 0) gesture = NONE;
    else if (gesture.kind === 'pinch') gesture = { kind: 'other' };
  }

  // Waits for the click: otherwise the click would hit the control that the tap has just shown.
  function onClick(event: MouseEvent) {
    if (taps === 0) return;
    taps -= 1;
    onTap(event, area);
  }

  area.addEventListener('click', onClick, { signal });
  area.addEventListener('pointerdown', onDown, { signal });
  area.addEventListener('pointermove', onMove, { signal });
  area.addEventListener('pointerup', onEnd, { signal });
  area.addEventListener('pointercancel', onEnd, { signal });
  // A long press would open the browser's context menu.
  const onMenu = (event: Event) => fingers.size > 0 && event.preventDefault();
  area.addEventListener('contextmenu', onMenu, { signal });
  return () => {
    clearTimeout(holding);
    player.gestures.stop();
    life.abort();
  };
}

/** A tap toggles the controls at once. Further taps on the same side undo that and skip. */
function createTaps(player: Player) {
  let last = { side: 0, at: -Infinity, isRow: false };
  return ({ clientX, timeStamp }: MouseEvent, area: HTMLElement) => {
    const { left, width } = area.getBoundingClientRect();
    const share = width > 0 ? (clientX - left) / width : 0.5;
    const side = share < SIDE ? -1 : share > 1 - SIDE ? 1 : 0;
    const within = last.isRow ? ROW_OF_TAPS_MS : DOUBLE_TAP_MS;
    const isRow = side !== 0 && side === last.side && timeStamp - last.at <= within;
    if (!isRow || !last.isRow) player.controls.tap();
    if (isRow) player.gestures.skip(side * SKIP_SECONDS);
    last = { side, at: timeStamp, isRow };
  };
}

/** A second finger starts a pinch, and cancels a swipe through time. */
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

/**
 * Horizontal swipes seek. Vertical ones change the volume on the right, if adjustable, and the brightness on the left.
 */
function swipe({ x0, y0, x, y }: Finger, area: HTMLElement, { store }: Player): Gesture {
  const { left, top, width, height } = area.getBoundingClientRect();
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

/** Time runs from left to right in every language, as on the scrub bar. */
function secondsAcross({ x0, x }: Finger, area: HTMLElement, { store }: Player): number {
  const { width } = area.getBoundingClientRect();
  const { start, end } = seekRange(store.getState());
  return width > 0 ? ((x - x0) / width) * Math.min(SWEEP_SECONDS, end - start) : 0;
}

function slide(player: Player, gesture: Gesture, finger: Finger, area: HTMLElement): void {
  const { gestures } = player;
  const up = (finger.y0 - finger.y) / (area.clientHeight * 0.75);
  if (gesture.kind === 'volume') gestures.setVolume(gesture.from + up);
  if (gesture.kind === 'brightness') gestures.setBrightness(gesture.from + up);
  if (gesture.kind === 'seek') {
    gestures.seek(gesture.from, gesture.from + secondsAcross(finger, area, player));
  }
}

function spanOf(fingers: ReadonlyMap<number, Finger>): number {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}

function pinch(player: Player, growth: number): void {
  if (growth > PINCH) player.gestures.setFit('fill');
  else if (growth < 1 / PINCH) player.gestures.setFit('contain');
}
