// Runs a private PostgreSQL in DATA_DIR, with server programs from an npm package.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serverOsUser } from './os-user.ts';
import type { OsUser } from './os-user.ts';
import { copyForAllUsers, findBinaries, majorVersion, installBinaries } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { dataFolder, ensureCluster } from './data-dir.ts';
import { hasCode } from '#database/errors.ts';
import { startServer } from './start-process.ts';
import type { StartOptions } from './start-process.ts';
import { acquireLease } from './lease.ts';
import { execProgram } from './exec.ts';
import { countRetry } from '#lib/measurements.ts';

export interface EmbeddedOptions {
  /** The folder for the cluster and the server's log. */
  readonly root: string;
  readonly log: (message: string) => void;
  /** Called when the server stops unexpectedly. */
  readonly onLost: (how: string) => void;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
  /** False trades safety for speed. For tests only. */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedServer {
  readonly pid: number;
  /** Returns the URL of one of the server's databases. */
  url(database: string): string;
  /** Shuts the server down, unless another process still uses it. */
  stop(): Promise<void>;
}

const RISKY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const MAX_ATTEMPTS = 10;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log, signal, durable = true } = options;
  const root = path.resolve(options.root);
  const osUser = serverOsUser(dataFolder(root));
  const binaries = await prepareBinaries(osUser, log);
  const major = await majorVersion(binaries, osUser);
  const { data, password } = await ensureCluster({ root, binaries, major, osUser, durable });
  const settings = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : RISKY),
    ...options.settings,
  };
  const { postgres } = binaries;
  return startOrJoin(
    { postgres, root, data, osUser, settings, log, signal },
    password,
    options.onLost,
  );
}

async function prepareBinaries(
  osUser: OsUser | undefined,
  log: (message: string) => void,
): Promise<Binaries> {
  const binaries = await findBinaries();
  installBinaries(binaries);
  if (!osUser) return binaries;
  try {
    await execProgram(binaries.postgres, ['--version'], { osUser });
    return binaries;
  } catch {
    return copyForAllUsers(binaries, log); // the OS user may lack access to this folder
  }
}

/** Starts the server and acquires a lease. Retries if its last user shuts it down in between. */
async function startOrJoin(
  options: StartOptions,
  password: string,
  onLost: (how: string) => void,
): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await startServer(options);
    const url = (database: string) =>
      `postgresql://postgres:${password}@127.0.0.1:${server.port}/${database}`;
    try {
      const lease = await acquireLease({
        server,
        data: options.data,
        url: url('postgres'),
        onLost,
      });
      if (!server.isStartedHere)
        options.log(`joined the running PostgreSQL (process ${server.pid})`);
      return { pid: server.pid, url, stop: () => lease.stop() };
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isGoingDown(error)) throw error;
      await pause(200);
      countRetry('embedded database');
    }
  }
}

/** Returns whether the connection was rejected or reset, or the server is shutting down or recovering. */
const isGoingDown = (error: unknown) =>
  hasCode(error, 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03') ||
  (error instanceof Error && error.message.includes('terminated unexpectedly'));

/** Creates a database if it is missing. Safe to run concurrently. */
export async function ensureDatabase(server: EmbeddedServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!hasCode(error, '42P04', '23505')) throw error;
  } finally {
    await client.end();
  }
  return server.url(name);
}
