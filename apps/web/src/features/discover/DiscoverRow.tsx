import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { whenNear } from '#lib/when-visible.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { Carousel } from '#ui/Carousel.tsx';
import { CarouselSkeleton } from '#ui/CarouselSkeleton.tsx';
import { RowChoice } from './RowChoice.tsx';
import { DiscoverCard } from './DiscoverCard.tsx';
import type { Row } from './useRows.ts';
import { comeNear, visitStore } from './discover-store.ts';
import styles from './DiscoverRow.module.css';

/** Asked for this long before it can be seen; whoever scrolls is on the way to rows that are farther away. */
const MARGIN_PX = 40;
const AHEAD_PX = 900;

/** One row of titles, or none where the catalogue has nothing for it; what a visitor has chosen says so instead. */
export const DiscoverRow = memo(function DiscoverRow({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  const id = useId();
  const isNear = useStore(visitStore, ({ near }) => near.includes(row.slot.id));
  const { choices, slot, state } = row;
  const place = useAttached(attachRow, slot.id);
  const isEmpty = state.is === 'filled' && state.titles.length === 0;
  const isChosen = slot.by === 'provider' || (slot.by === 'genre' && slot.place === 0);
  if (isEmpty && !(isChosen && choices.length > 0)) return null;
  const name = nameOf();
  return (
    // Not a landmark: there are many, and some genres are those of films and of series alike.
    <div
      ref={place}
      id={slot.by === 'collection' ? slot.name : undefined}
      className={styles.row}
      role="group"
      aria-labelledby={id}
      aria-busy={state.is === 'waiting'}
    >
      <div className={styles.head}>
        <h3 className={styles.title} id={id}>
          {name}
        </h3>
        {isChosen && <RowChoice row={row} />}
      </div>
      <div className={styles.body}>
        {/* Far from the window its place is enough. */}
        {state.is === 'waiting' && isNear && <CarouselSkeleton />}
        {state.is === 'failed' && (
          <Notice text={t(($) => $.discover.failed)} onRetry={state.retry} />
        )}
        {isEmpty && <Notice text={t(($) => $.discover.nothing)} />}
        {state.is === 'filled' && !isEmpty && (
          <Carousel
            items={state.titles}
            keyOf={({ tmdbId }) => tmdbId}
            card={(title, tabIndex) => <DiscoverCard title={title} tabIndex={tabIndex} />}
            labelledBy={id}
            labels={{
              back: t(($) => $.discover.back, { row: name }),
              forward: t(($) => $.discover.forward, { row: name }),
            }}
          />
        )}
      </div>
    </div>
  );

  function nameOf(): string {
    if (slot.by === 'list') return t(($) => $.discover.rows[slot.list]);
    if (slot.by === 'collection') return t(($) => $.discover.collection[slot.name]);
    if (!row.choice) return t(($) => $.discover.loading);
    const { name: chosen } = row.choice;
    return slot.by === 'genre' ? chosen : t(($) => $.discover.rows.provider, { name: chosen });
  }
});

interface NoticeProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

function Notice({ text, onRetry }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <p role="status">{text}</p>
      {onRetry && <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>}
    </div>
  );
}

function attachRow(row: HTMLElement, id: string): () => void {
  const near = () => comeNear(id);
  const stops = [whenNear(row, near, MARGIN_PX)];
  const life = new AbortController();
  const look = () => void stops.push(whenNear(row, near, AHEAD_PX));
  addEventListener('scroll', look, { signal: life.signal, once: true, passive: true });
  return () => {
    life.abort();
    for (const stop of stops) stop();
  };
}
