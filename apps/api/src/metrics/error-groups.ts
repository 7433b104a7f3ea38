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
  /** Lists the latest groups of all replicas. Writes this replica's first. */
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
/** Pages and the server have separate limits, to keep invented reports from displacing the server's groups. */
const MAX_STORED = 500;

interface ListedRow extends Omit<ErrorGroup, 'firstAt' | 'lastAt'> {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly total: number;
}

/** Groups errors of all replicas by code and message in PostgreSQL. The groups survive restarts. */
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
  // Use the same order on every replica to avoid deadlocks.
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
    // Join the IDs, which have no spaces, because unnest() doesn't support lists of different lengths.
    sorted.map(({ requestIds }) => requestIds.join(' ')),
  ];
}
