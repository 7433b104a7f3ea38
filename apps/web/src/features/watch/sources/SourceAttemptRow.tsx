import { Check, CircleDashed, CircleX, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { numberText } from '#i18n/formats.ts';
import { MenuRow } from '#ui/Menu.tsx';
import { ProgressRing } from '#ui/ProgressRing.tsx';
import type { ScrapeStatus } from './scrape-progress.ts';
import type { SourceMark } from './source-list.ts';
import styles from './SourceAttemptRow.module.css';

const STATUS: Record<SourceMark, ScrapeStatus> = {
  playing: 'success',
  untried: 'waiting',
  searching: 'pending',
  notfound: 'notfound',
  failure: 'failure',
};

interface SourceAttemptRowProps {
  readonly name: string;
  /** Tells apart embeds with the same name. */
  readonly number?: number | undefined;
  readonly mark: SourceMark;
  /** The reason why it has no stream. */
  readonly reason?: string | undefined;
  readonly onChoose: () => void;
}

/** A source or embed to try; arrow keys only move the focus. */
export function SourceAttemptRow({ name, number, mark, reason, onChoose }: SourceAttemptRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <MenuRow role="menuitemradio" aria-checked={mark === 'playing'} onPress={onChoose}>
      <StatusIcon status={STATUS[mark]} percentage={0} />
      <span className={styles.text}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
      {number !== undefined && (
        <span className={styles.number}>{numberText(number, i18n.language)}</span>
      )}
      {mark !== 'untried' && (
        <span className={styles.mark}>{t(($) => $.watch.sources.marks[mark])}</span>
      )}
    </MenuRow>
  );
}

/** Keeps the spinning arc visible: many sources report no percentage. */
const MIN_PERCENTAGE = 12;

interface StatusIconProps {
  readonly status: ScrapeStatus;
  readonly percentage: number;
}

/** Decorative: the text beside it has the same information. */
export function StatusIcon({ status, percentage }: StatusIconProps) {
  return (
    <span className={styles.icon} data-status={status} aria-hidden>
      <Mark status={status} percentage={percentage} />
    </span>
  );
}

function Mark({ status, percentage }: StatusIconProps) {
  switch (status) {
    case 'waiting':
      return <CircleDashed />;
    case 'pending':
      return <ProgressRing percentage={Math.max(MIN_PERCENTAGE, percentage)} />;
    case 'success':
      return <Check />;
    case 'notfound':
      return <SearchX />;
    case 'failure':
      return <CircleX />;
  }
}
