import type { SourceMeta } from '@matinee/shared/contract/scrape';
import { useQuery } from '@tanstack/react-query';
import { GripVertical } from 'lucide-react';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { sourceList } from '#data/streams/metadata.ts';
import { sourceName } from '#i18n/source-name.ts';
import { Button } from '#ui/Button.tsx';
import { moveTo } from '#ui/reorder.ts';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useSettingsForm } from './settings-form.ts';
import styles from './PreferencesSection.module.css';

/** Order of the sources, and a switch for each. */
export function SourceOrderCard() {
  const { t } = useTranslation();
  const { change } = useSettingsForm();
  const { data, isError, isFetching, refetch } = useQuery(sourceList());
  return (
    <SettingsCard
      title={t(($) => $.settings.sources.title)}
      text={t(($) => $.settings.sources.text)}
    >
      {isFetching && !data && <Spinner label={t(($) => $.settings.sources.loading)} />}
      {isError && !isFetching && (
        <>
          <p role="alert">{t(($) => $.settings.sources.failed)}</p>
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        </>
      )}
      {data && data.sources.length === 0 && <p>{t(($) => $.settings.sources.none)}</p>}
      {data && data.sources.length > 0 && (
        <>
          <SourceList sources={data.sources} />
          <Button onClick={() => change({ sourceOrder: [], disabledSources: [] })}>
            {t(($) => $.settings.sources.reset)}
          </Button>
        </>
      )}
    </SettingsCard>
  );
}

function SourceList({ sources }: { readonly sources: readonly SourceMeta[] }) {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const [announcement, setAnnouncement] = useState('');
  const ordered = applyOrder(sources, values.sourceOrder);
  const ids = ordered.map(({ id }) => id);
  const disabled = new Set(values.disabledSources);

  function move(source: SourceMeta, to: number): void {
    const { id } = source;
    const name = sourceName(t, source);
    const index = Math.max(0, Math.min(ids.length - 1, to));
    if (ids[index] === id) return;
    change({ sourceOrder: moveTo(ids, id, index) });
    setAnnouncement(
      t(($) => $.settings.sources.moved, { name, place: index + 1, total: ids.length }),
    );
  }

  function toggle(id: string, isEnabled: boolean): void {
    const others = values.disabledSources.filter((other) => other !== id);
    change({ disabledSources: isEnabled ? others : [...others, id] });
  }

  return (
    <>
      <ol className={styles.sources}>
        {ordered.map((source, index) => (
          <SourceOrderRow
            key={source.id}
            name={sourceName(t, source)}
            isEnabled={!disabled.has(source.id)}
            onToggle={(isEnabled) => toggle(source.id, isEnabled)}
            onStep={(step) => move(source, index + step)}
            onDrag={(to) => move(source, to)}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

interface SourceOrderRowProps {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly onToggle: (isEnabled: boolean) => void;
  readonly onStep: (step: 1 | -1) => void;
  /** The index under the dragging pointer. */
  readonly onDrag: (index: number) => void;
}

/** The handle moves the row, by pointer or arrow keys. */
function SourceOrderRow({ name, isEnabled, onToggle, onStep, onDrag }: SourceOrderRowProps) {
  const { t } = useTranslation();

  // Moving a row in the DOM loses focus and pointer capture: both are restored at once.
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
    flushSync(() => onDrag(rowAt(list, clientY)));
    currentTarget.setPointerCapture(pointerId);
  }

  return (
    <li className={styles.sourceRow}>
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
        <SwitchField isOn={isEnabled} onChange={onToggle}>
          {name}
        </SwitchField>
      </div>
    </li>
  );
}

function rowAt(list: HTMLElement, y: number): number {
  const bottoms = [...list.children].map((row) => row.getBoundingClientRect().bottom);
  const index = bottoms.findIndex((bottom) => y < bottom);
  return index === -1 ? bottoms.length - 1 : index;
}

/** Sorts by the user's order; sources outside it follow in their own order. */
export function applyOrder<T extends { readonly id: string }>(
  all: readonly T[],
  order: readonly string[],
): T[] {
  const ordered = order.flatMap((id) => all.filter((source) => source.id === id));
  return [...new Set([...ordered, ...all])];
}
