// Rows of lists with what is on them.
import type { List, ListItemInput } from '@matinee/shared/contract/lists';
import type { Statements } from '#db/statements.ts';
import type { PagedRows } from './paged-rows.ts';
import { enforceQuota } from './quotas.ts';
import { isoTime } from './title-columns.ts';

const COLUMNS = `id, user_id, name, description, public, ${isoTime('created_at')} AS created_at,
  ${isoTime('updated_at')} AS updated_at`;

/** Lists without their items. */
export const LIST_ROWS: PagedRows<Omit<List, 'list_items'>> = {
  table: 'lists',
  columns: COLUMNS,
  where: 'user_id = $1',
  order: 'lists.created_at, id',
  after: '(lists.created_at, id) > ($2::timestamptz, $3::uuid)',
  keyOf: (list) => [list.created_at, list.id],
};

/** The items of one list; its id is the parameter after the account. */
export const ITEM_ROWS: PagedRows<List['list_items'][number]> = {
  table: 'list_items',
  columns: `id, list_id, tmdb_id, type, ${isoTime('added_at')} AS added_at`,
  where: 'user_id = $1 AND list_id = $2',
  order: 'list_items.added_at, type, tmdb_id',
  after: '(list_items.added_at, type, tmdb_id) > ($3::timestamptz, $4, $5)',
  keyOf: (item) => [item.added_at, item.type, item.tmdb_id],
};

const SELECT = `
  SELECT ${COLUMNS},
    COALESCE((
      SELECT json_agg(json_build_object(
        'id', i.id, 'list_id', i.list_id, 'tmdb_id', i.tmdb_id, 'type', i.type, 'added_at', ${isoTime('i.added_at')})
        ORDER BY i.added_at, i.type, i.tmdb_id)
      FROM list_items i WHERE i.user_id = lists.user_id AND i.list_id = lists.id), '[]') AS list_items
  FROM lists`;

const OF_USER = `${SELECT} WHERE user_id = $1 ORDER BY lists.created_at, id`;
const ONE_OF_USER = `${SELECT} WHERE user_id = $1 AND id = $2`;
const ANYBODYS = `${SELECT} WHERE id = $1`;

/** $2: the items as JSON. One that is on its list already stays where it is. */
const ADD_ITEMS = `
  INSERT INTO list_items (user_id, list_id, type, tmdb_id, added_at)
  SELECT $1, item.* FROM json_to_recordset($2::json) AS item(
    list_id uuid, type text, tmdb_id text, added_at timestamptz)
  ON CONFLICT DO NOTHING`;

const REMOVE_ITEMS = `
  DELETE FROM list_items i USING json_to_recordset($3::json) AS item(type text, tmdb_id text)
  WHERE i.user_id = $1 AND i.list_id = $2 AND i.type = item.type AND i.tmdb_id = item.tmdb_id`;

/** A list's place: whose it is, and which. */
export interface ListKey {
  readonly userId: string;
  readonly listId: string;
}

export interface NewItem extends ListItemInput {
  readonly list_id: string;
  readonly added_at: string;
}

export const readLists = ({ query }: Statements, userId: string): Promise<readonly List[]> =>
  query<List>(OF_USER, [userId]);

export async function readList(
  { query }: Statements,
  { userId, listId }: ListKey,
): Promise<List | undefined> {
  return (await query<List>(ONE_OF_USER, [userId, listId]))[0];
}

export async function readAnybodysList(
  { query }: Statements,
  listId: string,
): Promise<List | undefined> {
  return (await query<List>(ANYBODYS, [listId]))[0];
}

/** In a transaction, which is undone where there is no room. */
export async function addItems(
  { query }: Statements,
  userId: string,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return;
  await query(ADD_ITEMS, [userId, JSON.stringify(items)]);
  await enforceQuota({ query }, userId, 'list_items');
}

export async function removeItems(
  { query }: Statements,
  { userId, listId }: ListKey,
  items: readonly ListItemInput[],
): Promise<void> {
  if (items.length > 0) await query(REMOVE_ITEMS, [userId, listId, JSON.stringify(items)]);
}
