import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './Panel.module.css';
import { ResultRow } from './ResultRow.tsx';
import { runChecks, type Check, type Row } from './run-checks.ts';
import { Panel } from './Panel.tsx';

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
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [life, setLife] = useState<AbortController>();
  useEffect(() => () => life?.abort(), [life]);

  async function run() {
    const current = new AbortController();
    const { signal } = current;
    setLife(current);
    const tell = (next: readonly Row[]): void => {
      if (!signal.aborted) setRows(next);
    };
    const now = (): number => performance.now();
    try {
      await runChecks(await load(signal), { signal, now, tell });
    } catch (error) {
      const failed: Check = { id: title, name: title, run: () => Promise.reject(error) };
      await runChecks([failed], { signal, now, tell });
    }
    setLife((last) => (last === current ? undefined : last));
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
          <Button onClick={() => void run()} aria-label={`${label}: ${title}`}>
            {label}
          </Button>
        )
      }
    >
      <ul className={styles.rows} aria-live="polite" aria-busy={life !== undefined}>
        {rows.map((row) => (
          <ResultRow key={row.id} row={row} />
        ))}
      </ul>
      {hasFailed && <p className={styles.advice}>{advice}</p>}
    </Panel>
  );
}
