import { Id, Seconds, TitleMetaInput } from '@matinee/shared/contract/fields';
import { WatchedInput } from '@matinee/shared/contract/watch-history';
import { z } from 'zod';
import {
  isClamped,
  Numeric,
  PartId,
  PartNumber,
  pastTime,
  repairMeta,
  RowId,
} from '../column-codecs.ts';
import { mapTable, TITLED_ROW_BYTES, type TableImporter } from '../table-importer.ts';
import { IMPORT_PROGRESS_ITEMS, IMPORT_WATCHED } from './viewing.sql.ts';

const LABEL = ['user_id', 'tmdb_id', 'season_id', 'episode_id'];

const Part = z.object({
  id: RowId,
  season_id: PartId,
  episode_id: PartId,
  season_number: PartNumber,
  episode_number: PartNumber,
});

export const progress = (now: number): TableImporter =>
  mapTable({
    name: 'progress_items',
    table: 'progress_items',
    required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'updated_at'],
    owner: 'user_id',
    label: LABEL,
    maxBytes: TITLED_ROW_BYTES,
    usedAt: 'updated_at',
    columns: Part.extend({
      tmdb_id: Id,
      meta: TitleMetaInput,
      duration: Numeric.pipe(Seconds),
      watched: Numeric.pipe(Seconds),
      updated_at: pastTime(now),
    }),
    repairs: { meta: repairMeta },
    toTarget: ({ meta, ...rest }) => ({
      ...rest,
      ...meta,
      is_clamped: isClamped(rest.updated_at, now),
    }),
    write: IMPORT_PROGRESS_ITEMS,
  });

const { tmdbId, meta: Meta, duration, watched, completed } = WatchedInput.shape;

export const watchHistoryImporter = (now: number): TableImporter =>
  mapTable({
    name: 'watch_history',
    table: 'watch_history',
    required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'watched_at'],
    owner: 'user_id',
    label: LABEL,
    maxBytes: TITLED_ROW_BYTES,
    usedAt: 'watched_at',
    columns: Part.extend({
      tmdb_id: tmdbId,
      meta: Meta,
      duration: Numeric.pipe(duration),
      watched: Numeric.pipe(watched),
      completed,
      watched_at: pastTime(now),
      updated_at: pastTime(now).nullish(),
    }),
    repairs: { meta: repairMeta },
    toTarget: ({ meta, updated_at: updatedAt, ...rest }) => ({
      ...rest,
      ...meta,
      updated_at: updatedAt ?? rest.watched_at,
      is_clamped: isClamped(rest.watched_at, now),
    }),
    write: IMPORT_WATCHED,
  });
