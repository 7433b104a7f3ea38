import type { AccountImport } from '@matinee/shared/contract/export';
import type { addList, List, ListItemInput, updateList } from '@matinee/shared/contract/lists';
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Prisma } from '#database/generated/client.ts';
import type { Queries, TransactionalQueries } from '#database/sql.ts';
import { forbidden, notFound } from '#http/api-error.ts';
import { lockUser } from '#accounts/accounts.ts';
import { enforceQuota } from './quotas.ts';
import { clampTimestamp } from './title-columns.ts';

export interface ListReply {
  readonly list: List;
  readonly message: string;
}

type ListImport = AccountImport['lists'][number];

export interface Lists {
  list(userId: string): Promise<{ readonly lists: List[] }>;
  create(userId: string, list: z.output<typeof addList.body>): Promise<ListReply>;
  update(userId: string, patch: z.output<typeof updateList.body>): Promise<ListReply>;
  remove(
    userId: string,
    listId: string,
  ): Promise<{ readonly id: string; readonly message: string }>;
  /** Returns a public list to anyone who has the ID. */
  getPublic(listId: string): Promise<List>;
  /** Adds missing lists and items. Removes nothing. Returns the number of lists. */
  merge(userId: string, lists: readonly ListImport[]): Promise<number>;
}

const listNotFound = () => notFound('List not found');

const Uuid = z.guid();

/** Throws "not found" if the text isn't a UUID. */
function parseListId(text: string): string {
  const { data } = Uuid.safeParse(text);
  if (data === undefined) throw listNotFound();
  return data.toLowerCase();
}

const WITH_ITEMS = {
  items: { orderBy: [{ addedAt: 'asc' }, { type: 'asc' }, { tmdbId: 'asc' }] },
} satisfies Prisma.ListInclude;

export function createLists(db: TransactionalQueries, now: () => number): Lists {
  return {
    list: async (userId) => {
      const rows = await db.prisma.list.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        include: WITH_ITEMS,
      });
      return { lists: rows.map(toList) };
    },
    create: (userId, { name, description = null, public: isPublic, items }) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const time = now();
        const createdAt = new Date(time);
        const dates = { createdAt, updatedAt: createdAt };
        const data = { userId, id: randomUUID(), name, description, isPublic: isPublic ?? false };
        await tx.prisma.list.create({ data: { ...data, ...dates } });
        await enforceQuota(tx, userId, 'lists');
        await addItems(tx, userId, inOrder(data.id, items ?? [], time));
        return { list: await read(tx, userId, data.id), message: 'List created successfully' };
      }),
    update: (userId, patch) => db.transaction((tx) => update(tx, userId, { patch, now: now() })),
    remove: async (userId, listId) => {
      const id = parseListId(listId);
      const { count } = await db.prisma.list.deleteMany({ where: { userId, id } });
      if (count === 0) throw listNotFound();
      return { id, message: 'List deleted successfully' };
    },
    getPublic: async (listId) => {
      const id = parseListId(listId);
      const row = await db.prisma.list.findFirst({ where: { id }, include: WITH_ITEMS });
      if (!row) throw listNotFound();
      if (!row.isPublic) throw forbidden('List is not public');
      // Share the name and the titles, but not the account.
      return { ...toList(row), user_id: '' };
    },
    merge: (userId, lists) =>
      lists.length === 0
        ? Promise.resolve(0)
        : db.transaction((tx) => merge(tx, userId, { lists, now: now() })),
  };
}

interface Updating {
  readonly patch: z.output<typeof updateList.body>;
  readonly now: number;
}

