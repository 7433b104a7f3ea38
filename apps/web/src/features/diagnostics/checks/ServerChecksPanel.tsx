import {
  CHECK_PAGES,
  CheckStatus,
  type CheckCode,
  type ServerCheckResult,
} from '@matinee/shared/contract/diagnostics';
import type { TFunction } from 'i18next';
import { ExternalLink, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { siteOrigin } from '#config.ts';
import { listText } from '#i18n/formats.ts';
import { unitText } from '#i18n/units.ts';
import { sourceName } from '#i18n/source-name.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { factTexts } from '../fact-texts.ts';
import { Panel } from '../Panel.tsx';
import type { ServerChecks, ServerRow } from './useServerChecks.ts';
import styles from './ServerChecks.module.css';

/** Shows the server's own checks, with the meaning of each result and advice. */
export function ServerChecksPanel({ checks }: { readonly checks: ServerChecks }) {
  const { t } = useTranslation();
  const { rows, isRunning, isBroken, runAll, runOne, cancel } = checks;
  return (
    <Panel
      title={t(($) => $.admin.checks.title)}
      about={t(($) => $.admin.checks.about)}
      isWide
      action={
        <Button kind={isRunning ? 'secondary' : 'primary'} onClick={isRunning ? cancel : runAll}>
          {isRunning ? t(($) => $.admin.checks.cancel) : t(($) => $.admin.checks.run)}
        </Button>
      }
    >
      <p role="status" className={styles.summary}>
        <SummaryText checks={checks} />
      </p>
      {isBroken && (
        <p role="alert" className={styles.fix}>
          {t(($) => $.admin.checks.broken)}
        </p>
      )}
      <ul className={styles.rows} aria-label={t(($) => $.admin.checks.title)} aria-busy={isRunning}>
        {rows.map((row) => (
          <ServerCheckRow key={row.key} row={row} onRun={() => runOne(row)} />
        ))}
      </ul>
    </Panel>
  );
}

function SummaryText({ checks: { rows, isRunning } }: { readonly checks: ServerChecks }) {
  const { t, i18n } = useTranslation();
  const results = rows.flatMap(({ result }) => (result ? [result] : []));
  if (isRunning) {
    const done = rows.filter((row) => !row.isRunning).length;
    return t(($) => $.admin.checks.progress, { done, total: rows.length });
  }
  if (results.length === 0) return null;
  const counts = CheckStatus.options.map((status) => {
    const count = results.filter((result) => result.status === status).length;
    return t(($) => $.admin.checks.counts[status], { count });
  });
  return listText(counts, i18n.language);
}

interface RowProps {
  readonly row: ServerRow;
  readonly onRun: () => void;
}

function ServerCheckRow({ row, onRun }: RowProps) {
  const { t, i18n } = useTranslation();
  const { check } = row;
  const result = row.isRunning ? undefined : row.result;
  const name = nameOf(t, row);
  const state = result?.status ?? 'running';
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.outcome}>
        <span className={styles.state}>{t(($) => $.admin.checks.states[state])}</span>
        <span className={styles.time}>
          {result && unitText(result.ms, 'millisecond', i18n.language)}
        </span>
      </span>
      <IconButton
        label={t(($) => $.admin.named, { action: t(($) => $.admin.runAgain), subject: name })}
        className={styles.again}
        onClick={onRun}
      >
        <RotateCw aria-hidden />
      </IconButton>
      {result && (
        <div className={styles.detail}>
          <ResultTexts result={result} />
          <a
            href={`${siteOrigin}/manual/${CHECK_PAGES[check]}`}
            target="_blank"
            rel="noreferrer"
            className={styles.manual}
            aria-label={t(($) => $.admin.named, {
              action: t(($) => $.admin.checks.manual),
              subject: name,
            })}
          >
            {t(($) => $.admin.checks.manual)}
            <ExternalLink aria-hidden />
          </a>
        </div>
      )}
    </li>
  );
}

function ResultTexts({ result: { code, facts } }: { readonly result: ServerCheckResult }) {
  const { t, i18n } = useTranslation();
  const values = factTexts(facts, i18n.language);
  const { notes } = facts;
  const hasNotes = typeof notes === 'string' && notes !== '';
  return (
    <>
      <p>{t(($) => $.admin.checks.means[code], values)}</p>
      {needsAction(code) && (code !== 'releaseNewer' || hasNotes) && (
        <p className={styles.fix}>{t(($) => $.admin.checks.fixes[code], values)}</p>
      )}
      {code === 'releaseNewer' && hasNotes && (
        <a href={notes} target="_blank" rel="noreferrer" className={styles.manual}>
          {t(($) => $.admin.checks.releaseNotes)}
          <ExternalLink aria-hidden />
        </a>
      )}
    </>
  );
}

type Advised = Exclude<CheckCode, `${string}Ok` | `proxies${'Direct' | 'Trusted'}` | Fine>;
type Fine = 'libraryScanning' | 'subtitlesEmpty' | 'sourceNoTitle';

const FINE: ReadonlySet<string> = new Set([
  'proxiesDirect',
  'proxiesTrusted',
  'libraryScanning',
  'subtitlesEmpty',
  'sourceNoTitle',
]);

const needsAction = (code: CheckCode): code is Advised => !code.endsWith('Ok') && !FINE.has(code);

/** “Source: Internet Archive”. */
function nameOf(t: TFunction, { check, subject, name }: ServerRow): string {
  const title = t(($) => $.admin.checks.names[check]);
  if (subject === undefined || name === undefined) return title;
  const service = check === 'source' ? sourceName(t, { id: subject, name }) : name;
  return t(($) => $.admin.checks.subject, { check: title, name: service });
}
