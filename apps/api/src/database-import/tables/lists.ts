import { addList, ListItemInput } from '@matinee/shared/contract/lists';
import { Rating } from '@matinee/shared/contract/ratings';
import { z } from 'zod';
import { isClamped, pastTime, RowId } from '../column-codecs.ts';
import { mapTable, reasonOf, type TableImporter } from '../table-importer.ts';
import { IMPORT_LISTS, IMPORT_LIST_ITEMS, IMPORT_RATINGS } from './lists.sql.ts';

const { name, description } = addList.body.shape;
const Head = z.object({ id: z.guid(), name, description });

export const lists = (now: number): TableImporter =>
  mapTable({
    name: 'lists',
    table: 'lists',
    required: ['id', 'user_id', 'name'],
    owner: 'user_id',
    label: ['id'],
    columns: Head.extend({
      public: z.boolean().nullish(),
      created_at: pastTime(now).nullish(),
      updated_at: pastTime(now).nullish(),
    }),
    toTarget: (list) => {
      const created = list.created_at ?? list.updated_at ?? new Date(now).toISOString();
      const updated = list.updated_at ?? created;
      return {
        ...list,
        description: list.description ?? null,
        public: list.public ?? false,
        created_at: created,
        updated_at: updated,
        is_clamped: isClamped(updated, now),
      };
    },
    write: IMPORT_LISTS,
  });

export const listItems = (now: number): TableImporter =>
  mapTable({
    name: 'list_items',
    table: 'list_items',
    required: ['list_id', 'tmdb_id', 'type'],
    owner: 'list_id',
    parent: { table: 'lists', owner: 'user_id', columns: ['name', 'description'] },
    label: ['list_id', 'tmdb_id'],
    columns: ListItemInput.extend({
      id: RowId,
      list_id: z.guid(),
      // Rows that are older than the column have NULL.
      type: ListItemInput.shape.type.nullable(),
      added_at: pastTime(now).nullish(),
    }),
    skip: (raw) => {
      const head = {
        id: raw.list_id,
        name: raw['lists.name'],
        description: raw['lists.description'],
      };
      return Head.safeParse(head).success ? undefined : "its list isn't imported";
    },
    repairs: {
      type: (type, report) => {
        if (type === null) report('type: unknown, derived from other rows of the title');
        return type;
      },
    },
    toTarget: (item) => ({ ...item, added_at: item.added_at ?? new Date(now).toISOString() }),
    write: IMPORT_LIST_ITEMS,
  });

const Entries = z.array(z.unknown());

/**
 * Splits the source's column with all ratings of an account. They have no dates, so uses the account's last known day.
 */
function convertRatings(now: number): TableImporter['convert'] {
  const Past = pastTime(now);
  const unknown = new Date(now).toISOString();
  return (raw) => {
    const entries = Entries.safeParse(raw.ratings);
    if (!entries.success) return [{ skipped: 'ratings: not a list' }];
    const at = Past.safeParse(raw.last_logged_in).data ?? Past.safeParse(raw.created_at).data;
    return entries.data.map((entry, place) => {
      const { data, error } = Rating.safeParse(entry);
      if (error) return { skipped: reasonOf(error) };
      return { values: { ...data, place, rated_at: at ?? unknown } };
    });
  };
}

export const ratings = (now: number): TableImporter => ({
  name: 'ratings',
  table: 'users',
  columns: ['created_at', 'last_logged_in'],
  required: ['id', 'ratings'],
  owner: 'id',
  where: `it.ratings IS NOT NULL AND it.ratings::text <> '[]'`,
  label: ['id'],
  maxBytes: 4 * 1024 * 1024,
  convert: convertRatings(now),
  write: IMPORT_RATINGS,
});
