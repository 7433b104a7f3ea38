import { useTranslation } from 'react-i18next';
import { useAttached } from '#lib/use-ref-effect.ts';
import { keepCentred } from './scroll-to-center.ts';
import { fullName, type ReelRow } from './scrape-rows.ts';
import type { ScrapeStatus } from './scrape-progress.ts';
import { StatusIcon } from './StatusIcon.tsx';
import styles from './SourceRow.module.css';

/** Rows beyond this look alike; the reel's own edges fade the rest. */
const FAR = 2;

interface SourceRowProps {
  readonly row: ReelRow;
  /** Rows between this one and the marker. */
  readonly distance: number;
  readonly isCurrent: boolean;
  /** Changes when the row may have moved. */
  readonly placement: string;
}

export function SourceRow({ row, distance, isCurrent, placement }: SourceRowProps) {
  const { t } = useTranslation();
  const centred = useAttached(keepCentred, placement);
  const text = (status: ScrapeStatus) => t(($) => $.watch.scrape.items[status]);
  return (
    <li
      ref={isCurrent ? centred : null}
      className={styles.row}
      data-distance={Math.min(distance, FAR)}
      data-kind={row.kind}
      data-status={row.status}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={styles.mark}>
        <StatusIcon status={row.status} percentage={row.percentage} />
      </span>
      <span className={styles.name} title={fullName(row)}>
        {row.name}
      </span>
      {row.number !== undefined && <span className={styles.number}>{row.number}</span>}
      {row.status !== 'waiting' && <span className={styles.status}>{text(row.status)}</span>}
    </li>
  );
}
