// Bookmarks as PostgreSQL writes them: `toBookmark` in SQL.
import type { Bookmark } from '@matinee/shared/contract/bookmarks';
import { jsonObject, jsonOf, listOf, quoted } from './json-columns.ts';
import { isoTime, JSON_META } from './title-rows.ts';

export const BOOKMARK_JSON = jsonObject<Bookmark>({
  tmdbId: jsonOf('tmdb_id'),
  meta: JSON_META,
  group: jsonOf('groups'),
  favoriteEpisodes: jsonOf('favorite_episodes'),
  updatedAt: quoted(isoTime('updated_at')),
});

export const LIST_BOOKMARKS = listOf(BOOKMARK_JSON, 'bookmarks');
