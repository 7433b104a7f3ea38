// The accounts of `load.ts`, written and read straight in the server's embedded database.
import { join } from 'node:path';
import pg from 'pg';
import {
  startEmbedded,
  type EmbeddedServer,
} from '../../apps/api/src/database/embedded/embedded.ts';
import { addBookmarks, addProgress, createUsers } from '../../scripts/bench/support/users.ts';
import type { Acknowledged, LoadUser } from './load-traffic.ts';

const ITEMS = { progress: 100, bookmarks: 40 };

/** Joins the running database, or starts it. */
async function withDatabase<T>(
  dataDir: string,
  run: (database: pg.Client, embedded: EmbeddedServer) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({
    root: join(dataDir, 'postgres'),
    log: () => undefined,
    onLost: () => undefined,
  });
  const database = new pg.Client({ connectionString: embedded.url('matinee') });
  try {
    await database.connect();
    return await run(database, embedded);
  } finally {
    await database.end();
    await embedded.stop();
  }
}

export interface Prepared {
  readonly users: readonly LoadUser[];
  readonly postgres: { readonly pid: number; readonly port: number };
}

export function prepareUsers(dataDir: string, secret: string, count: number): Promise<Prepared> {
  return withDatabase(dataDir, async (database, embedded) => {
    const created = await createUsers(database, secret, count);
    const userIds = created.map(({ userId }) => userId);
    await addProgress(database, userIds, ITEMS.progress);
    await addBookmarks(database, userIds, ITEMS.bookmarks);
    await database.query('VACUUM ANALYZE');
    const users = created.map(({ userId, headers }) => ({
      userId,
      token: (headers.authorization ?? '').slice('Bearer '.length),
    }));
    const port = Number(new URL(embedded.url('matinee')).port);
    return { users, postgres: { pid: embedded.pid, port } };
  });
}

/** The number of acknowledged positions that the database lacks. One that a later save has replaced is not lost. */
export function countLost(dataDir: string, acknowledged: readonly Acknowledged[]): Promise<number> {
  return withDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ lost: number }>(
      `SELECT count(*)::int AS lost
       FROM json_to_recordset($1::json) AS saved("userId" text, "tmdbId" text, watched bigint, "updatedAt" timestamptz)
       WHERE NOT EXISTS (
         SELECT FROM progress p WHERE p.user_id = "userId" AND p.tmdb_id = "tmdbId"
           AND (p.updated_at > "updatedAt" OR p.updated_at = "updatedAt" AND p.watched = saved.watched))`,
      [JSON.stringify(acknowledged)],
    );
    return rows[0]?.lost ?? Number.NaN;
  });
}
