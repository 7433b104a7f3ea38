import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';
import { ResultRow } from './ResultRow.tsx';
import type { PanelRun } from './usePanelRuns.ts';

interface CheckPanelProps {
  readonly title: string;
  readonly about: string;
  /** What to do when one of them fails. */
  readonly advice: string;
  readonly run: PanelRun;
  readonly onRun: () => void;
  readonly onRunOne: (id: string) => void;
  readonly onCancel: () => void;
}

/** Sends no request before its button, or the one for all panels, is pressed. */
export function CheckPanel(props: CheckPanelProps) {
  const { title, about, advice, run, onRun, onRunOne, onCancel } = props;
  const { t } = useTranslation();
  const { rows, isRunning } = run;
  const label = rows.length > 0 ? t(($) => $.admin.again) : t(($) => $.admin.run);
  const needsAdvice = rows.some(({ outcome: { is } }) => is === 'failed' || is === 'absent');
  return (
    <Panel
      title={title}
      about={about}
      action={
        isRunning ? (
          <Button onClick={onCancel} aria-label={`${t(($) => $.admin.cancel)}: ${title}`}>
            {t(($) => $.admin.cancel)}
          </Button>
        ) : (
          <Button onClick={onRun} aria-label={`${label}: ${title}`}>
            {label}
          </Button>
        )
      }
    >
      <ul className={styles.rows} aria-live="polite" aria-busy={isRunning}>
        {rows.map((row) => (
          <ResultRow
            key={row.id}
            row={row}
            onRun={rows.length > 1 ? () => onRunOne(row.id) : undefined}
          />
        ))}
      </ul>
      {needsAdvice && <p className={styles.advice}>{advice}</p>}
    </Panel>
  );
}
