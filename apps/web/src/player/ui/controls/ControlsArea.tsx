import type { FocusEvent, PointerEvent, ReactNode } from 'react';

import { usePlayer } from '../../use-player.ts';

interface ControlsAreaProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Keeps the controls visible while a mouse or the keyboard focus is inside. */
export function ControlsArea({ className, children }: ControlsAreaProps) {
  const { controls } = usePlayer();

  function onPointerEnter({ pointerType }: PointerEvent) {
    if (pointerType === 'mouse') controls.hold(true);
  }

  function onFocus({ target }: FocusEvent) {
    if (target.matches(':focus-visible')) controls.focus(true);
  }

  return (
    <div
      className={className}
      onPointerEnter={onPointerEnter}
      onPointerLeave={() => controls.hold(false)}
      onFocus={onFocus}
      onBlur={() => controls.focus(false)}
    >
      {children}
    </div>
  );
}
