// Creates the data folder of the embedded PostgreSQL atomically.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { ensureDir } from '#lib/ensure-dir.ts';
import { chownTo } from './os-user.ts';
import type { OsUser } from './os-user.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './postmaster.ts';
import { execProgram } from './exec.ts';

export interface Cluster {
  /** The folder that PostgreSQL calls PGDATA. */
  readonly data: string;
  readonly password: string;
}

export interface ClusterOptions {
  /** Contains the data folder, the server's log and scratch folders. */
  readonly root: string;
  readonly binaries: Binaries;
  readonly major: string;
  readonly osUser: OsUser | undefined;
  /** False skips fsync: for tests only. */
  readonly durable: boolean;
}

const PASSWORD = 'embedded.password';

/**
 * Returns the folder argument for PostgreSQL's programs. Another OS user may lack access to the path, for example in
 * /root. Linux enters the working directory before it switches the user.
 */
export const dataArgument = (data: string, osUser: OsUser | undefined): string =>
  osUser && process.platform === 'linux' ? '/proc/self/cwd' : data;

export const dataFolder = (root: string): string => path.join(root, 'data');

export async function ensureCluster(options: ClusterOptions): Promise<Cluster> {
  const { root, major } = options;
  const data = dataFolder(root);
  if (ensureDir(root, 0o700)) fs.chmodSync(root, 0o711);
  sweepDrafts(root);
  if (!isCluster(data)) await makeCluster(data, options);
  const found = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== major) {
    throw new Error(
      `${data} was written by PostgreSQL ${found}, and this is PostgreSQL ${major}. Dump the database with the old version and restore it here, or set DATABASE_URL.`,
    );
  }
  return { data, password: fs.readFileSync(path.join(data, PASSWORD), 'utf8').trim() };
}

const isCluster = (data: string) => fs.existsSync(path.join(data, 'PG_VERSION'));

/** Removes drafts of processes that were killed while they created a cluster. */
function sweepDrafts(root: string): void {
  for (const name of fs.readdirSync(root)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) removeAll(path.join(root, name));
  }
}

const REMOVALS = 10;

/**
 * Retries, because Node stops silently if a file vanishes during removal. The `initdb` of a killed process may still
 * be writing.
 */
function removeAll(name: string): void {
  for (let count = 0; count < REMOVALS && fs.existsSync(name); count += 1) {
    fs.rmSync(name, { recursive: true, force: true, maxRetries: REMOVALS, retryDelay: 20 });
  }
}

/**
 * Creates a draft and renames it. Neither a crash nor two concurrent starts leave an incomplete cluster.
 */
async function makeCluster(data: string, options: ClusterOptions): Promise<void> {
  const { root, osUser } = options;
  const draft = path.join(root, `draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  const secret = `${draft}.password`;
  fs.mkdirSync(draft);
  chownTo(draft, 0o700, osUser);
  try {
    fs.writeFileSync(secret, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
    chownTo(secret, 0o600, osUser);
    await initialise(draft, secret, options);
    fs.renameSync(secret, path.join(draft, PASSWORD));
    fs.renameSync(draft, data);
  } catch (error) {
    if (!isCluster(data)) throw error; // another process has created the cluster first
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    fs.rmSync(secret, { force: true });
  }
}

async function initialise(draft: string, secret: string, options: ClusterOptions): Promise<void> {
  const { binaries, osUser, durable } = options;
  const stdin = fs.openSync(secret, 'r');
  try {
    const args = ['-D', dataArgument(draft, osUser), '-U', 'postgres', '--encoding=UTF8'];
    // Pass an open file, because the OS user may lack access to its path.
    args.push('--auth=scram-sha-256', '--pwfile=/dev/stdin');
    // The built-in collation needs no system locales, and sorts the same everywhere.
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
    if (!durable) args.push('--no-sync');
    await execProgram(binaries.initdb, args, { osUser, cwd: draft, stdin });
  } finally {
    fs.closeSync(stdin);
  }
}
