import type { addList, List, ListItemInput, updateList } from '@matinee/shared/contract/lists';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SqlDatabase, Statements } from '#db/statements.ts';
import { forbidden, notFound } from '#http/api-error.ts';
import {
  addItems,
  readAnybodysList,
  readList,
  readLists,
  removeItems,
  type ListKey,
  type NewItem,
} from './list-rows.ts';
import { holdOwner, ownerIsGone } from './owner.ts';
import { enforceQuota } from './quotas.ts';

export interface ListAnswer {
  readonly list: List;
  readonly message: string;
}

export interface Lists {
  list(userId: string): Promise<{ readonly lists: List[] }>;
  create(userId: string, list: z.output<typeof addList.body>): Promise<ListAnswer>;
  update(userId: string, patch: z.output<typeof updateList.body>): Promise<ListAnswer>;
  remove(
    userId: string,
    listId: string,
  ): Promise<{ readonly id: string; readonly message: string }>;
  /** For anybody who has its id. */
  getPublic(listId: string): Promise<List>;
}

const CREATE = `
  INSERT INTO lists (user_id, id, name, description, public, created_at, updated_at)
  SELECT owner.id, $2, $3, $4, $5, $6, $6 FROM (${holdOwner('SHARE')}) AS owner RETURNING id`;

/** What is NULL stays, but for the description, which may be cleared; $5 says whether it is touched. */
const UPDATE = `
  UPDATE lists SET name = COALESCE($3, name), description = CASE WHEN $5 THEN $4 ELSE description END,
    public = COALESCE($6, public), updated_at = $7
  WHERE user_id = $1 AND id = $2 RETURNING id`;

const DELETE = 'DELETE FROM lists WHERE user_id = $1 AND id = $2 RETURNING id';

const noSuchList = () => notFound('List not found');

const Uuid = z.guid();

/** Any other text names no list. */
function asListId(text: string): string {
  const { data } = Uuid.safeParse(text);
  if (data === undefined) throw noSuchList();
  return data.toLowerCase();
}

export function createLists(db: SqlDatabase, now: () => number): Lists {
  return {
    list: async (userId) => ({ lists: [...(await readLists(db, userId))] }),
    create: (userId, { name, description, public: isPublic, items }) =>
      db.transaction(async (tx) => {
        const key = { userId, listId: randomUUID() };
        const time = now();
        const created = await tx.query(CREATE, [
          userId,
          key.listId,
          name,
          description ?? null,
          isPublic ?? false,
          new Date(time),
        ]);
        if (created.length === 0) throw ownerIsGone();
        await enforceQuota(tx, userId, 'lists');
        await addItems(tx, userId, inOrder(key.listId, items ?? [], time));
        return { list: await mustRead(tx, key), message: 'List created successfully' };
      }),
    update: (userId, patch) =>
      db.transaction(async (tx) => {
        const key = { userId, listId: asListId(patch.list_id) };
        await tx.query(holdOwner('SHARE'), [userId]);
        const time = now();
        const { name, description, public: isPublic } = patch;
        const updated = await tx.query(UPDATE, [
          userId,
          key.listId,
          name ?? null,
          description ?? null,
          description !== undefined,
          isPublic ?? null,
          new Date(time),
        ]);
        if (updated.length === 0) throw noSuchList();
        await removeItems(tx, key, patch.removeItems ?? []);
        await addItems(tx, userId, inOrder(key.listId, patch.addItems ?? [], time));
        return { list: await mustRead(tx, key), message: 'List updated successfully' };
      }),
    remove: async (userId, listId) => {
      const [gone] = await db.query<{ id: string }>(DELETE, [userId, asListId(listId)]);
      if (!gone) throw noSuchList();
      return { id: gone.id, message: 'List deleted successfully' };
    },
    getPublic: async (listId) => {
      const list = await readAnybodysList(db, asListId(listId));
      if (!list) throw noSuchList();
      if (!list.public) throw forbidden('List is not public');
      return list;
    },
  };
}

async function mustRead(tx: Statements, key: ListKey): Promise<List> {
  const list = await readList(tx, key);
  if (!list) throw noSuchList();
  return list;
}

/** Lists are read by the time at which something was added: a millisecond apart, items stay in the order they came in. */
const inOrder = (listId: string, items: readonly ListItemInput[], now: number): NewItem[] =>
  items.map((item, index) => ({
    ...item,
    list_id: listId,
    added_at: new Date(now - items.length + 1 + index).toISOString(),
  }));
