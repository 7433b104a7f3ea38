import { BookmarkInput, MAX_GROUPS_OF_TITLE } from '@matinee/shared/contract/bookmarks';
import { z } from 'zod';
import { isPutOff, past } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import { mendFavourites, mendGroups, mendMeta, TITLED_ROW_BYTES } from '../mend.ts';
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
      is_put_off: isPutOff(rest.updated_at, now),
    }));

function judging(now: number): Step['judge'] {
  const judge = judgedBy(row(now));
  return (raw, judged) => {
    const { mend } = judged;
    const groups = { max: MAX_GROUPS_OF_TITLE, name: 'group', mend };
    const mended = {
      ...raw,
      meta: mendMeta(raw.meta, mend),
      group: mendGroups(raw.group, groups),
      favorite_episodes: mendFavourites(raw.favorite_episodes, mend),
    };
    return judge(mended, judged);
  };
}

export const bookmarks = (now: number): Step => ({
  name: 'bookmarks',
  table: 'bookmarks',
  columns: ['group', 'favorite_episodes'],
  required: ['user_id', 'tmdb_id', 'meta', 'updated_at'],
  owner: 'user_id',
  label: ['user_id', 'tmdb_id'],
  maxBytes: TITLED_ROW_BYTES,
  judge: judging(now),
  usedAt: 'updated_at',
  // What was deleted here since then stays deleted, also when the import runs again.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, type text, title text, year int, poster text, groups text[],
        favorite_episodes text[], updated_at timestamptz, is_put_off bool)
      WHERE NOT EXISTS (
        SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'bookmark'
          AND gone.tmdb_id = item.tmdb_id AND (item.is_put_off OR gone.deleted_at >= item.updated_at))
        AND NOT (item.is_put_off AND EXISTS (
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
