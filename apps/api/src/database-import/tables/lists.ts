import { addList, ListItemInput } from '@matinee/shared/contract/lists';
import { Rating } from '@matinee/shared/contract/ratings';
import { z } from 'zod';
import { isClamped, pastTime, RowId } from '../column-codecs.ts';
import { mapTable, reasonOf, type TableImporter } from '../table-importer.ts';

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
    // A public list is found by its id alone, so no other account may have the same id.
    write: `
    WITH incoming AS (
      SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, id uuid, name text, description text, public bool, created_at timestamptz,
        updated_at timestamptz, is_clamped bool)
      WHERE NOT EXISTS (
        SELECT FROM lists taken WHERE taken.id = item.id
          AND (taken.user_id <> item.user_id OR item.is_clamped))
      ORDER BY id, user_id
    )
    INSERT INTO lists AS old (user_id, id, name, description, public, created_at, updated_at)
    SELECT user_id, id, name, description, public, created_at, updated_at FROM incoming
    ON CONFLICT (user_id, id) DO UPDATE SET
      name = excluded.name, description = excluded.description, public = excluded.public,
      updated_at = excluded.updated_at
    WHERE excluded.updated_at > old.updated_at
    RETURNING xmax = 0 AS added`,
  });

/** Detects the type from the account's bookmarks and progress with the same TMDB id. */
const TYPE_OF_TITLE = `(
  SELECT CASE seen.type WHEN 'movie' THEN 'movie' ELSE 'tv' END
  FROM (
    SELECT type, 1 AS rank FROM bookmarks WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
    UNION ALL
    SELECT type, 2 FROM progress WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
  ) seen ORDER BY rank LIMIT 1)`;

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
      // NULL in rows that are older than the column.
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
    write: `
    INSERT INTO list_items AS old (user_id, list_id, type, tmdb_id, id, added_at)
    SELECT DISTINCT ON (user_id, list_id, known.type, tmdb_id)
      user_id, list_id, known.type, tmdb_id, COALESCE(id, gen_random_uuid()), added_at
    FROM jsonb_to_recordset($1) AS item(
      user_id text, list_id uuid, type text, tmdb_id text, id uuid, added_at timestamptz)
    CROSS JOIN LATERAL (SELECT COALESCE(item.type, ${TYPE_OF_TITLE}, 'movie') AS type) known
    WHERE EXISTS (SELECT FROM lists WHERE lists.user_id = item.user_id AND lists.id = item.list_id)
    ORDER BY user_id, list_id, known.type, tmdb_id, added_at
    ON CONFLICT (user_id, list_id, type, tmdb_id) DO NOTHING
    RETURNING true AS added`,
  });

const Entries = z.array(z.unknown());

/** The source has all ratings of an account in one column, without dates: the account's last known day is used. */
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
  write: `
    INSERT INTO ratings AS old (user_id, type, tmdb_id, rating, rated_at)
    SELECT DISTINCT ON (user_id, type, tmdb_id) user_id, type, tmdb_id, rating, rated_at
    FROM jsonb_to_recordset($1) AS item(
      user_id text, type text, tmdb_id bigint, rating float8, rated_at timestamptz, place int)
    ORDER BY user_id, type, tmdb_id, place DESC
    ON CONFLICT (user_id, type, tmdb_id) DO NOTHING
    RETURNING true AS added`,
});
