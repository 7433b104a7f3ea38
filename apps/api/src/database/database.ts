// Opens, migrates and closes the database.
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createDiskSpace, type DiskSpace } from './disk-space.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { classifyError } from './errors.ts';
import { PrismaClient } from '#database/generated/client.ts';
import { guardedAdapter } from './guarded-adapter.ts';
import { migrate, readMigrations, type MigrateOptions } from './migrate.ts';
import { ensureOwnedDatabase } from '#database/embedded/database-owner.ts';
import { createPool } from './pool.ts';
import { waitForDatabase, probeDatabase } from './wait-for-database.ts';
import { createReadinessCheck, cacheCheck, type DatabaseReadiness } from './readiness.ts';
import {
  createStatements,
  createTransaction,
  type Queries,
  type TransactionalQueries,
} from './sql.ts';
import { supervise } from '#database/embedded/supervisor.ts';

export interface DatabaseOptions extends Pick<MigrateOptions, 'restorePoint' | 'onMigrated'> {
  /** Undefined: the embedded server in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** The same database without a pooler. Unset: `databaseUrl`. */
  readonly directUrl?: string | undefined;
  readonly dataDir: string;
  readonly migrations: string;
  readonly log: (message: string) => void;
  /** Reports a problem to the operator. */
  readonly warn: (message: string) => void;
  /** The quota of each account. Unset: none. */
  readonly accountMaxBytes?: number | undefined;
  /** Aborts the wait for a database that is still starting. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly now: () => number;
}

/** `query`: for statements that Prisma can't express as one, or runs too slowly. */
export interface Database extends TransactionalQueries {
  readonly prisma: PrismaClient;
  /** The URL without a pooler. Changes when the embedded server restarts. */
  readonly url: string;
  /** Returns the number of connections in use, and of callers that wait for one. */
  connections(): { readonly busy: number; readonly waiting: number };
  /** Concurrent callers share the result. It is cached for a second. */
  readiness(): Promise<DatabaseReadiness>;
  close(): Promise<void>;
}

/** Long enough for a busy machine. */
const PROBE_TIMEOUT_MS = 2_500;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, accountMaxBytes } = options;
  const diskSpace = createDiskSpace({ ...options, ...(!databaseUrl && { folder: dataDir }) });
  const server = databaseUrl
    ? await external(databaseUrl, options)
    : await embedded(options, diskSpace);
  try {
    const applied = await migrate({ ...options, url: server.directUrl() });
    if (applied.length > 0) options.log(`applied migrations: ${applied.join(', ')}`);
    const database = connect(server, options, diskSpace);
    if (accountMaxBytes !== undefined) await setAccountLimit(database, accountMaxBytes);
    return database;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Sets the quota that triggers enforce. */
async function setAccountLimit({ prisma }: Queries, bytes: number): Promise<void> {
  const maxBytes = BigInt(bytes);
  await prisma.accountLimit.upsert({
    where: { isOnly: true },
    create: { isOnly: true, maxBytes },
    update: { maxBytes },
  });
}

interface Server {
  readonly url: () => string;
  readonly directUrl: () => string;
  stop(): Promise<void>;
}

async function external(
  url: string,
  { directUrl = url, warn, signal }: DatabaseOptions,
): Promise<Server> {
  await waitForDatabase({ url, log: warn, signal });
  return { url: () => url, directUrl: () => directUrl, stop: () => Promise.resolve() };
}

async function embedded(
  { dataDir, log, warn, now }: DatabaseOptions,
  diskSpace: DiskSpace,
): Promise<Server> {
  const root = path.join(dataDir, 'postgres');
  const supervisor = await supervise({
    start: async (onLost, signal) => {
      const server = await startEmbedded({ root, log, onLost, signal });
      try {
        return { url: await ensureOwnedDatabase(server), stop: () => server.stop() };
      } catch (error) {
        await server.stop();
        throw error;
      }
    },
    onFailure: (error) => {
      if (classifyError(error) === 'disk-full') diskSpace.failed(error);
    },
    warn,
    now,
  });
  const url = (): string => supervisor.current().url;
  return { url, directUrl: url, stop: supervisor.stop };
}

function connect(server: Server, options: DatabaseOptions, diskSpace: DiskSpace): Database {
  const { warn } = options;
  const { pool, dropConnections } = createPool(server.url, warn);
  const breaker = createCircuitBreaker({
    probe: () => probeDatabase(server.url(), PROBE_TIMEOUT_MS),
    onDown: dropConnections,
    onDiskFull: diskSpace.failed,
    warn,
  });
  const prisma = new PrismaClient({
    adapter: guardedAdapter(new PrismaPg(pool), breaker),
    // Longer than the connection's own limits, which end a transaction with a better error.
    transactionOptions: { maxWait: 60_000, timeout: 60_000 },
  });
  const readiness = createReadinessCheck({
    url: server.url,
    migrations: readMigrations(options.migrations).map(({ name }) => name),
    diskSpace,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    breaker.stop();
    readiness.stop();
    await prisma.$disconnect();
    await pool.end();
    await server.stop();
  };
  return {
    prisma,
    ...createStatements(pool, breaker),
    transaction: createTransaction(prisma),
    get url() {
      return server.directUrl();
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    readiness: cacheCheck({ check: readiness.check, now: options.now }),
    close: () => (closing ??= close()),
  };
}
