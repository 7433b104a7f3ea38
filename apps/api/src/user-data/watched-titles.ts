import { isFinished } from '@matinee/shared/media/progress';
import { tmdbKind } from '@matinee/shared/media/media';
import { LRUCache } from 'lru-cache';
import type { Database } from '#database/database.ts';
import { countLookup } from '#lib/measurements.ts';

/** Returns titles, as `movie/289`, that an account has finished or has finished an episode of. */
type WatchedTitles = (userId: string) => Promise<ReadonlySet<string>>;

/** Cached, because a client reads a list in many parts. */
const CACHED_MS = 10_000;
const MAX_CACHED = 50;

export function createWatchedTitles(db: Pick<Database, 'prisma'>): WatchedTitles {
  const cached = new LRUCache<string, ReadonlySet<string>>({ max: MAX_CACHED, ttl: CACHED_MS });
  return async (userId) => {
    const known = cached.get(userId);
    countLookup('watched titles', known ? 'hit' : 'miss');
    if (known) return known;
    const rows = await db.prisma.progress.findMany({
      where: { userId },
      select: { type: true, tmdbId: true, watched: true, duration: true },
    });
    const watched = new Set(
      rows
        .filter((row) =>
          isFinished({ watched: Number(row.watched), duration: Number(row.duration) }),
        )
        .map(({ type, tmdbId }) => `${tmdbKind(type === 'movie' ? 'movie' : 'show')}/${tmdbId}`),
    );
    cached.set(userId, watched);
    return watched;
  };
}
