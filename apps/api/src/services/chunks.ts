// Many rows, a statement for some hundreds of them: what is under way of a whole library stays small.
import type { SqlDatabase, Statements } from '#db/statements.ts';
import { joinLists, type JsonList } from '#http/json-text.ts';
import { ownerIsGone } from './owner.ts';

const ROWS_A_STATEMENT = 500;

/** Writes some items and answers them as a list; see `writtenOf`. */
type Write<Item> = (tx: Statements, items: readonly Item[]) => Promise<Buffer>;

/** All of the items or none; answered in their order. */
export async function writeInChunks<Item, Written>(
  db: SqlDatabase,
  items: readonly Item[],
  write: Write<Item>,
): Promise<JsonList<Written>> {
  // Said before the wait, so that nothing holds the items during it.
  const count = items.length;
  const json =
    count <= ROWS_A_STATEMENT
      ? await write(db, items)
      : joinLists(await db.transaction((tx) => writeEach(tx, items, write)));
  return { count, json };
}

async function writeEach<Item>(
  tx: Statements,
  items: readonly Item[],
  write: Write<Item>,
): Promise<readonly Buffer[]> {
  const written = [];
  for (let from = 0; from < items.length; from += ROWS_A_STATEMENT) {
    written.push(await write(tx, items.slice(from, from + ROWS_A_STATEMENT)));
  }
  return written;
}

/** The list in the one row; NULL where nothing was to be written. There is no row where the owner is gone. */
export function writtenOf([written]: readonly { readonly json: string | null }[]): Buffer {
  if (!written) throw ownerIsGone();
  return Buffer.from(written.json ?? '[]');
}
