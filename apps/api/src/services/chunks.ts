// Many rows, a statement for some hundreds of them: what is under way of a whole library stays small.
import type { SqlDatabase, Statements } from '#db/statements.ts';
import { joinLists, type JsonList } from '#http/json-text.ts';
import { ownerIsGone } from './owner.ts';

const ROWS_A_STATEMENT = 500;
/** What a statement is told of none. */
export const NO_ITEMS = '[]';

interface Writing<Item, Told> {
  /** What the statement for some items is told of them. */
  readonly tell: (items: readonly Item[]) => Told;
  /** Writes those items and answers them as a list; see `writtenOf`. */
  readonly write: (tx: Statements, told: Told) => Promise<Buffer>;
}

/** All of the items or none; answered in their order. */
export function writeInChunks<Item, Told, Written>(
  db: SqlDatabase,
  items: readonly Item[],
  { tell, write }: Writing<Item, Told>,
): Promise<JsonList<Written>> {
  const told: Told[] = [];
  for (let from = 0; from === 0 || from < items.length; from += ROWS_A_STATEMENT) {
    told.push(tell(items.slice(from, from + ROWS_A_STATEMENT)));
  }
  // Nothing holds the items during the wait: garbage that has not grown old costs next to nothing.
  const count = items.length;
  return writeTold(db, told, write).then((json) => ({ count, json }));
}

async function writeTold<Told>(
  db: SqlDatabase,
  told: readonly Told[],
  write: Writing<never, Told>['write'],
): Promise<Buffer> {
  const [only, ...others] = told;
  if (only !== undefined && others.length === 0) return write(db, only);
  return db.transaction(async (tx) => {
    const written = [];
    for (const one of told) written.push(await write(tx, one));
    return joinLists(written);
  });
}

/** The list in the one row; NULL where nothing was to be written. There is no row where the owner is gone. */
export function writtenOf([written]: readonly { readonly json: string | null }[]): Buffer {
  if (!written) throw ownerIsGone();
  return Buffer.from(written.json ?? '[]');
}
