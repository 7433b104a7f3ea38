// How much one account may keep: far more than anybody watches, so that nobody fills the disk of an instance alone.
import type { Statements } from '#db/statements.ts';
import { conflict, type ApiError } from '#http/api-error.ts';

const ROOMS = {
  bookmarks: { most: 50_000, called: 'bookmarks' },
  progress: { most: 100_000, called: 'items of progress' },
  watch_history: { most: 100_000, called: 'items of watch history' },
  ratings: { most: 50_000, called: 'ratings' },
  lists: { most: 1_000, called: 'lists' },
  list_items: { most: 20_000, called: 'items on lists' },
} as const;

type Room = keyof typeof ROOMS;

export function isFull(room: Room): ApiError {
  const { most, called } = ROOMS[room];
  return conflict(
    `An account keeps at most ${most.toLocaleString('en')} ${called}: delete some before you add more.`,
  );
}

const taken = (room: Room): string => `SELECT count(*) FROM ${room} WHERE user_id = $1`;

/**
 * Whether the rows that `item` has for the user ($1) may be kept as well. What is there already takes no more room, and
 * then nothing is counted. Writes at the same moment may each take the last place: it is no exact bound.
 */
export const hasRoom = (room: Room, key: readonly string[]): string => `
  SELECT added = 0 OR added + (${taken(room)}) <= ${ROOMS[room].most} AS "hasRoom" FROM (
    SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM ${room} kept WHERE ${key.map((name) => `kept.${name} = item.${name}`).join(' AND ')})) AS it`;

export interface WithRoom {
  readonly hasRoom: boolean;
}

/** For what was written in this transaction already. */
export async function requireRoom(
  { query }: Statements,
  userId: string,
  room: Room,
): Promise<void> {
  const rows = await query(`${taken(room)} HAVING count(*) > ${ROOMS[room].most}`, [userId]);
  if (rows.length > 0) throw isFull(room);
}

/** Whether the account ($1) is past its quota of bytes, which triggers check for everything but deletions. */
export const IS_FULL = `
  COALESCE((SELECT bytes >= account_max_bytes() FROM account_bytes WHERE user_id = $1), false)`;

export interface Storage {
  readonly usedBytes: number;
  /** Null: no quota. */
  readonly maxBytes: number | null;
}

const STORAGE = `
  SELECT COALESCE((SELECT bytes FROM account_bytes WHERE user_id = $1), 0)::float8 AS "usedBytes",
    account_max_bytes()::float8 AS "maxBytes"`;

export async function readStorage({ query }: Statements, userId: string): Promise<Storage> {
  const [storage] = await query<Storage>(STORAGE, [userId]);
  return storage ?? { usedBytes: 0, maxBytes: null };
}
