import { MAX_LISTED_ERRORS, type ErrorGroup } from '@matinee/shared/contract/error-groups';
import type { Database } from '#database/database.ts';
import { createWriteBehind, type WriteBehind } from '#lib/write-behind.ts';
import type { ErrorLog, PendingErrors } from './error-log.ts';

export interface ErrorGroups {
  /** The latest groups of all replicas. Writes this replica's first. */
  readonly list: (search: string) => Promise<{ total: number; groups: ErrorGroup[] }>;
  readonly start: WriteBehind['start'];
}

export interface ErrorGroupsOptions {
  readonly db: Pick<Database, 'query'>;
  readonly errorLog: ErrorLog;
  readonly warn: (message: string) => void;
  readonly flushEveryMs?: number;
}

/** A group is deleted this long after its last error. */
export const ERROR_DAYS = 14;
/** Groups of pages and of the server have separate places, so that invented reports push out none of the server's. */
const MAX_STORED = 500;

const WRITE = `
  INSERT INTO error_groups AS stored
    (id, origin, level, area, code, shape, count, first_at, last_at, request_ids)
  SELECT id, origin, level, area, code, shape, count, first_at, last_at, string_to_array(request_ids, ' ')
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
    $8::timestamptz[], $9::timestamptz[], $10::text[])
    AS new (id, origin, level, area, code, shape, count, first_at, last_at, request_ids)
  ON CONFLICT (id) DO UPDATE SET
    level = excluded.level,
    count = stored.count + excluded.count,
    first_at = least(stored.first_at, excluded.first_at),
    last_at = greatest(stored.last_at, excluded.last_at),
    request_ids = (excluded.request_ids || stored.request_ids)[1:5]`;

const DELETE_SURPLUS = `
  DELETE FROM error_groups WHERE id IN (
    SELECT id FROM error_groups WHERE origin = $1 ORDER BY last_at DESC, id
    OFFSET ${MAX_STORED} FOR UPDATE SKIP LOCKED)`;

/** `strpos` has no patterns, so that nothing in the search needs escaping. */
const LIST = `
  SELECT id, origin, level, area, code, shape, count::float AS count, request_ids AS "requestIds",
    first_at AS "firstAt", last_at AS "lastAt", count(*) OVER ()::int AS total
  FROM error_groups
  WHERE $1 = '' OR strpos(lower(area || ' ' || code || ' ' || shape), lower($1)) > 0
    OR $1 = ANY (request_ids)
  ORDER BY last_at DESC, id LIMIT ${MAX_LISTED_ERRORS}`;

interface ListedRow extends Omit<ErrorGroup, 'firstAt' | 'lastAt'> {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly total: number;
}

/** Errors by code and message, in PostgreSQL: they survive restarts, and replicas add up. */
export function createErrorGroups(options: ErrorGroupsOptions): ErrorGroups {
  const { db, errorLog, warn } = options;

  const write = async (): Promise<void> => {
    const groups = errorLog.take();
    if (groups.length === 0) return;
    try {
      await db.query(WRITE, columnsOf(groups));
    } catch (error) {
      errorLog.putBack(groups);
      throw error;
    }
    for (const origin of new Set(groups.map((group) => group.origin)))
      await db.query(DELETE_SURPLUS, [origin]);
  };
  const { flush, start } = createWriteBehind({
    write,
    what: 'error groups',
    warn,
    everyMs: options.flushEveryMs,
  });

  return {
    list: async (search) => {
      await flush();
      const rows = await db.query<ListedRow>(LIST, [search.trim()]);
      return {
        total: rows[0]?.total ?? 0,
        groups: rows.map(({ firstAt, lastAt, total: _total, ...group }) => ({
          ...group,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
      };
    },
    start,
  };
}

function columnsOf(groups: readonly PendingErrors[]): unknown[] {
  // The same order on every replica, or two of them could deadlock.
  const sorted = groups.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    sorted.map(({ id }) => id),
    sorted.map(({ origin }) => origin),
    sorted.map(({ level }) => level),
    sorted.map(({ area }) => area),
    sorted.map(({ code }) => code),
    sorted.map(({ shape }) => shape),
    sorted.map(({ count }) => count),
    sorted.map(({ firstAt }) => firstAt),
    sorted.map(({ lastAt }) => lastAt),
    // Rows of unnest() cannot hold lists of different lengths. Ids have no spaces.
    sorted.map(({ requestIds }) => requestIds.join(' ')),
  ];
}
