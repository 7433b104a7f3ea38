// One PostgreSQL for a whole test run, with one migrated template that each test file clones. Vitest calls
// this once for each project, Playwright once for each run. Runs may overlap: all share the server, and the last to
// leave stops it.
import { createHash } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../apps/api/src/database/embedded/embedded.ts';
import { migrate, readMigrations } from '../../apps/api/src/database/migrate.ts';
import { isAlive } from '../../apps/api/src/database/embedded/postmaster.ts';

const root = path.resolve(import.meta.dirname, '../..');
const migrations = path.join(root, 'prisma/migrations');
const quiet = () => undefined;

/** Replaces the database name in an address of the server. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.toString();
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface TestServer {
  /** The maintenance database, as the superuser. */
  readonly admin: string;
  /** The name of the migrated database to clone. */
  readonly template: string;
  stop(): Promise<void>;
}

/** TEST_DATABASE_URL may name the maintenance database of another server. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? undefined
    : await startEmbedded({
        root:
          process.env.TEST_DATABASE_FOLDER ?? path.join(root, 'node_modules/.cache/test-postgres'),
        durable: false,
        settings: { max_connections: '300' },
        log: quiet,
        onLost: (how) => {
          throw new Error(`the test database died: ${how}`);
        },
      });
  const admin = given ?? server?.url('postgres') ?? '';
  const hash = createHash('sha256');
  for (const { name, checksum } of readMigrations(migrations)) hash.update(name).update(checksum);
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await withClient(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(1)'); // Another run may do so at the same time.
    await sweep(client, template);
    await ensureTemplate(client, admin, template);
  });
  return { admin, template, stop: async () => server?.stop() };
}

/** Drops databases that killed runs left behind: clones carry the pid of their run. */
async function sweep(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    String.raw`SELECT datname FROM pg_database WHERE datname ~ '^(test|template)_'`,
  );
  for (const { datname } of rows) {
    const pid = /^test_(\d+)_/.exec(datname)?.[1];
    const isLeft = pid ? !isAlive(Number(pid)) : datname !== template;
    if (!isLeft) continue;
    const name = client.escapeIdentifier(datname);
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function ensureTemplate(client: pg.Client, admin: string, template: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_database WHERE datname = $1 AND datistemplate',
    [template],
  );
  if (rowCount) return;
  const name = client.escapeIdentifier(template);
  await client.query(`DROP DATABASE IF EXISTS ${name}`); // Left by a run that was killed while migrating.
  await client.query(`CREATE DATABASE ${name}`);
  await migrate({ url: onDatabase(admin, template), migrations, log: quiet });
  await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
}

/** The global setup of Vitest and Playwright. Workers inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env.TEST_POSTGRES_ADMIN = server.admin;
  process.env.TEST_POSTGRES_TEMPLATE = server.template;
  return () => server.stop();
}
