import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { Panel } from './Panel.tsx';
import type { CheckResult } from './run-checks.ts';
import type { PanelRun } from './usePanelRuns.ts';
import styles from './Diagnostics.module.css';

interface CheckPanelProps {
  readonly title: string;
  readonly about: string;
  /** Shown when a check fails. */
  readonly advice: string;
  readonly run: PanelRun;
  readonly onRun: () => void;
  readonly onRunOne: (id: string) => void;
  readonly onCancel: () => void;
}

/** Sends no request before the user presses its button or the one for all panels. */
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

interface ResultRowProps {
  readonly row: CheckResult;
  /** Runs only this check again. */
  readonly onRun: (() => void) | undefined;
}

function ResultRow({ row: { name, outcome, times }, onRun }: ResultRowProps) {
  const { t, i18n } = useTranslation();
  const isDone = outcome.is !== 'running';
  const ms = new Intl.NumberFormat(regional(i18n.language)).format(isDone ? outcome.ms : 0);
  return (
    <li className={styles.row} data-state={outcome.is}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <VisuallyHidden>{t(($) => $.admin.states[outcome.is])}</VisuallyHidden>
      {times.length > 1 ? <Sparkline times={times} /> : <span />}
      <span className={styles.time}>{isDone && t(($) => $.admin.ms, { ms })}</span>
      {onRun && (
        <IconButton
          label={`${t(($) => $.admin.again)}: ${name}`}
          className={styles.again}
          onClick={onRun}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
      {isDone && (
        <span className={styles.detail}>
          {/* Error messages may come from other programs, in any language. */}
          {outcome.is === 'failed' ? <bdi>{outcome.detail}</bdi> : outcome.detail}
        </span>
      )}
    </li>
  );
}

const SIZE = [56, 16] as const;

/** `times` in milliseconds. */
function Sparkline({ times }: { readonly times: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const language = regional(i18n.language);
  const number = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: 'unit' });
  const all = list.format(times.map((ms) => number.format(ms)));
  const [width, height] = SIZE;
  return (
    <svg
      className={styles.spark}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      role="img"
      aria-label={t(($) => $.admin.times, { times: all })}
    >
      <polyline points={sparkPoints(times, SIZE)} />
    </svg>
  );
}

/** Points of an SVG polyline in a box of `width` x `height`; 0 is the bottom. */
export function sparkPoints(values: readonly number[], [width, height]: readonly [number, number]) {
  const highest = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  return values
    .map((value, index) => `${index * step},${height * (1 - value / highest)}`)
    .join(' ');
}
