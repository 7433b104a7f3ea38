// One upgrade that is interrupted, and the start after it.
import { listProgress } from '@matinee/shared/contract/progress';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSessionTokens } from '../../apps/api/src/accounts/accounts.ts';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { withClient } from '../support/database-server.ts';
import {
  databaseUrl,
  dataFolder,
  spawnMatinee,
  until,
  type Matinee,
} from '../support/matinee-process.ts';
import { childrenOf } from '../support/private-postgres.ts';
import { fillDisk, mountDisk, unmountDisk } from '../support/small-disk.ts';
import {
  ALL_MIGRATIONS,
  appliedMigrations,
  atDatabase,
  copyFolder,
  CRYPTO_SECRET,
  readContents,
  type Contents,
  type OldDatabase,
} from './upgrade-databases.ts';

/** A server that is not ready by then is a separate failure. */
const READY_WITHIN_MS = 180_000;
const SAVED = 'saved the data before the upgrade';
const APPLIED = 'applied migrations';

export interface Result {
  /** The version that the interruption left. */
  readonly left: 'old' | 'new';
  readonly lostRows: number;
  /** Each is a failure. */
  readonly problems: readonly string[];
  /** The time from the start to the first request that finds the server ready. */
  readonly recoveryMs: number;
  /** The upgrade's last message. */
  readonly end: string;
}

const start = (dataDir: string): Matinee =>
  spawnMatinee({ dataDir, environment: { CRYPTO_SECRET, RATE_LIMITS: 'off' } });

/** Milliseconds of an upgrade that nothing interrupts. */
export interface Duration {
  readonly saved: number;
  readonly ready: number;
}

export async function timeUpgrade(root: string, database: OldDatabase) {
  const dataDir = path.join(root, 'timed');
  copyFolder(database.dataDir, dataDir);
  const from = performance.now();
  const server = start(dataDir);
  await Promise.race([until(() => server.printed().includes(SAVED)), server.ended()]);
  const saved = performance.now() - from;
  const result = await recover(server, { dataDir, database, from, end: '' });
  fs.rmSync(dataDir, { recursive: true });
  return { ...result, duration: { saved, ready: result.recoveryMs } };
}

export interface Interruption {
  /** Counted from the start, or from the message that the data is saved. */
  readonly after: 'start' | 'saved';
  readonly afterMs: number;
}

async function untilMoment(server: Matinee, { after, afterMs }: Interruption): Promise<void> {
  const moment = async () => {
    if (after === 'saved') await until(() => server.printed().includes(SAVED));
    await pause(afterMs);
  };
  await Promise.race([moment(), server.ended()]);
}

/** Kills the server, and with `isPowerFailure` each process of PostgreSQL, at one moment. */
export async function killedRun(
  root: string,
  database: OldDatabase,
  { isPowerFailure, ...interruption }: Interruption & { readonly isPowerFailure: boolean },
): Promise<Result> {
  const dataDir = path.join(root, 'killed');
  copyFolder(database.dataDir, dataDir);
  const first = start(dataDir);
  await untilMoment(first, interruption);
  const postgres = isPowerFailure ? runningPostmaster(dataFolder(dataDir)) : undefined;
  const pids = [first.pid, ...(postgres ? [postgres.pid, ...childrenOf(postgres.pid)] : [])];
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  await first.ended();
  const from = performance.now();
  const end = lastMessage(first);
  const result = await recover(start(dataDir), { dataDir, database, from, end });
  fs.rmSync(dataDir, { recursive: true });
  return result;
}

/** The space that is left, from the beginning or from a moment on. */
export interface FullDisk {
  readonly leftBytes: number;
  readonly interruption: Interruption | undefined;
}

/** Several times what an upgrade of 100,000 rows needs. */
const DISK_BYTES = 2 ** 30;

/**
 * Fills the disk at one moment. The old version must survive, and then there is space again. Undefined if no file
 * system can be mounted.
 */
