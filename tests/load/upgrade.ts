// Upgrades from every earlier version that are killed at random moments, or run out of disk space, on the built server
// with its embedded database: no row may be lost, and the next start may take a minute. Prints a table, and ends with 1
// otherwise. Seeded: `node tests/load/upgrade.ts 7 7` repeats run 7. About 20 minutes. Run by `npm run test:long`.
// `UPGRADE_KILLS=50 node tests/load/upgrade.ts 1 50` runs all 50 kills with a million rows: 30 to 60 seconds each.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { createRandom } from '../support/fuzz/random.ts';
import { ALL_MIGRATIONS, makeOldDatabases, type OldDatabase } from './upgrade-databases.ts';
import { fullDiskRun, killedRun, timeUpgrade, type Duration, type Result } from './upgrade-runs.ts';

const SEED = 22;
const KILLS = 50;
const FULL_DISKS = 10;
const RECOVERY_LIMIT_MS = 60_000;
const MANY = 1_000_000;
const FEW = 100_000;
/**
 * The last kills have a million rows, the others fewer: a run is mostly the upgrade, its backup and the start after it.
 */
const MANY_KILLS = z.coerce
  .number()
  .int()
  .min(0)
  .max(KILLS)
  .default(5)
  .parse(process.env.UPGRADE_KILLS);
const MEBIBYTE = 2 ** 20;

interface Prepared {
  readonly databases: readonly OldDatabase[];
  readonly duration: Duration;
}

interface Line extends Result {
  readonly group: string;
  /** From the copy of the data folder to its removal. */
  readonly runMs: number;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [result: T, ms: number]> {
  const from = performance.now();
  return [await work(), performance.now() - from];
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const count = (rows: number): string => rows.toLocaleString('en');

async function prepare(root: string, rows: number, versions: readonly string[]) {
  const [databases, preparedMs] = await timed(() => makeOldDatabases(root, rows, versions));
  const [first] = databases;
  if (!first) throw new Error('no old database');
  console.log(
    `filled ${count(rows)} rows, and copied ${databases.length} versions, in ${seconds(preparedMs)} s`,
  );
  const [{ duration, ...result }, runMs] = await timed(() => timeUpgrade(root, first));
  console.log(
    `whole upgrade from ${first.version} with ${count(rows)} rows: saved after ${seconds(duration.saved)} s, ready after ${seconds(duration.ready)} s`,
  );
  report('the whole upgrade', first, result);
  const line: Line = { ...result, runMs, group: `${count(rows)} rows, not interrupted` };
  return { databases, duration, line };
}

/** Half of the moments are spread over the whole upgrade, half over the shorter part after the data is saved. */
function killOf(run: number, { databases, duration }: Prepared) {
  const random = createRandom(SEED + run);
  const after: 'start' | 'saved' = run % 4 < 2 ? 'start' : 'saved';
  const longest = after === 'start' ? duration.ready : duration.ready - duration.saved;
  return {
    database: random.pick(databases),
    interruption: { after, afterMs: random.next() * longest, isPowerFailure: run % 2 === 1 },
  };
}

/** Half of them begin with little space; the others lose it at a moment before the data is saved. */
function fullDiskOf(run: number, { databases, duration }: Prepared) {
  const random = createRandom(SEED + run);
  const database = random.pick(databases);
  if (run % 2 === 0)
    return { database, disk: { leftBytes: random.below(48) * MEBIBYTE, interruption: undefined } };
  const afterMs = random.next() * duration.saved;
  const leftBytes = random.below(4) * MEBIBYTE;
  return { database, disk: { leftBytes, interruption: { after: 'start' as const, afterMs } } };
}

function report(run: string, database: OldDatabase, result: Result): void {
  const { left, recoveryMs, problems, end } = result;
  console.log(
    `${run}: from ${database.version}, left ${left}, recovered in ${seconds(recoveryMs)} s, after "${end.slice(0, 160)}"`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
}

async function runAll(root: string, first: number, last: number): Promise<readonly Line[]> {
  const earlier = ALL_MIGRATIONS.slice(0, -1);
  const runs = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const kills = runs.filter((run) => run <= KILLS);
  const lines: Line[] = [];
  const kill = async (prepared: Prepared, run: number, rows: number): Promise<void> => {
    const { database, interruption } = killOf(run, prepared);
    const [result, runMs] = await timed(() => killedRun(root, database, interruption));
    const what = interruption.isPowerFailure ? 'Matinee and PostgreSQL' : 'Matinee';
    report(`run ${run}`, database, result);
    lines.push({ ...result, runMs, group: `${count(rows)} rows, kill -9 of ${what}` });
  };
  const many = kills.filter((run) => run > KILLS - MANY_KILLS);
  if (many.length < runs.length) {
    const prepared = await prepare(root, FEW, earlier);
    lines.push(prepared.line);
    for (const run of kills.filter((each) => !many.includes(each))) await kill(prepared, run, FEW);
    for (const run of runs.filter((each) => each > KILLS)) {
      const { database, disk } = fullDiskOf(run, prepared);
      const [result, runMs] = await timed(() => fullDiskRun(root, database, disk));
      if (!result) {
        console.log('Full disks are left out: no file system can be mounted here.');
        break;
      }
      report(`run ${run}`, database, result);
      lines.push({ ...result, runMs, group: `${count(FEW)} rows, full disk` });
    }
  }
  if (many.length > 0) {
    const some = earlier.filter((_, index) => index % 5 === 0);
    const prepared = await prepare(root, MANY, some);
    lines.push(prepared.line);
    for (const run of many) await kill(prepared, run, MANY);
  }
  return lines;
}

function printTable(lines: readonly Line[]): void {
  const groups = Map.groupBy(lines, ({ group }) => group);
  const table = [...groups].map(([group, all]) => ({
    upgrades: group,
    runs: all.length,
    'left new': all.filter(({ left }) => left === 'new').length,
    'left old': all.filter(({ left }) => left === 'old').length,
    'rows lost': all.reduce((sum, { lostRows }) => sum + lostRows, 0),
    failed: all.filter(({ problems }) => problems.length > 0).length,
    'slowest start (s)': seconds(Math.max(...all.map(({ recoveryMs }) => recoveryMs))),
    'mean run (s)': seconds(all.reduce((sum, { runMs }) => sum + runMs, 0) / all.length),
  }));
  console.table(table);
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'matinee-upgrade-'));
// PostgreSQL may run as another OS user.
fs.chmodSync(root, 0o711);
try {
  const [first = 1, last = KILLS + FULL_DISKS] = process.argv.slice(2).map(Number);
  const lines = await runAll(root, first, last);
  printTable(lines);
  const isLost = lines.some(({ problems }) => problems.length > 0);
  const isSlow = lines.some(({ recoveryMs }) => recoveryMs > RECOVERY_LIMIT_MS);
  if (isSlow) console.log(`A start took more than ${RECOVERY_LIMIT_MS / 1_000} s.`);
  if (isLost || isSlow) process.exitCode = 1;
} finally {
  fs.rmSync(root, { recursive: true, force: true });
}
