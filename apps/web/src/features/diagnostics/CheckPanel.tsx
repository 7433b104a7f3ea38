import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './Panel.module.css';
import { ResultRow } from './ResultRow.tsx';
import { runChecks, type Check, type Row } from './run-checks.ts';
import { Panel } from './Panel.tsx';

const now = (): number => performance.now();

interface CheckPanelProps {
  readonly title: string;
  readonly about: string;
  /** What to do when one of them fails. */
  readonly advice: string;
  readonly load: (signal: AbortSignal) => Promise<readonly Check[]>;
}

/** Asks nobody before somebody presses its button. */
export function CheckPanel({ title, about, advice, load }: CheckPanelProps) {
  const { t } = useTranslation();
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [life, setLife] = useState<AbortController>();
  useEffect(() => () => life?.abort(), [life]);

  async function during(work: (signal: AbortSignal) => Promise<void>) {
    const current = new AbortController();
    setLife(current);
    await work(current.signal);
    setLife((last) => (last === current ? undefined : last));
  }

  async function runAll(signal: AbortSignal) {
    const all = await load(signal).catch((error: unknown): readonly Check[] => [
      { id: title, name: title, run: () => Promise.reject(error) },
    ]);
    if (signal.aborted) return;
    setChecks(all);
    await runChecks(all, { before: rows, signal, now, tell: setRows });
  }

  /** One alone; its button stays where it is, with the focus on it, and waits for what is under way. */
  function again(id: string) {
    const one = checks.filter((check) => check.id === id);
    const tell = ([next]: readonly Row[]): void =>
      setRows((all) => all.map((row) => (row.id === id && next ? next : row)));
    if (!life) void during((signal) => runChecks(one, { before: rows, signal, now, tell }));
  }

  function cancel() {
    life?.abort();
    setLife(undefined);
    setRows((all) => all.filter(({ outcome }) => outcome.is !== 'running'));
  }

  const label = rows.length > 0 ? t(($) => $.admin.again) : t(($) => $.admin.run);
  const hasFailed = rows.some(({ outcome }) => outcome.is === 'failed');
  return (
    <Panel
      title={title}
      about={about}
      action={
        life ? (
          <Button onClick={cancel} aria-label={`${t(($) => $.admin.cancel)}: ${title}`}>
            {t(($) => $.admin.cancel)}
          </Button>
        ) : (
          <Button onClick={() => void during(runAll)} aria-label={`${label}: ${title}`}>
            {label}
          </Button>
        )
      }
    >
      <ul className={styles.rows} aria-live="polite" aria-busy={life !== undefined}>
        {rows.map((row) => (
          <ResultRow
            key={row.id}
            row={row}
            onRun={rows.length > 1 ? () => again(row.id) : undefined}
          />
        ))}
      </ul>
      {hasFailed && <p className={styles.advice}>{advice}</p>}
    </Panel>
  );
}
