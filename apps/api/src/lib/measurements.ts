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

/** Returns what changes the two gauges of a queue. */
export function measureQueue(queue: string) {
  waiting.inc({ queue }, 0);
  running.inc({ queue }, 0);
  return {
    wait: (change: 1 | -1): void => waiting.inc({ queue }, change),
    run: (change: 1 | -1): void => running.inc({ queue }, change),
  };
}

/** Counts runs of a job; Prometheus has another label `job`. `nowMs` is the end of a successful one. */
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

/** Read when the page is printed. */
const sources: Sources = {};

export function measurePool(pool: PoolCounts): void {
  sources.pool = pool;
}

export function measureDisk(folder: string): void {
  sources.folder = folder;
}

/** The part of the metrics page about these measurements. */
export async function printMeasurements(): Promise<string> {
  const { pool, folder } = sources;
  if (pool) {
    connections.set({ state: 'open' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
  }
  // An embedded database makes the folder at its first start.
  const disk = folder && (await statfs(folder).catch(() => undefined));
  if (disk) diskFree.set(disk.bavail * disk.bsize);
  return registry.metrics();
}
