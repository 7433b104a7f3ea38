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
import { IMPORT_BOOKMARKS, IMPORT_GROUP_ORDER } from './bookmarks.sql.ts';

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
    write: IMPORT_BOOKMARKS,
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
    write: IMPORT_GROUP_ORDER,
  });
