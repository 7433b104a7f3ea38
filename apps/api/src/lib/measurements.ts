// Measures each queue, cache, retry, limit, quota and job of this process, for /metrics.
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];

const caches = new Counter({
  name: 'matinee_cache_requests_total',
  help: 'Lookups in a cache. A shared one joins a load in progress.',
  labelNames: ['cache', 'result'],
  registers,
});
const waiting = new Gauge({
  name: 'matinee_queue_waiting',
  help: 'Work that waits for a slot.',
  labelNames: ['queue'],
  registers,
});
const running = new Gauge({
  name: 'matinee_queue_running',
  help: 'Work that holds a slot.',
  labelNames: ['queue'],
  registers,
});
const oldest = new Gauge({
  name: 'matinee_queue_oldest_seconds',
  help: 'How long the first in a queue has waited.',
  labelNames: ['queue'],
  registers,
});
const rejections = new Counter({
  name: 'matinee_limit_rejections_total',
  help: 'Requests that a limit rejected.',
  labelNames: ['limit'],
  registers,
});
const quotas = new Counter({
  name: 'matinee_quota_rejections_total',
  help: 'Writes that the quota of an account rejected.',
  labelNames: ['quota'],
  registers,
});
const retries = new Counter({
  name: 'matinee_retries_total',
  help: 'Attempts after a failed one.',
  labelNames: ['retry'],
  registers,
});
const jobs = new Counter({
  name: 'matinee_job_runs_total',
  help: 'Runs of background jobs on this replica.',
  labelNames: ['task', 'result'],
  registers,
});
const lastSuccess = new Gauge({
  name: 'matinee_job_last_success_timestamp_seconds',
  help: 'The end of the last successful run of a background job on this replica.',
  labelNames: ['task'],
  registers,
});
const connections = new Gauge({
  name: 'matinee_database_connections',
  help: 'Connections to the database: open and idle ones, and requests that wait for one.',
  labelNames: ['state'],
  registers,
});
const databaseUp = new Gauge({
  name: 'matinee_database_up',
  help: '1 while the database responds, otherwise 0.',
  registers,
});
const diskFree = new Gauge({
  name: 'matinee_disk_free_bytes',
  help: 'Free space in DATA_DIR.',
  registers,
});

export const countLookup = (cache: string, result: 'hit' | 'shared' | 'miss'): void =>
  caches.inc({ cache, result });
export const countRejection = (limit: string): void => rejections.inc({ limit });
export const countQuotaRejection = (quota: string): void => quotas.inc({ quota });
export const countRetry = (retry: string): void => retries.inc({ retry });
export const setDatabaseUp = (isUp: boolean): void => databaseUp.set(isUp ? 1 : 0);

interface MeasuredQueue {
  /** Begins a wait. Returns a function that ends it. */
  readonly wait: () => () => void;
  readonly run: (change: 1 | -1) => void;
  readonly reject: () => void;
}

/** The state of a queue. */
export interface QueueFacts {
  /** The name in metrics. */
  readonly queue: string;
  readonly waiting: number;
  readonly running: number;
  /** The time that the first item has waited. */
  readonly oldestMs: number;
  /** The number of rejections since the start. */
  readonly rejected: number;
  /** The time since the last rejection. */
  readonly rejectedAgoMs: number;
}

interface Measured {
  /** The start of each wait, in order. */
  readonly waits: Set<{ readonly from: number }>;
  running: number;
  rejected: number;
  rejectedAt: number;
}

const queues = new Map<string, Measured>();

/** Queues with the same name count together. */
export function measureQueue(queue: string): MeasuredQueue {
  const measured = queues.get(queue) ?? {
    waits: new Set(),
    running: 0,
    rejected: 0,
    rejectedAt: -Infinity,
  };
  queues.set(queue, measured);
  waiting.inc({ queue }, 0);
  running.inc({ queue }, 0);
  return {
    wait: () => {
      const wait = { from: performance.now() };
      measured.waits.add(wait);
      waiting.inc({ queue });
      return () => {
        if (measured.waits.delete(wait)) waiting.dec({ queue });
      };
    },
    run: (change) => {
      measured.running += change;
      running.inc({ queue }, change);
    },
    reject: () => {
      measured.rejected += 1;
      measured.rejectedAt = performance.now();
      countRejection(queue);
    },
  };
}

/** Returns the state of each queue as in the metrics, sorted by name. */
export function queueStates(): readonly QueueFacts[] {
  const now = performance.now();
  return [...queues]
    .map(([queue, { waits, rejectedAt, ...counts }]) => {
      const [first] = waits;
      return {
        queue,
        waiting: waits.size,
        running: counts.running,
        rejected: counts.rejected,
        oldestMs: first ? now - first.from : 0,
        rejectedAgoMs: now - rejectedAt,
      };
    })
    .toSorted((one, other) => (one.queue < other.queue ? -1 : 1));
}

/** Counts runs of a job. The label is `task`, because Prometheus uses `job`. `nowMs`: the end of a successful run. */
export function countJob(task: string, result: 'success' | 'failure', nowMs?: number): void {
  jobs.inc({ task, result });
  if (nowMs !== undefined) lastSuccess.set({ task }, nowMs / 1000);
}

interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

interface Sources {
  pool?: PoolCounts;
  folder?: string;
}

/** The sources to read when the page is printed. */
const sources: Sources = {};

export function measurePool(pool: PoolCounts): void {
  sources.pool = pool;
}

export function measureDisk(folder: string): void {
  sources.folder = folder;
}

/** Returns the metrics page's section about these measurements. */
export async function printMeasurements(): Promise<string> {
  const { pool, folder } = sources;
  if (pool) {
    connections.set({ state: 'open' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
  }
  for (const { queue, oldestMs } of queueStates()) oldest.set({ queue }, oldestMs / 1000);
  // The folder may be missing before the first start of an embedded database.
  const disk = folder && (await statfs(folder).catch(() => undefined));
  if (disk) diskFree.set(disk.bavail * disk.bsize);
  return registry.metrics();
}
