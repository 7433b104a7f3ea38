import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { humanCheckStore } from '#data/streams/proxies/human-check.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { currentItem, fullName, reelRows } from './scrape-rows.ts';
import type { ScrapeProgress } from './scrape-progress.ts';
import { SourceRow } from './SourceRow.tsx';
import styles from './ScrapeScreen.module.css';

interface ScrapeScreenProps {
  readonly progress: ScrapeProgress;
  readonly poster: string | undefined;
  readonly backTo: string;
}

/** The list of sources glides past a centred marker; one line says what is happening now. */
export function ScrapeScreen({ progress, poster, backTo }: ScrapeScreenProps) {
  const { t } = useTranslation();
  const names = useQuery(sourceList()).data?.names;
  const isChecked = useStore(humanCheckStore, ({ request }) => request !== null);
  const rows = reelRows(progress, names);
  const current = currentItem(rows, progress);
  return (
    <section className={styles.screen} aria-label={t(($) => $.watch.scrape.title)}>
      {poster !== undefined && <img className={styles.glow} src={poster} alt="" />}
      <h2 className={styles.title}>{t(($) => $.watch.scrape.title)}</h2>
      <div className={styles.stage}>
        <ol className={styles.reel} data-reel aria-label={t(($) => $.watch.scrape.list)}>
          {rows.map((row, position) => (
            <SourceRow
              key={row.id}
              row={row}
              distance={Math.abs(position - current.position)}
              isCurrent={position === current.position}
              placement={`${row.id}/${rows.length}`}
            />
          ))}
        </ol>
      </div>
      <p className={styles.now} role="status">
        {current.row === undefined
          ? t(($) => (isChecked ? $.watch.human.checking.title : $.watch.scrape.starting))
          : t(($) => $.watch.scrape.now, {
              name: fullName(current.row),
              position: current.row.sourcePosition,
              count: progress.sources.length,
            })}
      </p>
      <ButtonLink to={backTo} kind="quiet">
        {t(($) => $.watch.scrape.cancel)}
      </ButtonLink>
    </section>
  );
}
