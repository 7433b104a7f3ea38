import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { reloadOnceRun } from '#data/diagnostics/server.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { numberFormat } from '#i18n/formats.ts';
import { sourceName } from '#i18n/source-name.ts';
import { requestText } from '#lib/http.ts';
import { QueryPanel } from '../Panel.tsx';
import styles from '../Diagnostics.module.css';

const TIMEOUT_MS = 15_000;

/** Reads the site's server, whichever account server the user has chosen. */
async function loadCounts(signal: AbortSignal): Promise<Counts> {
  const url = `${config.BACKEND_URL}/metrics`;
  const { status, body } = await requestText(url, { signal, timeoutMs: TIMEOUT_MS });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return countsOf(parseMetrics(body));
}

export function MetricsPanel() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['diagnostics', 'metrics'],
    queryFn: ({ signal }) => loadCounts(signal),
    ...reloadOnceRun,
    retry: false,
  });
  const number = numberFormat(i18n.language);
  return (
    <QueryPanel
      title={t(($) => $.admin.metrics.title)}
      about={t(($) => $.admin.metrics.about)}
      advice={t(($) => $.admin.metrics.advice)}
      query={query}
    >
      {({ accounts, searches, sources }) => (
        <>
          <dl>
            <div className={styles.fact}>
              <dt>{t(($) => $.admin.metrics.accounts)}</dt>
              <dd>{number.format(accounts)}</dd>
            </div>
            <div className={styles.fact}>
              <dt>{t(($) => $.admin.metrics.searches)}</dt>
              <dd>{number.format(searches)}</dd>
            </div>
          </dl>
          {sources.length > 0 && <SourceTable sources={sources} />}
        </>
      )}
    </QueryPanel>
  );
}

/** Results of the sources in reported searches. */
function SourceTable({ sources }: { readonly sources: readonly SourceCount[] }) {
  const { t, i18n } = useTranslation();
  const { data: list } = useQuery(sourceList());
  const number = numberFormat(i18n.language);
  const percent = numberFormat(i18n.language, { style: 'percent' });
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t(($) => $.admin.metrics.table)}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.admin.metrics.source)}</th>
            <th scope="col">{t(($) => $.admin.metrics.found)}</th>
            <th scope="col">{t(($) => $.admin.metrics.notFound)}</th>
            <th scope="col">{t(($) => $.admin.metrics.failed)}</th>
            <th scope="col">{t(($) => $.admin.metrics.share)}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ id, found, notFound, failed }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{sourceName(t, { id, name: list?.names.get(id) ?? id })}</bdi>
              </th>
              <td>{number.format(found)}</td>
              <td>{number.format(notFound)}</td>
              <td>{number.format(failed)}</td>
              <td>{percent.format(found / Math.max(found + notFound + failed, 1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses the Prometheus text format; skips comments and malformed lines. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', number] = LINE.exec(line) ?? [];
    const value = Number(number);
    if (name === undefined || Number.isNaN(value)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, label = '', quoted = '']) => [label, unescapeLabel(quoted)] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value }];
  });
}

function unescapeLabel(quoted: string): string {
  return quoted.replaceAll(/\\(.)/g, (_match, sign: string) => (sign === 'n' ? '\n' : sign));
}

interface SourceCount {
  readonly id: string;
  readonly found: number;
  readonly notFound: number;
  readonly failed: number;
}

interface Counts {
  readonly accounts: number;
  readonly searches: number;
  /** Most used first. */
  readonly sources: readonly SourceCount[];
}

export function countsOf(samples: readonly Sample[]): Counts {
  const sum = (name: string): number =>
    samples.reduce((total, sample) => total + (sample.name === name ? sample.value : 0), 0);
  return {
    accounts: sum('mw_user_count'),
    searches: sum('mw_provider_hostname_count'),
    sources: sourceCounts(samples),
  };
}

function sourceCounts(samples: readonly Sample[]): SourceCount[] {
  const counts = new Map<string, SourceCount>();
  for (const { name, labels, value } of samples) {
    const { provider_id: id, status } = labels;
    if (name !== 'mw_provider_status_count' || id === undefined) continue;
    const before = counts.get(id) ?? { id, found: 0, notFound: 0, failed: 0 };
    if (status === 'success') counts.set(id, { ...before, found: before.found + value });
    else if (status === 'notfound')
      counts.set(id, { ...before, notFound: before.notFound + value });
    else counts.set(id, { ...before, failed: before.failed + value });
  }
  const total = ({ found, notFound, failed }: SourceCount): number => found + notFound + failed;
  return [...counts.values()].toSorted((one, other) => total(other) - total(one));
}
