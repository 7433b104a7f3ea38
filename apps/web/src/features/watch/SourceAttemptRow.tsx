import { useTranslation } from 'react-i18next';
import { MenuRow } from '#ui/Menu.tsx';
import type { ScrapeStatus } from './scrape-progress.ts';
import type { SourceMark } from './source-list.ts';
import { StatusIcon } from './StatusIcon.tsx';
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
  /** Tells embeds of one name apart. */
  readonly number?: number | undefined;
  readonly mark: SourceMark;
  /** Why it has nothing to play. */
  readonly reason?: string | undefined;
  readonly onChoose: () => void;
}

/** A source or an embed that can be asked by hand; arrows only walk past it. */
export function SourceAttemptRow({ name, number, mark, reason, onChoose }: SourceAttemptRowProps) {
  const { t } = useTranslation();
  return (
    <MenuRow role="menuitemradio" aria-checked={mark === 'playing'} onPress={onChoose}>
      <StatusIcon status={STATUS[mark]} percentage={0} />
      <span className={styles.text}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
      {number !== undefined && <span className={styles.number}>{number}</span>}
      {mark !== 'untried' && (
        <span className={styles.mark}>{t(($) => $.watch.sources.marks[mark])}</span>
      )}
    </MenuRow>
  );
}
