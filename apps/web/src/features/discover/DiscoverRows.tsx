import type { TmdbKind } from '@matinee/shared/media/media';
import { Unplug } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { RandomPick } from './RandomPick.tsx';
import { DiscoverRow } from './DiscoverRow.tsx';
import { useRows, type Row } from './useRows.ts';
import { visitStore } from './discover-store.ts';
import styles from './DiscoverRows.module.css';

/** Films, then series, with the card that chance draws above them. A catalogue that is away is said once. */
export function DiscoverRows() {
  const { t } = useTranslation();
  const rows = useRows();
  const near = useStore(visitStore, (visit) => visit.near);
  const { shown, isAway, retry } = withoutRepeatedFailures(rows, near);
  const of = (kind: TmdbKind) => shown.filter(({ slot }) => slot.kind === kind);
  const films = of('movie').flatMap(({ state }) => (state.is === 'filled' ? state.titles : []));
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t(($) => $.discover.title)}</h1>
          <p className={styles.intro}>{t(($) => $.discover.intro)}</p>
        </div>
        <RandomPick candidates={films} />
      </header>
      {isAway ? (
        <Away onRetry={retry} />
      ) : (
        <>
          <Part kind="movie" rows={of('movie')} />
          <Part kind="tv" rows={of('tv')} />
        </>
      )}
    </>
  );
}

interface Shown {
  readonly shown: readonly Row[];
  /** All that was asked for has failed. */
  readonly isAway: boolean;
  readonly retry: () => void;
}

/** The first row that failed stands for all of them, and tries all of them again. */
function withoutRepeatedFailures(rows: readonly Row[], near: readonly string[]): Shown {
  const retries = rows.flatMap(({ state }) => (state.is === 'failed' ? [state.retry] : []));
  const retry = () => {
    for (const again of retries) again();
  };
  const first = rows.find(({ state }) => state.is === 'failed');
  const shown = rows.flatMap((row): readonly Row[] => {
    if (row.state.is !== 'failed') return [row];
    return row === first ? [{ ...row, state: { is: 'failed', retry } }] : [];
  });
  const isAway = near.length > 0 && retries.length === near.length;
  return { shown, isAway, retry };
}

function Away({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.away} role="alert">
      <Unplug aria-hidden />
      <h2 className={styles.kind}>{t(($) => $.discover.away)}</h2>
      <p>{t(($) => $.discover.awayHint)}</p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}

function Part({ kind, rows }: { readonly kind: TmdbKind; readonly rows: readonly Row[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.kind} id={id}>
        {t(($) => $.discover.kinds[kind])}
      </h2>
      {rows.map((row) => (
        <DiscoverRow key={row.slot.id} row={row} />
      ))}
    </section>
  );
}
