// Many rows, a statement for some hundreds of them: what is under way of a whole library stays small.
import type { SqlDatabase, Statements } from '#db/statements.ts';
import type { ItemList } from '#http/item-list.ts';
import { giveUp, joinLists, type JsonList } from '#http/json-text.ts';
import { ownerIsGone } from './owner.ts';

const ROWS_A_STATEMENT = 500;

/** Some items, for a statement. */
export interface Told {
  readonly count: number;
  readonly values: readonly (string | Buffer)[];
}

interface Writing<Item> {
  /** What no two rows have in common. */
  readonly key: (item: Item) => string;
  /** One item of each key, in the order in which they first occur. */
  readonly distinct: (items: readonly Item[]) => readonly Item[];
  /** What the statement for some items is told of them. Long text as bytes, which can be given up. */
  readonly tell: (items: readonly Item[]) => Told['values'];
  /** Writes those items and answers them as a list; see `writtenOf`. */
  readonly write: (tx: Statements, told: Told) => Promise<Buffer>;
}

/** All of the items or none; each is answered once, in their order. */
export function writeInChunks<Item, Written>(
  db: SqlDatabase,
  items: ItemList<Item>,
  writing: Writing<Item>,
): Promise<JsonList<Written>> {
  // Nothing holds the items during the wait: garbage that has not grown old costs next to nothing.
  const told = tellAll(items, writing);
  const count = told.reduce((sum, some) => sum + some.count, 0);
  return writeTold(db, told, writing.write)
    .then((json) => ({ count, json }))
    .finally(() => forget(told));
}

function tellAll<Item>(items: ItemList<Item>, writing: Writing<Item>): readonly Told[] {
  const keys = new Set<string>();
  const told: Told[] = [];
  let count = 0;
  for (const chunk of chunksOf(items)) {
    for (const item of chunk) keys.add(writing.key(item));
    count += chunk.length;
    told.push({ count: chunk.length, values: writing.tell(chunk) });
  }
  if (keys.size === count) return told;
  // Rare enough to be begun again with all of them at hand.
  return tellAll([writing.distinct([...items].flat())], writing);
}

/** One at least. */
function* chunksOf<Item>(items: ItemList<Item>): Generator<readonly Item[]> {
  let chunk: Item[] = [];
  for (const some of items) {
    for (const item of some) {
      if (chunk.length === ROWS_A_STATEMENT) {
        yield chunk;
        chunk = [];
      }
      chunk.push(item);
    }
  }
  yield chunk;
}

async function writeTold(
  db: SqlDatabase,
  told: readonly Told[],
  write: Writing<never>['write'],
): Promise<Buffer> {
  const [only, ...others] = told;
  if (only !== undefined && others.length === 0) return write(db, only);
  return db.transaction(async (tx) => {
    const written = [];
    for (const one of told) written.push(await write(tx, one));
    return joinLists(written);
  });
}

function forget(told: readonly Told[]): void {
  for (const { values } of told) {
    for (const value of values) if (typeof value !== 'string') giveUp(value);
  }
}

/** The list in the one row; NULL where nothing was to be written. There is no row where the owner is gone. */
export function writtenOf([written]: readonly { readonly json: string | null }[]): Buffer {
  if (!written) throw ownerIsGone();
  return Buffer.from(written.json ?? '[]');
}
