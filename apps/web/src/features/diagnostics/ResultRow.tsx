import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { regional } from '#lib/format-locale.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './Panel.module.css';
import type { Row } from './run-checks.ts';
import { Sparkline } from './Sparkline.tsx';

interface ResultRowProps {
  readonly row: Row;
  /** Tries it alone once more. */
  readonly onRun: (() => void) | undefined;
}

export function ResultRow({ row: { name, outcome, times }, onRun }: ResultRowProps) {
  const { t, i18n } = useTranslation();
  const isOver = outcome.is !== 'running';
  const ms = new Intl.NumberFormat(regional(i18n.language)).format(isOver ? outcome.ms : 0);
  return (
    <li className={styles.row} data-state={outcome.is}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <VisuallyHidden>{t(($) => $.admin.states[outcome.is])}</VisuallyHidden>
      {times.length > 1 ? <Sparkline times={times} /> : <span />}
      <span className={styles.time}>{isOver && t(($) => $.admin.ms, { ms })}</span>
      {onRun && (
        <IconButton
          label={`${t(($) => $.admin.again)}: ${name}`}
          className={styles.again}
          onClick={onRun}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
      {isOver && (
        <span className={styles.detail}>
          {/* Of what fails another program may have written the words. */}
          {outcome.is === 'failed' ? <bdi>{outcome.detail}</bdi> : outcome.detail}
        </span>
      )}
    </li>
  );
}
