import type { TmdbKind } from '@matinee/shared/media/media';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RandomPick } from './RandomPick.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { useRows, type Row } from './useRows.ts';
import styles from './Shelves.module.css';

/** Films, then series, with the card that chance draws above them. */
export function Shelves() {
  const { t } = useTranslation();
  const rows = useRows();
  const of = (kind: TmdbKind) => rows.filter(({ slot }) => slot.kind === kind);
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
      <Part kind="movie" rows={of('movie')} />
      <Part kind="tv" rows={of('tv')} />
    </>
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
        <ShelfRow key={row.slot.id} row={row} />
      ))}
    </section>
  );
}
