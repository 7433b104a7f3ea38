import { BookmarkInput } from '@matinee/shared/contract/bookmarks';
import { z } from 'zod';
import { past } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import type { Step } from '../step.ts';

const { tmdbId, meta, group, favoriteEpisodes } = BookmarkInput.shape;

const row = (now: number) =>
  z
    .object({
      tmdb_id: tmdbId,
      meta,
      group,
      favorite_episodes: favoriteEpisodes,
      updated_at: past(now),
    })
    .transform(({ meta: about, group: groups, favorite_episodes: favourites, ...rest }) => ({
      ...rest,
      ...about,
      groups: groups ?? [],
      favorite_episodes: favourites ?? [],
    }));

export const bookmarks = (now: number): Step => ({
  name: 'bookmarks',
  table: 'bookmarks',
  columns: ['group', 'favorite_episodes'],
  required: ['user_id', 'tmdb_id', 'meta', 'updated_at'],
  owner: 'user_id',
  label: ['user_id', 'tmdb_id'],
  judge: judgedBy(row(now)),
  usedAt: 'updated_at',
  // What was deleted here since then stays deleted, also when the import runs again.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, type text, title text, year int, poster text, groups text[],
        favorite_episodes text[], updated_at timestamptz)
      WHERE NOT EXISTS (
        SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'bookmark'
          AND gone.tmdb_id = item.tmdb_id AND gone.deleted_at >= item.updated_at)
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
