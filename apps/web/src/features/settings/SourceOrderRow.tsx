import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '#ui/SwitchField.tsx';
import styles from './SourceOrderRow.module.css';

interface SourceOrderRowProps {
  readonly name: string;
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
  readonly onStep: (step: 1 | -1) => void;
  /** The place, counted from 0, that a pointer has dragged it to. */
  readonly onDrop: (place: number) => void;
}

/** Moved by its handle: a pointer drags it, the arrows step it. */
export function SourceOrderRow({ name, isAsked, onAsk, onStep, onDrop }: SourceOrderRowProps) {
  const { t } = useTranslation();

  // A row that moves in the document loses the focus and the pointer that held it: both are given back at once.
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    flushSync(() => onStep(key === 'ArrowUp' ? -1 : 1));
    currentTarget.focus();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove({ currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const list = currentTarget.closest('ol');
    if (!list) return;
    flushSync(() => onDrop(placeAt(list, clientY)));
    currentTarget.setPointerCapture(pointerId);
  }

  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.handle}
        data-passed-by
        aria-label={t(($) => $.settings.sources.move, { name })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        <GripVertical aria-hidden />
      </button>
      <div className={styles.field}>
        <SwitchField isOn={isAsked} onChange={onAsk}>
          {name}
        </SwitchField>
      </div>
    </li>
  );
}

/** The row that the pointer is in. */
function placeAt(list: HTMLElement, y: number): number {
  const bottoms = [...list.children].map((row) => row.getBoundingClientRect().bottom);
  const at = bottoms.findIndex((bottom) => y < bottom);
  return at === -1 ? bottoms.length - 1 : at;
}
