import type { SqlDatabase, Sql } from '#database/sql.ts';

const ROWS_A_STATEMENT = 500;

/**
 * Writes all items or none, some hundreds per statement. Returns the results of `write` in order.
 */
export async function writeInChunks<Item, Written>(
  db: SqlDatabase,
  items: readonly Item[],
  write: (tx: Sql, chunk: readonly Item[]) => Promise<readonly Written[]>,
): Promise<Written[]> {
  if (items.length <= ROWS_A_STATEMENT) return [...(await write(db, items))];
  return db.transaction(async (tx) => {
    const written: Written[] = [];
    for (let at = 0; at < items.length; at += ROWS_A_STATEMENT) {
      written.push(...(await write(tx, items.slice(at, at + ROWS_A_STATEMENT))));
    }
    return written;
  });
}