async function update(tx: Queries, userId: string, { patch, now }: Updating): Promise<ListReply> {
  const { name, description, public: isPublic, removeItems } = patch;
  const id = parseListId(patch.list_id);
  await lockUser(tx, userId);
  const { count } = await tx.prisma.list.updateMany({
    where: { userId, id },
    data: {
      ...(typeof name === 'string' && { name }),
      // Null clears the description.
      ...(description !== undefined && { description }),
      ...(typeof isPublic === 'boolean' && { isPublic }),
      updatedAt: new Date(now),
    },
  });
  if (count === 0) throw listNotFound();
  if (removeItems?.length) {
    const OR = removeItems.map(({ tmdb_id, type }) => ({ tmdbId: tmdb_id, type }));
    await tx.prisma.listItem.deleteMany({ where: { userId, listId: id, OR } });
  }
  await addItems(tx, userId, inOrder(id, patch.addItems ?? [], now));
  return { list: await read(tx, userId, id), message: 'List updated successfully' };
}

async function read({ prisma }: Queries, userId: string, id: string): Promise<List> {
  const row = await prisma.list.findUnique({
    where: { userId_id: { userId, id } },
    include: WITH_ITEMS,
  });
  if (!row) throw listNotFound();
  return toList(row);
}

interface NewItem {
  readonly listId: string;
  readonly tmdbId: string;
  readonly type: string;
  readonly addedAt: Date;
}

/** Keeps items that are already on the list. Throws if the quota is exceeded, which rolls back the transaction. */
async function addItems(tx: Queries, userId: string, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return;
  const data = items.map((item) => ({ ...item, userId }));
  await tx.prisma.listItem.createMany({ data, skipDuplicates: true });
  await enforceQuota(tx, userId, 'list_items');
}

/** Gives each item a time one millisecond later, because lists are sorted by the time of addition. */
const inOrder = (listId: string, items: readonly ListItemInput[], now: number): NewItem[] =>
  items.map(({ tmdb_id, type }, index) => ({
    listId,
    tmdbId: tmdb_id,
    type,
    addedAt: new Date(now - items.length + 1 + index),
  }));

interface Merging {
  readonly lists: readonly ListImport[];
  readonly now: number;
}

async function merge(tx: Queries, userId: string, { lists, now }: Merging): Promise<number> {
  await lockUser(tx, userId);
  const stored = await tx.prisma.list.findMany({ where: { userId } });
  const rows = new Map(stored.map((row) => [row.id, row]));
  const merged = new Set<string>();
  const items: NewItem[] = [];
  for (const list of lists) {
    const id = rows.has(list.id) ? list.id : derivedId(userId, list.id);
    merged.add(id);
    const row = {
      userId,
      id,
      name: list.name,
      description: list.description ?? null,
      isPublic: list.public,
      createdAt: rows.get(id)?.createdAt ?? new Date(clampTimestamp(list.created_at, now)),
      updatedAt: new Date(clampTimestamp(list.updated_at, now)),
    };
    const other = rows.get(id);
    if (!other || other.updatedAt < row.updatedAt) {
      await tx.prisma.list.upsert({
        where: { userId_id: { userId, id } },
        create: row,
        update: row,
      });
      rows.set(id, row);
    }
    for (const { tmdb_id, type, added_at } of list.list_items) {
      const addedAt = new Date(clampTimestamp(added_at, now));
      items.push({ listId: id, tmdbId: tmdb_id, type, addedAt });
    }
  }
  await enforceQuota(tx, userId, 'lists');
  await addItems(tx, userId, items);
  return merged.size;
}

/**
 * Derives a stable ID for this account, with which a second import finds the same lists. A public list is found by its
 * ID alone, so an unchanged imported ID could take over another user's list.
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

interface ListRow {
  readonly userId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isPublic: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly items: readonly (NewItem & { readonly id: string })[];
}

const toList = (row: ListRow): List => ({
  id: row.id,
  user_id: row.userId,
  name: row.name,
  description: row.description,
  public: row.isPublic,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  list_items: row.items.map((item) => ({
    id: item.id,
    list_id: item.listId,
    tmdb_id: item.tmdbId,
    type: item.type,
    added_at: item.addedAt.toISOString(),
  })),
});
