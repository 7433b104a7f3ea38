import { EXPORT_FORMAT, EXPORT_VERSION, type AccountExport } from '@matinee/shared/contract/export';
import { joining, type SqlDatabase, type Statements } from '#db/statements.ts';
import { toSession, toUser, type SessionRow, type UserRow } from './account-rows.ts';
import { BOOKMARK_ROWS, toBookmark, type BookmarkRow } from './bookmark-rows.ts';
import type { Caller } from './callers.ts';
import { createGroupOrders } from './group-order.ts';
import { readLists } from './list-rows.ts';
import { ownerIsGone } from './owner.ts';
import { PROGRESS_ROWS, toProgress, type ProgressRow } from './progress-rows.ts';
import { createRatings } from './ratings.ts';
import { createSettings } from './settings.ts';
import { isoTime } from './title-rows.ts';
import { createWatchHistory } from './watch-history.ts';

export interface AccountExports {
  /** Everything that is stored about the account of whoever asks, as of one moment. */
  read(caller: Caller): Promise<AccountExport>;
}

/** What is read afterwards is of one moment, whatever is written meanwhile. */
const ONE_MOMENT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

const USER = `
  SELECT id, public_key AS "publicKey", namespace, nickname, permissions, color_a AS "colorA", color_b AS "colorB", icon,
    created_at AS "createdAt", last_logged_in AS "lastLoggedIn", last_used_at AS "lastUsedAt"
  FROM users WHERE id = $1`;

const SESSIONS = `
  SELECT id, user_id AS "userId", device, user_agent AS "userAgent", created_at AS "createdAt",
    accessed_at AS "accessedAt", expires_at AS "expiresAt", wrote_at AS "wroteAt"
  FROM sessions WHERE user_id = $1 ORDER BY created_at, id`;

const DELETIONS = `
  SELECT kind, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId", NULLIF(episode_id, '') AS "episodeId",
    ${isoTime('deleted_at')} AS "deletedAt"
  FROM deletions WHERE user_id = $1 ORDER BY kind, tmdb_id, season_id, episode_id`;

const BOOKMARKS = `${BOOKMARK_ROWS} ORDER BY tmdb_id`;
const PROGRESS = `${PROGRESS_ROWS} ORDER BY tmdb_id, season_id, episode_id`;

export function createExports(db: SqlDatabase, now: () => number): AccountExports {
  return {
    read: ({ user: { id }, session }) =>
      db.transaction(async (statements) => {
        const tx = joining(statements);
        await tx.query(ONE_MOMENT, []);
        const exportedAt = new Date(now()).toISOString();
        const user = await readUser(tx, id);
        const sessions = await tx.query<SessionRow & { wroteAt: Date | null }>(SESSIONS, [id]);
        const bookmarks = await tx.query<BookmarkRow>(BOOKMARKS, [id]);
        const progress = await tx.query<ProgressRow>(PROGRESS, [id]);
        return {
          format: EXPORT_FORMAT,
          version: EXPORT_VERSION,
          exportedAt,
          user,
          sessions: sessions.map((row) => ({
            ...toSession(row, session.id),
            wroteAt: row.wroteAt?.toISOString() ?? null,
          })),
          bookmarks: bookmarks.map(toBookmark),
          ...(await createGroupOrders(tx).get(id)),
          progress: progress.map(toProgress),
          settings: await createSettings(tx, now).export(id),
          watchHistory: await createWatchHistory(tx, now).export(id),
          ratings: await createRatings(tx, now).export(id),
          lists: [...(await readLists(tx, id))],
          deletions: [...(await tx.query<AccountExport['deletions'][number]>(DELETIONS, [id]))],
        };
      }),
  };
}

async function readUser({ query }: Statements, id: string): Promise<AccountExport['user']> {
  const [row] = await query<UserRow & { lastUsedAt: Date }>(USER, [id]);
  if (!row) throw ownerIsGone();
  return { ...toUser(row), lastUsedAt: row.lastUsedAt.toISOString() };
}
