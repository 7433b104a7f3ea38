import { useTranslation } from 'react-i18next';
import { regional } from '#lib/regional.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './Panel.module.css';
import type { Row } from './run-checks.ts';

export function ResultRow({ row: { name, outcome } }: { readonly row: Row }) {
  const { t, i18n } = useTranslation();
  const isOver = outcome.is !== 'running';
  const ms = new Intl.NumberFormat(regional(i18n.language)).format(isOver ? outcome.ms : 0);
  return (
    <li className={styles.row} data-state={outcome.is}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <VisuallyHidden>{t(($) => $.admin.states[outcome.is])}</VisuallyHidden>
      <span className={styles.time}>{isOver && t(($) => $.admin.ms, { ms })}</span>
      {isOver && (
        <span className={styles.detail} dir="auto">
          {outcome.detail}
        </span>
      )}
    </li>
  );
}