export async function fullDiskRun(
  root: string,
  database: OldDatabase,
  { leftBytes, interruption }: FullDisk,
): Promise<Result | undefined> {
  const disk = path.join(root, 'disk');
  fs.mkdirSync(disk, { recursive: true });
  if (!mountDisk(disk, DISK_BYTES)) return undefined;
  // PostgreSQL may run as another OS user.
  fs.chmodSync(disk, 0o711);
  try {
    const dataDir = path.join(disk, 'data');
    copyFolder(database.dataDir, dataDir);
    if (!interruption) fillDisk(disk, leftBytes);
    const first = start(dataDir);
    if (interruption) {
      await untilMoment(first, interruption);
      fillDisk(disk, leftBytes);
    }
    const how = await ready(first).catch(() => 'failed');
    first.kill('SIGTERM');
    await first.ended();
    fs.rmSync(path.join(disk, 'filler'));
    const problems = [];
    if (how === 'failed') {
      if (!/disk .*is full/.test(first.printed()))
        problems.push("doesn't say that the disk is full");
      problems.push(...(await compareOldVersion(dataDir, database)));
    }
    const from = performance.now();
    const end = lastMessage(first);
    const result = await recover(start(dataDir), { dataDir, database, from, end });
    return { ...result, problems: [...problems, ...result.problems] };
  } finally {
    unmountDisk(disk);
  }
}

/** Lists what a start of the old version would find. */
const compareOldVersion = (dataDir: string, database: OldDatabase) =>
  atDatabase(dataDir, (url) =>
    withClient(url, async (client) => {
      const applied = await appliedMigrations(client);
      const index = ALL_MIGRATIONS.indexOf(database.version);
      const isOld = applied.join() === ALL_MIGRATIONS.slice(0, index + 1).join();
      const { problems } = compare(
        database.contents,
        await readContents(client, database.contents),
      );
      return [...(isOld ? [] : [`neither version: ${applied.join(', ')}`]), ...problems];
    }),
  );

interface Recovery {
  readonly dataDir: string;
  readonly database: OldDatabase;
  readonly from: number;
  readonly end: string;
}

/** Waits for a start, and compares everything with what there was before the upgrade. */
async function recover(server: Matinee, recovery: Recovery): Promise<Result> {
  const { dataDir, database, from, end } = recovery;
  try {
    const url = await ready(server);
    const { status } = await fetch(`${url}/readyz`);
    const recoveryMs = performance.now() - from;
    const found = await withClient(databaseUrl(dataDir), async (client) => {
      const applied = await appliedMigrations(client);
      return { applied, contents: await readContents(client, database.contents) };
    });
    const { lostRows, problems } = compare(database.contents, found.contents);
    const isNew = found.applied.join() === ALL_MIGRATIONS.join();
    const all = [
      ...(status === 200 ? [] : [`/readyz is ${status}`]),
      ...(isNew ? [] : [`not the new version: ${found.applied.join(', ')}`]),
      ...problems,
      ...(await trySession(url, dataDir)),
    ];
    const left = server.printed().includes(APPLIED) ? 'old' : 'new';
    return { left, lostRows, problems: all, recoveryMs, end };
  } catch (error) {
    const problems = [`${String(error)}\n${server.printed()}`];
    return { left: 'old', lostRows: 0, problems, recoveryMs: performance.now() - from, end };
  } finally {
    server.kill('SIGTERM');
    await server.ended();
    await until(() => !runningPostmaster(dataFolder(dataDir)));
  }
}

const ready = (server: Matinee): Promise<string> =>
  Promise.race([
    server.ready(),
    pause(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`not ready within ${READY_WITHIN_MS / 1_000} s`);
    }),
  ]);

function compare(before: Contents, after: Contents) {
  let lostRows = 0;
  const problems: string[] = [];
  for (const [table, { rows, checksum }] of before) {
    const found = after.get(table);
    lostRows += Math.max(0, rows - (found?.rows ?? 0));
    if (found?.rows !== rows || found.checksum !== checksum)
      problems.push(`${table} differs: ${rows} rows became ${found?.rows}`);
  }
  return { lostRows, problems };
}

/** Uses a session of the old version. */
async function trySession(url: string, dataDir: string): Promise<readonly string[]> {
  const { rows } = await withClient(databaseUrl(dataDir), (client) =>
    client.query<{ id: string; user: string; titles: number }>(
      `SELECT id, user_id AS user, (SELECT count(*)::int FROM progress WHERE user_id = sessions.user_id) AS titles
       FROM sessions ORDER BY id LIMIT 1`,
    ),
  );
  const [session] = rows;
  if (!session) return ['no session is left'];
  const token = await createSessionTokens([CRYPTO_SECRET]).issue(session.id, new Date());
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/users/${session.user}/progress`, { headers });
  const found = listProgress.reply.safeParse(await response.json()).data;
  return found?.length === session.titles ? [] : [`the session got ${response.status}`];
}

/** The end of the output, without the fields of log lines. */
function lastMessage(server: Matinee): string {
  const line = server.printed().trim().split('\n').at(-1) ?? '';
  return /"msg":"([^"]*)/.exec(line)?.[1] ?? line.trim();
}
