import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

import { fractionAt, sliderStep } from './slider-keys.ts';
import type { SliderStep } from './slider-keys.ts';
import styles from './Slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly valueText: string;
  /** `ltr` where the direction has a meaning of its own, such as time. */
  readonly dir?: 'ltr' | undefined;
  readonly keyShortcuts?: string | undefined;
  /** Where a dragging pointer is, 0-1. */
  readonly onDrag: (fraction: number) => void;
  readonly onDrop?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly onStep: (step: SliderStep) => void;
  /** A value set by other means, as assistive technology does. */
  readonly onSet: (value: number) => void;
  /** Where a mouse hovers, 0-1; null when it has gone. */
  readonly onPoint?: ((fraction: number | null) => void) | undefined;
  /** What lies on the track. */
  readonly children: ReactNode;
}

const directionOf = (element: Element) => getComputedStyle(element).direction;

function pointed({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
  return fractionAt(clientX, currentTarget.getBoundingClientRect(), directionOf(currentTarget));
}

/** A slider for mouse, finger, keyboard and screen reader that its user paints; the real one lies unseen on top. */
export function Slider(props: SliderProps) {
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    props.onDrag(pointed(event));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const isDragging = event.currentTarget.hasPointerCapture(event.pointerId);
    if (isDragging) props.onDrag(pointed(event));
    if (isDragging || event.pointerType === 'mouse') props.onPoint?.(pointed(event));
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
