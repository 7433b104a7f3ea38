import { openDatabase, type Database } from '../../apps/api/src/database/database.ts';
import { MIGRATIONS } from '../../apps/api/src/config/paths.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface OpenDatabase {
  readonly db: Database;
  /** Opens the same database as another server does. */
  replica(): Promise<Database>;
  close(): Promise<void>;
}

const open = ({ url }: TestDatabase): Promise<Database> =>
  openDatabase({
    databaseUrl: url,
    dataDir: '/nonexistent',
    migrations: MIGRATIONS,
    log: () => undefined,
    warn: () => undefined,
    now: Date.now,
  });

/** A migrated database for one caller, for services without a server. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  const opened = [await open(database)];
  const [db] = opened;
  if (!db) throw new Error('nothing was opened');
  return {
    db,
    replica: async () => {
      const another = await open(database);
      opened.push(another);
      return another;
    },
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await database.drop();
    },
  };
}
