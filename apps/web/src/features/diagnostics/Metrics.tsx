import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { requestText } from '#lib/http.ts';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from './Panel.tsx';
import styles from './Panel.module.css';
import { countsOf, parseMetrics, type Counts } from './parse-metrics.ts';
import { SourceTable } from './SourceTable.tsx';

const TIMEOUT_MS = 15_000;

/** Of the operator's own server, whatever server the viewer has chosen. */
async function loadCounts(signal: AbortSignal): Promise<Counts> {
  const url = `${config.BACKEND_URL}/metrics`;
  const { status, body } = await requestText(url, { signal, timeoutMs: TIMEOUT_MS });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return countsOf(parseMetrics(body));
}

export function Metrics() {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['diagnostics', 'metrics'],
    queryFn: ({ signal }) => loadCounts(signal),
    enabled: false,
    retry: false,
  });
  const title = t(($) => $.admin.metrics.title);
  const label = data || error ? t(($) => $.admin.again) : t(($) => $.admin.run);
  const number = new Intl.NumberFormat(regional(i18n.language));
  return (
    <Panel
      title={title}
      about={t(($) => $.admin.metrics.about)}
      action={
        <Button
          disabled={isFetching}
          onClick={() => void refetch()}
          aria-label={`${label}: ${title}`}
        >
          {label}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={isFetching}>
        {error && (
          <p className={styles.advice}>
            {[error.message, t(($) => $.admin.metrics.advice)].join(' · ')}
          </p>
        )}
        {data && !error && (
          <dl>
            <div className={styles.fact}>
              <dt>{t(($) => $.admin.metrics.accounts)}</dt>
              <dd>{number.format(data.accounts)}</dd>
            </div>
            <div className={styles.fact}>
              <dt>{t(($) => $.admin.metrics.searches)}</dt>
              <dd>{number.format(data.searches)}</dd>
            </div>
          </dl>
        )}
        {data && !error && data.sources.length > 0 && <SourceTable sources={data.sources} />}
      </div>
    </Panel>
  );
}
