import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { whenNear } from '#lib/near-window.ts';
import { useAttached } from '#lib/use-attached.ts';
import { Button } from '#ui/Button.tsx';
import { Carousel } from '#ui/Carousel.tsx';
import { CarouselSkeleton } from '#ui/CarouselSkeleton.tsx';
import { RowChoice } from './RowChoice.tsx';
import { ShelfCard } from './ShelfCard.tsx';
import type { Row } from './useRows.ts';
import { comeNear } from './visit.ts';
import styles from './ShelfRow.module.css';

/** Asked for this long before it can be seen. */
const MARGIN_PX = 160;

/** One row of titles; where the catalogue has nothing for it, none. */
export function ShelfRow({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  const id = useId();
  const near = useAttached(attachNear, row.slot.id);
  const { choices, slot, state } = row;
  const isEmpty = state.is === 'filled' && state.titles.length === 0;
  const isChosen = slot.by === 'provider' || (slot.by === 'genre' && slot.place === 0);
  if (isEmpty && !(isChosen && choices.length > 0)) return null;
  const name = nameOf();
  return (
    // Not a landmark: there are many, and some genres are those of films and of series alike.
    <div
      ref={near}
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
        {state.is === 'waiting' && <CarouselSkeleton />}
        {state.is === 'failed' && (
          <Notice text={t(($) => $.discover.failed)} onRetry={state.retry} />
        )}
        {isEmpty && <Notice text={t(($) => $.discover.nothing)} />}
        {state.is === 'filled' && !isEmpty && (
          <Carousel
            items={state.titles}
            keyOf={({ tmdbId }) => tmdbId}
            card={(title, tabIndex) => <ShelfCard title={title} tabIndex={tabIndex} />}
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
    if (!row.choice) return t(($) => $.discover.loading);
    const { name: chosen } = row.choice;
    return slot.by === 'genre' ? chosen : t(($) => $.discover.rows.provider, { name: chosen });
  }
}

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

function attachNear(section: HTMLElement, id: string): () => void {
  return whenNear(section, () => comeNear(id), MARGIN_PX);
}
