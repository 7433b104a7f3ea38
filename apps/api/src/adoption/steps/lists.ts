import { addList, ListItemInput } from '@matinee/shared/contract/lists';
import { z } from 'zod';
import { isPutOff, past, RowId } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import type { Step } from '../step.ts';

const { name, description } = addList.body.shape;
const Head = z.object({ id: z.guid(), name, description });

const row = (now: number) =>
  Head.extend({
    public: z.boolean().nullish(),
    created_at: past(now).nullish(),
    updated_at: past(now).nullish(),
  }).transform((list) => {
    const created = list.created_at ?? list.updated_at ?? new Date(now).toISOString();
    const updated = list.updated_at ?? created;
    return {
      ...list,
      description: list.description ?? null,
      public: list.public ?? false,
      created_at: created,
      updated_at: updated,
      is_put_off: isPutOff(updated, now),
    };
  });

export const lists = (now: number): Step => ({
  name: 'lists',
  table: 'lists',
  columns: ['description', 'public', 'created_at', 'updated_at'],
  required: ['id', 'user_id', 'name'],
  owner: 'user_id',
  label: ['id'],
  judge: judgedBy(row(now)),
  // A public list is found by its id alone: it must not be another account's as well.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, id uuid, name text, description text, public bool, created_at timestamptz,
        updated_at timestamptz, is_put_off bool)
      WHERE NOT EXISTS (
        SELECT FROM lists taken WHERE taken.id = item.id
          AND (taken.user_id <> item.user_id OR item.is_put_off))
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

const item = (now: number) =>
  ListItemInput.extend({
    id: RowId,
    list_id: z.guid(),
    // Rows from before the column was made have none.
    type: ListItemInput.shape.type.nullable(),
    added_at: past(now).nullish(),
  }).transform((entry) => ({ ...entry, added_at: entry.added_at ?? new Date(now).toISOString() }));

function judgingItems(now: number): Step['judge'] {
  const judge = judgedBy(item(now));
  return (raw, context) => {
    const list = Head.safeParse({
      id: raw.list_id,
      name: raw['lists.name'],
      description: raw['lists.description'],
    });
    if (!list.success) return [{ refused: 'its list is not taken' }];
    if (raw.type === null) context.mend('type: unknown, taken from other rows of the title');
    return judge(raw, context);
  };
}

/** The account's bookmarks and progress with the same TMDB id tell whether it is a movie. */
const TYPE_OF_TITLE = `(
  SELECT CASE seen.type WHEN 'movie' THEN 'movie' ELSE 'tv' END
  FROM (
    SELECT type, 1 AS rank FROM bookmarks WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
    UNION ALL
    SELECT type, 2 FROM progress WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
  ) seen ORDER BY rank LIMIT 1)`;

export const listItems = (now: number): Step => ({
  name: 'list_items',
  table: 'list_items',
  columns: ['id', 'added_at'],
  required: ['list_id', 'tmdb_id', 'type'],
  owner: 'list_id',
  parent: { table: 'lists', owner: 'user_id', columns: ['name', 'description'] },
  label: ['list_id', 'tmdb_id'],
  judge: judgingItems(now),
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
