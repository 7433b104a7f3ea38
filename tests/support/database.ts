import { randomUUID } from 'node:crypto';
import { onDatabase, withClient } from './database-server.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const environment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is unset: the test run has no database server`);
  return value;
};

async function create(template: string): Promise<TestDatabase> {
  const admin = environment('TEST_POSTGRES_ADMIN');
  // The run's pid tells later runs whether this database is still in use.
  const name = `test_${process.pid}_${randomUUID().replaceAll('-', '')}`;
  await withClient(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: onDatabase(admin, name),
    drop: async () => {
      await withClient(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** A migrated database for one caller, cloned from the run's template. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  create(environment('TEST_POSTGRES_TEMPLATE'));

/** A database without tables, for migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('template0');
