import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly valueText: string;
  /** `ltr` for values that never mirror, such as time. */
  readonly dir?: 'ltr' | undefined;
  readonly keyShortcuts?: string | undefined;
  /** Position of the dragging pointer, 0-1. */
  readonly onDrag: (fraction: number) => void;
  readonly onDrop?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly onStep: (step: SliderStep) => void;
  /** Called when assistive technology sets a value. */
  readonly onSet: (value: number) => void;
  /** Position of the hovering mouse, 0-1; null when it leaves. */
  readonly onPoint?: ((fraction: number | null) => void) | undefined;
  /** The visible track and thumb. */
  readonly children: ReactNode;
}

const directionOf = (element: Element) => getComputedStyle(element).direction;

function pointerFraction({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
  return fractionAt(clientX, currentTarget.getBoundingClientRect(), directionOf(currentTarget));
}

/** Draws nothing itself: an invisible range input lies over the children, for keyboards and screen readers. */
export function Slider(props: SliderProps) {
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    props.onDrag(pointerFraction(event));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const isDragging = event.currentTarget.hasPointerCapture(event.pointerId);
    if (isDragging) props.onDrag(pointerFraction(event));
    if (isDragging || event.pointerType === 'mouse') props.onPoint?.(pointerFraction(event));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    props.onDrop?.();
    if (event.pointerType !== 'mouse') props.onPoint?.(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = sliderStep(event.key, directionOf(event.currentTarget));
    if (!step) return;
    event.preventDefault();
    props.onStep(step);
  }

  return (
    <div
      className={styles.slider}
      dir={props.dir}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={props.onCancel}
      onPointerLeave={() => props.onPoint?.(null)}
    >
      {props.children}
      <input
        type="range"
        className={styles.input}
        aria-label={props.label}
        aria-valuetext={props.valueText}
        aria-keyshortcuts={props.keyShortcuts}
        max={props.max}
        value={props.value}
        onChange={({ currentTarget }) => props.onSet(currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

export type SliderStep = 'forward' | 'back' | 'pageForward' | 'pageBack' | 'start' | 'end';

const STEPS: Readonly<Record<string, SliderStep>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  PageUp: 'pageForward',
  PageDown: 'pageBack',
  Home: 'start',
  End: 'end',
};

const MIRRORED: Readonly<Record<string, SliderStep>> = { ArrowRight: 'back', ArrowLeft: 'forward' };

/** `direction` is the CSS direction. Undefined for other keys. */
export function sliderStep(key: string, direction: string): SliderStep | undefined {
  return (direction === 'rtl' ? MIRRORED[key] : undefined) ?? STEPS[key];
}

/** Position of a pointer within a box, 0-1. */
export function fractionAt(
  clientX: number,
  box: { readonly left: number; readonly width: number },
  direction: string,
): number {
  if (box.width <= 0) return 0;
  const fromLeft = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
  return direction === 'rtl' ? 1 - fromLeft : fromLeft;
}
