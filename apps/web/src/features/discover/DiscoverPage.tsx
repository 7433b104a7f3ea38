import type { TmdbKind } from '@matinee/shared/media/media';
import { Unplug } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { discoverStore } from './discover-store.ts';
import { DiscoverRow } from './DiscoverRow.tsx';
import { RandomPick } from './RandomPick.tsx';
import { type DiscoverRowData, useRows } from './useRows.ts';
import styles from './DiscoverPage.module.css';

export function DiscoverPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.discover.title) })}</title>
      <DiscoverRows />
    </div>
  );
}

function DiscoverRows() {
  const { t } = useTranslation();
  const rows = useRows();
  const near = useStore(discoverStore, (state) => state.near);
  const { shown, haveAllFailed, retry } = withoutRepeatedErrors(rows, near);
  const rowsOf = (kind: TmdbKind) => shown.filter(({ definition }) => definition.kind === kind);
  const movies = rowsOf('movie').flatMap(({ state }) =>
    state.is === 'filled' ? state.titles : [],
  );
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t(($) => $.discover.title)}</h1>
          <p className={styles.intro}>{t(($) => $.discover.intro)}</p>
        </div>
        <RandomPick candidates={movies} />
      </header>
      {haveAllFailed ? (
        <CatalogueUnreachable onRetry={retry} />
      ) : (
        <>
          <RowGroup kind="movie" rows={rowsOf('movie')} />
          <RowGroup kind="tv" rows={rowsOf('tv')} />
        </>
      )}
    </>
  );
}

interface ShownRows {
  readonly shown: readonly DiscoverRowData[];
  /** Several rows were requested, and all have failed. */
  readonly haveAllFailed: boolean;
  readonly retry: () => void;
}

/** Shows one error for all failed rows; its button retries all of them. */
function withoutRepeatedErrors(
  rows: readonly DiscoverRowData[],
  near: readonly string[],
): ShownRows {
  const retries = rows.flatMap(({ state }) => (state.is === 'failed' ? [state.retry] : []));
  const retry = () => {
    for (const retryRow of retries) retryRow();
  };
  const first = rows.find(({ state }) => state.is === 'failed');
  const shown = rows.flatMap((row): readonly DiscoverRowData[] => {
    if (row.state.is !== 'failed') return [row];
    return row === first ? [{ ...row, state: { is: 'failed', retry } }] : [];
  });
  const haveAllFailed = near.length > 1 && retries.length === near.length;
  return { shown, haveAllFailed, retry };
}

function CatalogueUnreachable({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.away} role="alert">
      <Unplug aria-hidden />
      <h2 className={styles.kind}>{t(($) => $.discover.loadFailed)}</h2>
      <p>{t(($) => $.errors.catalogUnreachable)}</p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}

interface RowGroupProps {
  readonly kind: TmdbKind;
  readonly rows: readonly DiscoverRowData[];
}

function RowGroup({ kind, rows }: RowGroupProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.kind} id={id}>
        {t(($) => $.discover.kinds[kind])}
      </h2>
      {rows.map((row) => (
        <DiscoverRow key={row.definition.id} row={row} group={id} />
      ))}
    </section>
  );
}
