// The progress of the owner's account, for syncing it with the owner's user on a media server.
import type { Change } from '@matinee/shared/contract/changes';
import type { Database } from '#database/database.ts';
import { createChanges, type Changes } from './changes.ts';
import { createProgress, type ProgressService } from './progress.ts';

export type WatchedPosition = Extract<Change, { type: 'putProgress' }>;

/** The owner's position in a movie or an episode. */
export interface StoredPosition {
  readonly tmdbId: string;
  /** '' for a movie. */
  readonly seasonId: string;
  readonly episodeId: string;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly updatedAt: Date;
}

export interface OwnerProgress {
  /** Returns false until the owner's account exists. */
  readonly hasOwner: () => Promise<boolean>;
  readonly find: (tmdbIds: readonly string[]) => Promise<readonly StoredPosition[]>;
  /** Writes positions. The newest change of each item wins, including deletions. Doesn't call listeners. */
  readonly put: (items: readonly WatchedPosition[]) => Promise<void>;
  /** Calls the listener with positions that the owner's devices save. */
  readonly onSaved: (listener: (items: readonly WatchedPosition[]) => void) => void;
}

export interface ObservedProgress {
  readonly changes: Changes;
  readonly progress: ProgressService;
  readonly ownerProgress: OwnerProgress;
}

/** The owner is cached, because progress is saved every few seconds and the owner hardly ever changes. */
const KNOWN_MS = 60_000;

/** `now`: milliseconds since 1970. */
export function createObservedProgress(db: Database, now: () => number): ObservedProgress {
  const changes = createChanges(db, now);
  const progress = createProgress(db, now);
  const listeners: ((items: readonly WatchedPosition[]) => void)[] = [];
  let known: { readonly id: string; readonly until: number } | undefined;

  async function ownerId(): Promise<string | undefined> {
    if (known && known.until > now()) return known.id;
    const owner = await db.prisma.user.findFirst({
      where: { isOwner: true },
      select: { id: true },
    });
    known = owner ? { id: owner.id, until: now() + KNOWN_MS } : undefined;
    return known?.id;
  }

  /** Notifies listeners. Ignores errors, because the request must succeed. */
  async function notify(userId: string, items: readonly WatchedPosition[]): Promise<void> {
    if (listeners.length === 0 || items.length === 0) return;
    const owner = await ownerId().catch(() => undefined);
    if (owner !== userId) return;
    for (const listener of listeners) listener(items);
  }

  return {
    changes: {
      put: async (userId, items) => {
        const reply = await changes.put(userId, items);
        void notify(
          userId,
          items.filter((item) => item.type === 'putProgress'),
        );
        return reply;
      },
    },
    progress: {
      ...progress,
      put: async (userId, item) => {
        const saved = await progress.put(userId, item);
        const updatedAt = item.updatedAt ?? new Date(now()).toISOString();
        void notify(userId, [{ ...item, type: 'putProgress', updatedAt }]);
        return saved;
      },
    },
    ownerProgress: {
      hasOwner: async () => (await ownerId()) !== undefined,
      find: async (tmdbIds) => {
        const userId = await ownerId();
        if (userId === undefined) return [];
        return await db.prisma.progress.findMany({
          where: { userId, tmdbId: { in: [...tmdbIds] } },
          select: {
            tmdbId: true,
            seasonId: true,
            episodeId: true,
            seasonNumber: true,
            episodeNumber: true,
            updatedAt: true,
          },
        });
      },
      put: async (items) => {
        const userId = await ownerId();
        if (userId !== undefined) await changes.put(userId, items);
      },
      onSaved: (listener) => void listeners.push(listener),
    },
  };
}
