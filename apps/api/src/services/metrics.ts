import type { Database } from '#db/client.ts';
import { createCounters } from './counters.ts';
import { createMetricsPage, type MetricsPage } from './metrics-page.ts';
import { createProviderMetrics, type ProviderMetrics } from './provider-metrics.ts';
import { createRequestDurations, type RequestDurations } from './request-durations.ts';

/** What the server counts, and where that is shown. */
export interface Metrics {
  readonly durations: RequestDurations;
  readonly reports: ProviderMetrics;
  readonly page: MetricsPage;
  /** Starts to write what is counted to the database; the returned function stops that after a last time. */
  readonly start: () => () => Promise<void>;
}

export interface MetricsOptions {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly sourceIds: readonly string[];
  readonly origins: readonly string[];
}

export function createMetrics({ db, now, warn, ...known }: MetricsOptions): Metrics {
  const counters = createCounters({ db, now, warn });
  const durations = createRequestDurations();
  return {
    durations,
    reports: createProviderMetrics({ counters, ...known }),
    page: createMetricsPage({ db, counters, durations, now, warn }),
    start: () => counters.start(),
  };
}
