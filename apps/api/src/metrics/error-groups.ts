import { MAX_LISTED_ERRORS, type ErrorGroup } from '@matinee/shared/contract/error-groups';
import type { Database } from '#database/database.ts';
import { createWriteBehind, type WriteBehind } from '#lib/write-behind.ts';
import {
  DELETE_SURPLUS_ERROR_GROUPS,
  LIST_ERROR_GROUPS,
  WRITE_ERROR_GROUPS,
} from './metrics.sql.ts';
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
      await db.query(WRITE_ERROR_GROUPS, columnsOf(groups));
    } catch (error) {
      errorLog.putBack(groups);
      throw error;
    }
    for (const origin of new Set(groups.map((group) => group.origin)))
      await db.query(DELETE_SURPLUS_ERROR_GROUPS, [origin, MAX_STORED]);
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
      const rows = await db.query<ListedRow>(LIST_ERROR_GROUPS, [search.trim(), MAX_LISTED_ERRORS]);
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
