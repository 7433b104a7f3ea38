import type { ProgressInput, SavedProgress } from '@matinee/shared/contract/progress';
import type { SqlDatabase } from '#db/statements.ts';
import type { ItemList } from '#http/item-list.ts';
import type { JsonList } from '#http/json-text.ts';
import { writeInChunks } from './chunks.ts';
import { afterWrites, deleteProgress } from './deletions.ts';
import { mergeProgress, tellProgress, toSavedProgress, writeProgress } from './progress-rows.ts';
import { viewingKey, type ViewingKey } from './viewing-rows.ts';
import { writeTime } from './write-time.ts';

interface DeletedProgress {
  readonly success: true;
  readonly count: number;
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export interface ProgressService {
  put(userId: string, item: ProgressInput): Promise<SavedProgress>;
  import(userId: string, items: ItemList<ProgressInput>): Promise<JsonList<SavedProgress>>;
  remove(userId: string, parts: ViewingKey): Promise<DeletedProgress>;
}

export function createProgress(db: SqlDatabase, now: () => number): ProgressService {
  return {
    put: async (userId, item) => {
      const write = { ...item, updatedAt: writeTime(item.updatedAt, now()) };
      const stored = await writeProgress(db, userId, [write]);
      return toSavedProgress(userId, stored.get(viewingKey(write)), write);
    },
    import: (userId, items) => {
      const at = now();
      return writeInChunks(db, items, {
        key: viewingKey,
        distinct: furthestOfEach,
        tell: (some) => tellProgress(some, at),
        write: (tx, told) => mergeProgress(tx, userId, told),
      });
    },
    remove: async (userId, { tmdbId, seasonId, episodeId }) => {
      const deletedAt = writeTime(null, now());
      const deletion = { tmdbId, seasonId, episodeId, deletedAt, overtaken: false };
      const { gone } = await afterWrites(db, userId, (tx) =>
        deleteProgress(tx, userId, [deletion]),
      );
      return {
        success: true,
        count: gone,
        tmdbId,
        seasonId: seasonId ?? undefined,
        episodeId: episodeId ?? undefined,
      };
    },
  };
}

function furthestOfEach(items: readonly ProgressInput[]): ProgressInput[] {
  const furthest = new Map<string, ProgressInput>();
  for (const item of items) {
    const key = viewingKey(item);
    const other = furthest.get(key);
    if (!other || other.watched < item.watched) furthest.set(key, item);
  }
  return [...furthest.values()];
}
