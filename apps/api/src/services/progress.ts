import type { Progress, ProgressInput, SavedProgress } from '@matinee/shared/contract/progress';
import type { Statements } from '#db/statements.ts';
import { deleteProgress } from './deletions.ts';
import {
  LIST_PROGRESS,
  progressKey,
  toProgress,
  toSavedProgress,
  writeProgress,
  type ProgressKey,
  type ProgressRow,
  type ProgressWrite,
} from './progress-rows.ts';
import { writeTime } from './write-time.ts';

interface DeletedProgress {
  readonly success: true;
  readonly count: number;
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export interface ProgressService {
  list(userId: string): Promise<Progress[]>;
  put(userId: string, item: ProgressInput): Promise<SavedProgress>;
  import(userId: string, items: readonly ProgressInput[]): Promise<SavedProgress[]>;
  remove(userId: string, parts: ProgressKey): Promise<DeletedProgress>;
}

export function createProgress(db: Statements, now: () => number): ProgressService {
  return {
    list: async (userId) => (await db.query<ProgressRow>(LIST_PROGRESS, [userId])).map(toProgress),
    put: async (userId, item) => {
      const write = { ...item, updatedAt: writeTime(item.updatedAt, now()) };
      const stored = await writeProgress('latest', db, userId, [write]);
      return toSavedProgress(userId, stored.get(progressKey(write)), write);
    },
    import: async (userId, items) => {
      const writes = furthestOfEach(items, now());
      const stored = await writeProgress('furthest', db, userId, writes);
      return writes.map((write) => toSavedProgress(userId, stored.get(progressKey(write)), write));
    },
    remove: async (userId, { tmdbId, seasonId, episodeId }) => {
      const deletedAt = writeTime(null, now());
      const { gone } = await deleteProgress(db, userId, [
        { tmdbId, seasonId, episodeId, deletedAt, overtaken: false },
      ]);
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

/** In the order in which they first occur. */
function furthestOfEach(items: readonly ProgressInput[], now: number): ProgressWrite[] {
  const furthest = new Map<string, ProgressWrite>();
  for (const item of items) {
    const key = progressKey(item);
    const other = furthest.get(key);
    if (other && other.watched >= item.watched) continue;
    furthest.set(key, { ...item, updatedAt: writeTime(item.updatedAt, now) });
  }
  return [...furthest.values()];
}
