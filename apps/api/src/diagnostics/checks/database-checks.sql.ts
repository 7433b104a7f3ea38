// Statements about the database itself. Prisma knows only tables of the schema.

export const PING_DATABASE = 'SELECT 1';

export const DATABASE_FACTS = `
  SELECT pg_database_size(current_database())::float8 AS bytes, current_setting('server_version') AS version`;

export const APPLIED_MIGRATIONS = `
  SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

/** Milliseconds since 1970 by the database's clock. */
export const DATABASE_TIME = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now';
