import type { Fetcher } from '@matinee/sources/source';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { availableMemory, constrainedMemory, memoryUsage } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Database } from '#database/database.ts';
import { readCertificate } from './certificate.ts';
import { DATABASE_TIME } from './database-checks.sql.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';

export interface MachineCheckOptions {
  readonly db: Pick<Database, 'query'>;
  readonly dataDir: string;
  readonly backupFolder: string;
  /** Services whose `Date` header tells the time. The first that responds counts. */
  readonly timeServers: readonly string[];
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;
/** PostgreSQL stops accepting writes at a little less. */
const FULL_BYTES = 100 * MEBIBYTE;
const LOW_BYTES = 2 * GIBIBYTE;

/** Checks the machine: space, memory, load and time. */
export const machineChecks = (options: MachineCheckOptions): readonly ServerCheck[] => [
  { check: 'disk', run: () => checkDisk(options) },
  { check: 'memory', run: async () => checkMemory() },
  { check: 'eventLoop', run: checkEventLoop },
  { check: 'clock', run: (signal) => checkClock(options, signal) },
];

async function checkDisk({ dataDir, backupFolder }: MachineCheckOptions): Promise<Finding> {
  try {
    const data = await spaceOf(path.resolve(dataDir));
    const backups = await spaceOf(backupFolder);
    const freeBytes = Math.min(data.freeBytes, backups.freeBytes);
    const facts = { ...data, backupFreeBytes: backups.freeBytes };
    if (freeBytes < FULL_BYTES) return { code: 'diskFull', facts };
    return { code: freeBytes < LOW_BYTES ? 'diskLow' : 'diskOk', facts };
  } catch (error) {
    return { code: 'diskUnknown', facts: { reason: errorCode(error) } };
  }
}

/** Measures the parent if the folder doesn't exist yet. */
async function spaceOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const parent = path.dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    return await spaceOf(parent);
  }
}

/** The share of the memory that this process may use. */
const LOW_MEMORY = 0.05;
const FULL_HEAP = 0.9;

function checkMemory(): Finding {
  const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
  // Prefer the container's limit.
  const constrained = constrainedMemory();
  const totalBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const freeBytes = Math.min(availableMemory(), totalBytes);
  const facts = { usedBytes: memoryUsage.rss(), freeBytes, totalBytes };
  if (freeBytes < totalBytes * LOW_MEMORY) return { code: 'memoryLow', facts };
  return { code: heapBytes > heapLimitBytes * FULL_HEAP ? 'heapLow' : 'memoryOk', facts };
}

const OBSERVED_MS = 1_000;
const RESOLUTION_MS = 10;
const BUSY_MS = 100;
const BLOCKED_MS = 1_000;

/** Measures for a second how late timers run. */
async function checkEventLoop(signal: AbortSignal): Promise<Finding> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  try {
    await setTimeout(OBSERVED_MS, undefined, { signal });
  } finally {
    delays.disable();
  }
  // The histogram measures nanoseconds between two timers.
  const lateMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const facts = { meanMs: lateMs(delays.mean), maxMs: lateMs(delays.max) };
  if (facts.maxMs > BLOCKED_MS) return { code: 'eventLoopBlocked', facts };
  return { code: facts.maxMs > BUSY_MS ? 'eventLoopBusy' : 'eventLoopOk', facts };
}

const SKEWED_MS = 5_000;
const WRONG_MS = 60_000;

async function checkClock(options: MachineCheckOptions, signal: AbortSignal): Promise<Finding> {
  const offsets = await Promise.all([databaseOffset(options), serverOffset(options, signal)]);
  const known = offsets.filter((offset) => offset !== undefined);
  const [worst] = known.toSorted((a, b) => Math.abs(b) - Math.abs(a));
  if (worst === undefined) return { code: 'clockUnknown' };
  const offset = Math.abs(worst);
  const facts = { offsetMs: offset };
  if (offset > WRONG_MS) return { code: 'clockWrong', facts };
  return { code: offset > SKEWED_MS ? 'clockSkewed' : 'clockOk', facts };
}

/** Returns the milliseconds that the database's clock is ahead. Undefined while the database is down. */
async function databaseOffset({ db, now }: MachineCheckOptions): Promise<number | undefined> {
  const sentAt = now();
  const rows = await db.query<{ now: number }>(DATABASE_TIME, []).catch(() => []);
  const [row] = rows;
  return row && row.now - (sentAt + now()) / 2;
}

async function serverOffset(
  { timeServers, fetch, now }: MachineCheckOptions,
  signal: AbortSignal,
): Promise<number | undefined> {
  let minimum: number | undefined;
  for (const url of timeServers) {
    const sentAt = now();
    try {
      const { headers } = await fetch(url, { signal, method: 'HEAD', timeoutMs: 5_000 });
      const date = Date.parse(headers['date'] ?? '');
      // The header has full seconds, so its mean error is half a second.
      if (Number.isFinite(date)) return date + 500 - (sentAt + now()) / 2;
    } catch (error) {
      if (DATE_ERRORS.has(errorCode(error)))
        minimum ??= await certificateOffset(new URL(url), now(), signal);
    }
  }
  return minimum;
}

const DATE_ERRORS: ReadonlySet<string> = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/**
 * Returns the minimum offset of the clock in milliseconds. If the clock is off by years, as on a machine without a
 * battery, every certificate is invalid.
 */
async function certificateOffset(
  { hostname, port }: URL,
  time: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const certificate = await readCertificate(hostname, Number(port || 443), signal).catch(
    () => undefined,
  );
  if (!certificate) return undefined;
  const behindMs = certificate.validFrom - time;
  const aheadMs = time - certificate.validTo;
  if (behindMs > 0) return behindMs;
  return aheadMs > 0 ? -aheadMs : undefined;
}
