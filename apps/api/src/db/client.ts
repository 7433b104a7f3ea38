// The database as the rest of the server knows it: open, migrated, and closed again.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { createAvailability } from './availability.ts';
import { ensureDatabase, startEmbedded } from './embedded.ts';
import { PrismaClient } from './generated/client.ts';
import { guardedAdapter } from './guarded-adapter.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { untilReachable, visit } from './reachable.ts';
import { createStatements, type SqlDatabase, type Statements } from './statements.ts';

export interface DatabaseOptions {
  /** Undefined: the embedded server in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly migrations: string;
  readonly log: (message: string) => void;
  /** What an operator should look at. */
  readonly warn: (message: string) => void;
  /** The embedded server died; there is nothing left to serve from. */
  readonly onLost: (how: string) => void;
  /** Ends the wait for a database that is not up yet. */
  readonly signal?: AbortSignal | undefined;
}

/** `query` and `transaction` are for what has to be fast or atomic; the rest goes through `prisma`. */
export interface Database extends SqlDatabase {
  readonly prisma: PrismaClient;
  readonly url: string;
  /** Whether it answers, within two seconds. */
  ping(): Promise<boolean>;
  migrationsApplied(): Promise<boolean>;
  close(): Promise<void>;
}

const ANSWERS_WITHIN_MS = 2_000;
/** Also on a machine that is busy with something else. */
const VISITS_WITHIN_MS = 2_500;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const server = options.databaseUrl
    ? await external(options.databaseUrl, options)
    : await embedded(options);
  try {
    const applied = await migrate({ ...options, url: server.url });
    if (applied.length > 0) options.log(`applied migrations: ${applied.join(', ')}`);
    return connect(server, options);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

async function external(url: string, { log, signal }: DatabaseOptions): Promise<Server> {
  await untilReachable({ url, log, signal });
  return { url, stop: () => Promise.resolve() };
}

async function embedded({ dataDir, log, onLost }: DatabaseOptions): Promise<Server> {
  const root = path.join(dataDir, 'postgres');
  const server = await startEmbedded({
    root,
    log,
    onLost: (how) =>
      onLost(
        `The embedded PostgreSQL stopped unexpectedly (${how}); ${root}/server.log may say why. The next start recovers it.`,
      ),
  });
  try {
    return { url: await ensureDatabase(server, 'matinee'), stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function connect(server: Server, options: DatabaseOptions): Database {
  const { warn } = options;
  const { pool, forgetConnections } = createPool(server.url, warn);
  const availability = createAvailability({
    visit: () => visit(server.url, VISITS_WITHIN_MS),
    onAway: forgetConnections,
    warn,
  });
  const prisma = new PrismaClient({
    adapter: guardedAdapter(new PrismaPg(pool), availability),
    // Ours end first, and say why.
    transactionOptions: { maxWait: 60_000, timeout: 60_000 },
  });
  const statements = createStatements(pool, availability);
  const known = readMigrations(options.migrations).map(({ name }) => name);
  let closing: Promise<void> | undefined;
  const close = async () => {
    availability.stop();
    await prisma.$disconnect();
    await pool.end();
    await server.stop();
  };
  return {
    prisma,
    ...statements,
    url: server.url,
    ping: () => inTime(statements.query('SELECT 1', []).then(() => true)),
    migrationsApplied: () => inTime(areApplied(statements, known)),
    close: () => (closing ??= close()),
  };
}

async function areApplied({ query }: Statements, names: readonly string[]): Promise<boolean> {
  const [row] = await query<{ missing: number }>(
    `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS known(name) WHERE NOT EXISTS (
       SELECT FROM _prisma_migrations
       WHERE migration_name = name AND finished_at IS NOT NULL AND rolled_back_at IS NULL)`,
    [names],
  );
  return row?.missing === 0;
}

/** No answer in time, or a failure, is a no. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(ANSWERS_WITHIN_MS, false, { signal: timer.signal });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return false;
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}
