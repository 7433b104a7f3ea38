// Progress as PostgreSQL writes it, column by column: `toProgress` and `toSavedProgress` in SQL.
import type { Progress, SavedProgress } from '@matinee/shared/contract/progress';
import { jsonObject, listOf, orNull, quoted, sparseObject } from './json-columns.ts';
import { EPISODE_ID_JSON, SAVED_VIEWING, SEASON_ID_JSON } from './viewing-rows.ts';

const { id, tmdbId, meta, updatedAt } = SAVED_VIEWING;

const PROGRESS_JSON = jsonObject<Progress>({
  id,
  tmdbId,
  season: jsonObject<Progress['season']>({
    id: orNull(SEASON_ID_JSON),
    number: orNull('season_number'),
  }),
  episode: jsonObject<Progress['episode']>({
    id: orNull(EPISODE_ID_JSON),
    number: orNull('episode_number'),
  }),
  meta,
  duration: quoted('duration'),
  watched: quoted('watched'),
  updatedAt,
});

export const SAVED_PROGRESS_JSON = jsonObject<SavedProgress>({
  ...SAVED_VIEWING,
  season: sparseObject<SavedProgress['season']>({ id: SEASON_ID_JSON, number: 'season_number' }),
  episode: sparseObject<SavedProgress['episode']>({
    id: EPISODE_ID_JSON,
    number: 'episode_number',
  }),
});

export const LIST_PROGRESS = listOf(PROGRESS_JSON, 'progress');
