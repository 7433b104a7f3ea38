import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '#db/client.ts';
import type { Counters, Total } from './counters.ts';
import { formatFamily, type Family } from './prometheus.ts';
import { CAPTCHAS, HOSTNAMES, STATUSES, TITLES, TOOLS } from './provider-metrics.ts';
import { createRemembered } from './remembered.ts';
import type { RequestDurations } from './request-durations.ts';
import { countUsers } from './user-counts.ts';

/** What `GET /metrics` shows; what people watched only to the operator. */
export type MetricsPage = (showing: { readonly titles: boolean }) => Promise<string>;

export interface MetricsPageOptions {
  readonly db: Pick<Database, 'query'>;
  readonly counters: Counters;
  readonly durations: RequestDurations;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

const PUBLIC: readonly Family[] = [CAPTCHAS, HOSTNAMES, STATUSES, TOOLS];
const USERS: Family = {
  name: 'mw_user_count',
  help: 'Accounts, without those that were deleted.',
  type: 'counter',
};
/** Counting all accounts takes a while, and everybody may ask. */
const USERS_KEPT_MS = 15_000;
const COUNTERS_KEPT_MS = 5_000;

export function createMetricsPage(options: MetricsPageOptions): MetricsPage {
  const { db, counters, durations, now, warn } = options;
  const users = createRemembered({ load: () => countUsers(db), forMs: USERS_KEPT_MS, now, warn });
  let shownRevision = 0;
  const totals = createRemembered({
    load: () => {
      shownRevision = counters.revision();
      return counters.totals(PUBLIC.map(({ name }) => name));
    },
    forMs: COUNTERS_KEPT_MS,
    now,
    warn,
  });
  const titles = createRemembered({
    load: () => counters.totals([TITLES.name]),
    forMs: 0,
    now,
    warn,
  });
  const ofProcess = processMetrics();

  return async (showing) => {
    // What this server has counted itself is on the page at once.
    if (counters.revision() !== shownRevision) totals.expire();
    const [accounts, counted, watched, machine] = await Promise.all([
      users.get(),
      totals.get(),
      showing.titles ? titles.get() : undefined,
      ofProcess.metrics(),
    ]);
    return [
      // Without the database this page still says how the process is.
      accounts ? formatFamily(USERS, accounts) : '',
      counted ? PUBLIC.map((family) => printTotals(family, counted)).join('') : '',
      watched ? printTotals(TITLES, watched) : '',
      durations.print(),
      machine,
    ].join('');
  };
}

function printTotals(family: Family, totals: readonly Total[]): string {
  return formatFamily(
    family,
    totals.filter(({ name }) => name === family.name),
  );
}

let registry: Registry | undefined;

/** Memory, processor and event loop are the process's, which cannot be watched twice. */
function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
