// The embedded server's database belongs to a separate role, which has no other rights. The server and its migrations
// connect as that role. The superuser only creates it, and gives it objects that earlier versions created as superuser.
import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { EmbeddedServer } from './embedded.ts';
import { hasCode } from '#database/errors.ts';
import { probeDatabase } from '#database/wait-for-database.ts';

/** The name of the database and of its owner. */
const NAME = 'matinee';
/** Keeps two starting processes from altering the same rows. The number is arbitrary. */
const LOCK = 'SELECT pg_advisory_lock(827365)';

const ROLE_EXISTS = `SELECT FROM pg_roles WHERE rolname = '${NAME}'`;
const DATABASE_EXISTS = `SELECT FROM pg_database WHERE datname = '${NAME}'`;

/**
 * Gives all objects of the current database to the owner. The schema `public` follows the
 * database's owner.
 */
const CHANGE_OWNER = `DO $$
DECLARE
  owner CONSTANT oid := '${NAME}'::regrole;
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER DATABASE %I OWNER TO ${NAME}', datname)
      FROM pg_database WHERE datname = current_database() AND datdba <> owner
    UNION ALL
    SELECT format('ALTER SCHEMA %I OWNER TO ${NAME}', nspname)
      FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public') AND nspowner <> owner
    UNION ALL
    SELECT format('ALTER %s %I.%I OWNER TO ${NAME}', CASE relkind
        WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
        nspname, relname)
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND relowner <> owner AND NOT EXISTS (
          -- Skip the objects of extensions, and the sequences of columns, which follow their tables.
          SELECT FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
            AND (deptype = 'e' OR relkind = 'S' AND deptype IN ('a', 'i')))
    UNION ALL
    SELECT format('ALTER TYPE %I.%I OWNER TO ${NAME}', nspname, typname)
      FROM pg_type JOIN pg_namespace ON pg_namespace.oid = typnamespace
      WHERE typtype IN ('e', 'd') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND typowner <> owner AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e')
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${NAME}', pg_proc.oid::regprocedure)
      FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
      WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND proowner <> owner AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

/**
 * Returns the database's URL for its owner. Creates the role and the database if they are missing. Otherwise only
 * reads.
 */
export async function ensureOwnedDatabase(server: EmbeddedServer): Promise<string> {
  const url = new URL(server.url(NAME));
  // Derive the password one-way from the superuser's, to avoid a second file.
  const password = createHmac('sha256', url.password).update(NAME).digest('base64url');
  url.username = NAME;
  url.password = password;
  await withClient(server.url('postgres'), async (client) => {
    await client.query(LOCK);
    if (!(await canConnect(url.toString()))) await create(client, password);
    await withClient(server.url(NAME), (inside) => inside.query(CHANGE_OWNER));
  });
  return url.toString();
}

const canConnect = (url: string): Promise<boolean> =>
  probeDatabase(url).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, '28P01', '28000', '3D000')) return false;
      throw error;
    },
  );

async function create(client: pg.Client, password: string): Promise<void> {
  const has = async (query: string) => ((await client.query(query)).rowCount ?? 0) > 0;
  if (!(await has(ROLE_EXISTS))) await client.query(`CREATE ROLE ${NAME}`);
  await client.query(
    `ALTER ROLE ${NAME} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
     PASSWORD ${client.escapeLiteral(password)}`,
  );
  if (!(await has(DATABASE_EXISTS))) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'matinee (owner)' });
  client.on('error', () => undefined); // the current query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
