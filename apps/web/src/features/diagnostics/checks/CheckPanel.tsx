import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listText, numberFormat } from '#i18n/formats.ts';
import { unitText } from '#i18n/units.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { BreakableText } from '../BreakableText.tsx';
import { Panel } from '../Panel.tsx';
import type { CheckResult } from './run-checks.ts';
import type { PanelRun } from '../usePanelRuns.ts';
import styles from '../Diagnostics.module.css';

interface CheckPanelProps {
  readonly title: string;
  readonly about: string;
  /** Shown when a check fails. */
  readonly advice: string;
  readonly run: PanelRun;
  /** Shown above the results: the choice of what to check. */
  readonly controls?: ReactNode;
  /** False while something must be chosen first. */
  readonly isReady?: boolean;
  readonly onRun: () => void;
  readonly onRunOne: (id: string) => void;
  readonly onCancel: () => void;
}

/** Sends no request before the user presses its button or the one for all panels. */
export function CheckPanel(props: CheckPanelProps) {
  const { title, about, advice, run, controls, isReady = true } = props;
  const { onRun, onRunOne, onCancel } = props;
  const { t } = useTranslation();
  const { rows, isRunning } = run;
  const label = rows.length > 0 ? t(($) => $.admin.runAgain) : t(($) => $.admin.run);
  const nameOf = (action: string) => t(($) => $.admin.named, { action, subject: title });
  const needsAdvice = rows.some(
    ({ outcome }) =>
      outcome.is === 'notInstalled' || (outcome.is === 'failed' && outcome.isAdvised !== true),
  );
  return (
    <Panel
      title={title}
      about={about}
      action={
        isRunning ? (
          <Button onClick={onCancel} aria-label={nameOf(t(($) => $.actions.cancel))}>
            {t(($) => $.actions.cancel)}
          </Button>
        ) : (
          <Button disabled={!isReady} onClick={onRun} aria-label={nameOf(label)}>
            {label}
          </Button>
        )
      }
    >
      {controls}
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
  const { is } = outcome;
  const isDone = is !== 'running';
  const shownName = name(t, i18n.language);
  return (
    <li className={styles.row} data-state={outcome.is}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.name}>
        <bdi>
          <BreakableText text={shownName} />
        </bdi>
      </span>
      <VisuallyHidden>
        {is === 'off' ? t(($) => $.admin.checks.states.off) : t(($) => $.admin.states[is])}
      </VisuallyHidden>
      {times.length > 1 ? <Sparkline times={times} /> : <span />}
      <span className={styles.time}>
        {isDone && unitText(outcome.ms, 'millisecond', i18n.language)}
      </span>
      {onRun && (
        <IconButton
          label={t(($) => $.admin.named, {
            action: t(($) => $.admin.runAgain),
            subject: shownName,
          })}
          className={styles.again}
          onClick={onRun}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
      {isDone && (
        <span className={styles.detail}>
          {outcome.detail?.(t, i18n.language) ?? t(($) => $.admin.unexplained)}
        </span>
      )}
      {outcome.is === 'failed' && outcome.raw !== undefined && (
        <code className={styles.detail} dir="auto">
          {outcome.raw}
        </code>
      )}
    </li>
  );
}

const SIZE = [56, 16] as const;

/** `times` in milliseconds. */
function Sparkline({ times }: { readonly times: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language);
  const all = listText(
    times.map((ms) => number.format(ms)),
    i18n.language,
  );
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
