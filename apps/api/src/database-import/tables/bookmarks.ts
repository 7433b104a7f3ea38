import {
  BookmarkInput,
  MAX_GROUPS,
  MAX_GROUPS_OF_TITLE,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import { z } from 'zod';
import {
  isClamped,
  pastTime,
  repairFavorites,
  repairGroups,
  repairMeta,
} from '../column-codecs.ts';
import { mapTable, TITLED_ROW_BYTES, type TableImporter } from '../table-importer.ts';

const { tmdbId, meta, group, favoriteEpisodes } = BookmarkInput.shape;

export const bookmarks = (now: number): TableImporter =>
  mapTable({
    name: 'bookmarks',
    table: 'bookmarks',
    required: ['user_id', 'tmdb_id', 'meta', 'updated_at'],
    owner: 'user_id',
    label: ['user_id', 'tmdb_id'],
    maxBytes: TITLED_ROW_BYTES,
    usedAt: 'updated_at',
    columns: z.object({
      tmdb_id: tmdbId,
      meta,
      group,
      favorite_episodes: favoriteEpisodes,
      updated_at: pastTime(now),
    }),
    repairs: {
      meta: repairMeta,
      group: repairGroups('group', MAX_GROUPS_OF_TITLE),
      favorite_episodes: repairFavorites,
    },
    toTarget: ({ meta: title, group: groups, favorite_episodes: favorites, ...rest }) => ({
      ...rest,
      ...title,
      groups: groups ?? [],
      favorite_episodes: favorites ?? [],
      is_clamped: isClamped(rest.updated_at, now),
    }),
    // A bookmark that was deleted here since then stays deleted, also when the import runs again.
    write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, type text, title text, year int, poster text, groups text[],
        favorite_episodes text[], updated_at timestamptz, is_clamped bool)
      WHERE NOT EXISTS (
        SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'bookmark'
          AND gone.tmdb_id = item.tmdb_id AND (item.is_clamped OR gone.deleted_at >= item.updated_at))
        AND NOT (item.is_clamped AND EXISTS (
          SELECT FROM bookmarks known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id))
      ORDER BY user_id, tmdb_id, updated_at DESC
    )
    INSERT INTO bookmarks AS old
      (user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at)
    SELECT user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at FROM incoming
    ON CONFLICT (user_id, tmdb_id) DO UPDATE SET
      type = excluded.type, title = excluded.title, year = excluded.year, poster = excluded.poster,
      groups = excluded.groups, favorite_episodes = excluded.favorite_episodes,
      updated_at = excluded.updated_at
    WHERE excluded.updated_at > old.updated_at
    RETURNING xmax = 0 AS added`,
  });

export const groupOrder = (): TableImporter =>
  mapTable({
    name: 'user_group_order',
    table: 'user_group_order',
    required: ['user_id', 'group_order'],
    owner: 'user_id',
    label: ['user_id'],
    columns: z.object({ group_order: putGroupOrder.body }),
    repairs: { group_order: repairGroups('group_order', MAX_GROUPS) },
    toTarget: ({ group_order: groups }) => ({ groups }),
    write: `
    INSERT INTO group_order AS old (user_id, groups)
    SELECT DISTINCT ON (user_id) user_id, groups
    FROM jsonb_to_recordset($1) AS item(user_id text, groups text[])
    ORDER BY user_id, cardinality(groups) DESC
    ON CONFLICT (user_id) DO UPDATE SET groups = excluded.groups
    WHERE cardinality(old.groups) = 0 AND cardinality(excluded.groups) > 0
    RETURNING xmax = 0 AS added`,
  });
