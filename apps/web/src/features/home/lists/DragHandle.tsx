import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { arrowStep } from '#ui/reorder.ts';

interface DragHandleProps {
  readonly title: string;
  readonly onStep: (places: number) => void;
  readonly onGrab: (handle: HTMLElement, pointerId: number) => void;
}

/** Dragged with a mouse or a finger, or moved with the arrow keys. */
export function DragHandle({ title, onStep, onGrab }: DragHandleProps) {
  const { t } = useTranslation();

  function onPointerDown({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    if (button === 0) onGrab(currentTarget, pointerId);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const list = event.currentTarget.closest('ul');
    if (!list) return;
    const { direction, gridTemplateColumns } = getComputedStyle(list);
    const columns = gridTemplateColumns.split(' ').length;
    const step = arrowStep(event.key, { columns, direction });
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }

  return (
    <IconButton
      data-handle
      data-passed-by
      label={t(($) => $.home.lists.move, { title })}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}
