import type { AccountImport } from '@matinee/shared/contract/export';
import { createHash } from 'node:crypto';
import type { Statements } from '#db/statements.ts';
import { addItems, type NewItem } from './list-rows.ts';
import { enforceQuota } from './quotas.ts';
import { writeTime } from './write-time.ts';

type ListImport = AccountImport['lists'][number];

const OWN_IDS = 'SELECT id FROM lists WHERE user_id = $1';

/** $2: the lists as JSON. The newer name, description and openness stay; the owner is held already. */
const MERGE = `
  INSERT INTO lists (user_id, id, name, description, public, created_at, updated_at)
  SELECT $1, item.* FROM json_to_recordset($2::json) AS item(
    id uuid, name text, description text, public boolean, created_at timestamptz, updated_at timestamptz)
  ON CONFLICT (user_id, id) DO UPDATE SET
    name = excluded.name, description = excluded.description, public = excluded.public, updated_at = excluded.updated_at
  WHERE excluded.updated_at > lists.updated_at`;

/** Adds what is missing and takes nothing off a list. Answers how many lists these are. */
export async function mergeLists(
  tx: Statements,
  userId: string,
  { lists, now }: { readonly lists: readonly ListImport[]; readonly now: number },
): Promise<number> {
  if (lists.length === 0) return 0;
  const own = await tx.query<{ id: string }>(OWN_IDS, [userId]);
  const ownIds = new Set(own.map(({ id }) => id));
  const idHere = (id: string): string => (ownIds.has(id) ? id : derivedId(userId, id));
  const merged = new Map<string, ReturnType<typeof toRow>>();
  const items: NewItem[] = [];
  for (const list of lists) {
    const row = toRow(idHere(list.id), list, now);
    const other = merged.get(row.id);
    if (!other || other.updated_at <= row.updated_at) merged.set(row.id, row);
    for (const { tmdb_id, type, added_at } of list.list_items) {
      items.push({ list_id: row.id, tmdb_id, type, added_at: writeTime(added_at, now) });
    }
  }
  await tx.query(MERGE, [userId, JSON.stringify([...merged.values()])]);
  await enforceQuota(tx, userId, 'lists');
  await addItems(tx, userId, items);
  return merged.size;
}

const toRow = (id: string, list: ListImport, now: number) => ({
  id,
  name: list.name,
  description: list.description ?? null,
  public: list.public,
  created_at: writeTime(list.created_at, now),
  updated_at: writeTime(list.updated_at, now),
});

/**
 * A public list is found by its id alone, so an id from a document cannot be taken over: it may be that of somebody else's
 * list. What is made of it for this account is always the same, so a second import finds the lists of the first.
 */
function derivedId(userId: string, id: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, id]))
    .digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hash.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
