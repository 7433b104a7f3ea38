import { LRUCache } from 'lru-cache';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '#database/database.ts';
import { createCounters, formatCounter, formatLabels, type CounterFamily } from './counters.ts';
import {
  CAPTCHAS,
  createProviderReports,
  HOSTNAMES,
  STATUSES,
  TITLES,
  TOOLS,
  type ProviderReports,
} from './provider-reports.ts';
import { createBackupMetrics, type BackupMetrics } from './backup-metrics.ts';
import type { SourceStats } from './source-stats.ts';
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts';
import { countLookup, printMeasurements } from '#lib/measurements.ts';

export interface Metrics {
  readonly requests: RequestMetrics;
  readonly backups: BackupMetrics;
  readonly reports: ProviderReports;
  /** Renders `GET /metrics`. Watched titles are only for the operator. */
  readonly page: (options: { readonly titles: boolean }) => Promise<string>;
  /** Writes counters to the database regularly. Returns a function that writes the rest and stops. */
  readonly start: () => () => Promise<void>;
}

export interface MetricsOptions {
  readonly db: Pick<Database, 'query' | 'prisma'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly sourceIds: readonly string[];
  readonly origins: readonly string[];
  readonly recordSource?: SourceStats['record'];
}

const PUBLIC: readonly CounterFamily[] = [CAPTCHAS, HOSTNAMES, STATUSES, TOOLS];
/** Cached, because counting all accounts takes a while and the page is public. */
const USERS_CACHED_MS = 15_000;
const COUNTERS_CACHED_MS = 5_000;

export function createMetrics({ db, now, warn, ...known }: MetricsOptions): Metrics {
  const counters = createCounters({ db, now, warn });
  const requests = createRequestMetrics();
  const backups = createBackupMetrics();
  const printCounters = async (families: readonly CounterFamily[]): Promise<string> => {
    const totals = await counters.totals(families.map(({ name }) => name));
    return families
      .map((family) =>
        formatCounter(
          family,
          totals.filter(({ name }) => name === family.name),
        ),
      )
      .join('');
  };
  let shownRevision = 0;
  const sections = {
    users: () => printUsers(db),
    counters: () => {
      shownRevision = counters.revision();
      return printCounters(PUBLIC);
    },
    titles: () => printCounters([TITLES]),
  };
  // Keep the sections, which the page shows with the process metrics while the database is down.
  const cache = new LRUCache<keyof typeof sections, string>({
    max: Object.keys(sections).length,
    fetchMethod: (name) =>
      sections[name]().catch((error: unknown) => {
        warn(`/metrics shows old counts: ${String(error)}`);
        throw error;
      }),
    allowStaleOnFetchRejection: true,
    ttlResolution: 0,
    perf: { now },
  });

  const section = async (
    name: keyof typeof sections,
    options: Parameters<typeof cache.fetch>[1],
  ) => {
    countLookup('metrics', cache.has(name) && options?.forceRefresh !== true ? 'hit' : 'miss');
    return await cache.fetch(name, options);
  };

  return {
    requests,
    backups,
    reports: createProviderReports({ counters, ...known }),
    page: async ({ titles }) => {
      // Show counts of this replica at once, and those of others after a while.
      const forceRefresh = counters.revision() !== shownRevision;
      const texts = await Promise.all([
        section('users', { ttl: USERS_CACHED_MS }),
        section('counters', { ttl: COUNTERS_CACHED_MS, forceRefresh }),
        titles ? section('titles', { forceRefresh: true }) : '',
        requests.print(),
        printMeasurements(),
        backups.print(),
        processRegistry().metrics(),
      ]);
      return texts.join('');
    },
    start: () => counters.start(),
  };
}

const USERS = { name: 'mw_user_count', help: 'Accounts, without those that were deleted.' };
/** Limited, because clients choose namespaces freely. movie-web clients use a few. */
const MAX_NAMESPACES = 20;
const MAIN_NAMESPACE = 'movie-web';

/** Always prints the main namespace, because admin pages of movie-web clients read its line. */
async function printUsers({ prisma }: Pick<Database, 'prisma'>): Promise<string> {
  const rows = await prisma.user.groupBy({
    by: ['namespace'],
    _count: { _all: true },
    orderBy: [{ _count: { namespace: 'desc' } }, { namespace: 'asc' }],
  });
  const counts = new Map([[MAIN_NAMESPACE, 0]]);
  for (const { namespace, _count: count } of rows) {
    const isShown =
      namespace === MAIN_NAMESPACE ||
      (counts.size < MAX_NAMESPACES && /^[\w.-]{1,50}$/.test(namespace));
    const name = isShown ? namespace : 'other';
    counts.set(name, (counts.get(name) ?? 0) + count._all);
  }
  const samples = [...counts].map(([namespace, value]) => ({
    labels: formatLabels({ namespace }),
    value,
  }));
  return formatCounter(USERS, samples);
}

let registry: Registry | undefined;

/** Returns one registry for the process, because observing memory, CPU and event loop twice would double the cost. */
function processRegistry(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
