import { Check, CircleDashed, CircleX, SearchX } from 'lucide-react';
import { ProgressRing } from '#ui/ProgressRing.tsx';
import type { ScrapeStatus } from './scrape-progress.ts';
import styles from './StatusIcon.module.css';

const LEAST_ARC = 12;

interface StatusIconProps {
  readonly status: ScrapeStatus;
  readonly percentage: number;
}

/** An ornament: the words beside it say the same. */
export function StatusIcon({ status, percentage }: StatusIconProps) {
  return (
    <span className={styles.mark} data-status={status} aria-hidden>
      <Mark status={status} percentage={percentage} />
    </span>
  );
}

function Mark({ status, percentage }: StatusIconProps) {
  switch (status) {
    case 'waiting':
      return <CircleDashed />;
    case 'pending':
      // An arc that is always there to turn: many sources know no percentage.
      return <ProgressRing percentage={Math.max(LEAST_ARC, percentage)} />;
    case 'success':
      return <Check />;
    case 'notfound':
      return <SearchX />;
    case 'failure':
      return <CircleX />;
  }
}
