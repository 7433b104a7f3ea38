// Syncs positions and watched titles between a media server's user and the owner's account. The newest wins.
import { poll } from '@matinee/shared/lib/poll';
import { isFinished } from '@matinee/shared/media/progress';
import { errorMessage } from '@matinee/sources/errors';
import type { Fetcher, FetchOptions } from '@matinee/sources/source';
import { nameOf, type MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import type { PlayedTitle, TitlesOfItems } from '#media-library/titles/library-stores.ts';
import type { StreamObserver } from '#stream-relay/stream-source.ts';
import type { OwnerProgress, WatchedPosition } from '#user-data/owner-progress.ts';
import { createServerReports, type ServerReports } from './server-reports.ts';
import { importWatchState, type FindSeason } from './import-watch-state.ts';
import { serverUserData, type ServerUserData } from './user-data.ts';
import { countRetry } from '#lib/measurements.ts';

export interface WatchSyncOptions {
  readonly server: MediaServer;
  /** The name of the media server's user. */
  readonly user: string;
  readonly fetch: Fetcher;
  readonly progress: OwnerProgress;
  readonly titles: Pick<TitlesOfItems, 'pathsOf' | 'titleOf'>;
  readonly findSeason: FindSeason;
  /** The base URL of TMDB's pictures. */
  readonly imageUrl: string;
  /** False until the items have been read. */
  readonly isReady: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface WatchSync {
  readonly observer: StreamObserver;
  /** Returns a function that sends pending positions and stops the sync. */
  readonly start: () => () => Promise<void>;
}

interface Position {
  readonly watched: number;
  readonly duration: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const REPORT_EVERY_MS = 10_000;
const TAKE_OVER_EVERY_MS = 2 * 60_000;
const NOT_READY_MS = 2_000;
/** The time limit for sending pending positions when the sync stops. */
const STOP_MS = 3_000;
/** The tolerance for different clocks of the two servers, and for rounded times. */
const SAME_TIME_MS = 1_000;

export function createWatchSync(options: WatchSyncOptions): WatchSync {
  const { server, user, progress, isReady, now, log } = options;
  const fetch = (signal: AbortSignal) => (url: string, request?: FetchOptions) =>
    options.fetch(url, { ...request, signal });
  const userData = serverUserData({ server, user, fetch });
  const reports = createServerReports({ server, fetch });
  const stopped = new AbortController();
  let isFailing = false;
  /** The time of the latest imported state, by the media server's clock. */
  let takenUntil = 0;

  const outcome = (error?: unknown): void => {
    if (error !== undefined && !isFailing)
      log(`watch state of ${nameOf(server)} not kept: ${errorMessage(error)}`);
    isFailing = error !== undefined;
  };
  const outbox = createOutbox({ ...options, userData, reports, outcome, signal: stopped.signal });

  async function importNewStates(signal: AbortSignal): Promise<void> {
    if (!isReady() || !(await progress.hasOwner())) return;
    // Retry positions that couldn't be sent before.
    await outbox.flush(signal);
    const played = await userData.playedSince(takenUntil, signal);
    await importWatchState(played, options, signal);
    const times = played.map(({ playedAt = 0 }) => Math.min(playedAt, now()));
    takenUntil = Math.max(takenUntil, ...times);
    outcome();
  }

  return {
    observer: reports.observer,
    start: () => {
      progress.onSaved(outbox.add);
      const polling = poll(
        {
          task: importNewStates,
          delayMs: () => (isReady() ? TAKE_OVER_EVERY_MS : NOT_READY_MS),
          onFailure: outcome,
          onRetry: () => countRetry('watch state'),
        },
        stopped.signal,
      );
      return async () => {
        stopped.abort();
        await polling;
        await outbox.stop();
        if (!isFailing) await outbox.flush(AbortSignal.timeout(STOP_MS));
        await reports.stop();
      };
    },
  };
}

interface OutboxOptions extends Pick<WatchSyncOptions, 'titles' | 'now'> {
  readonly userData: ServerUserData;
  readonly reports: ServerReports;
  /** Called after each attempt. */
  readonly outcome: (error?: unknown) => void;
  readonly signal: AbortSignal;
}

/** Stores the latest position of each item until the media server has received it. */
function createOutbox({ titles, now, userData, reports, outcome, signal }: OutboxOptions) {
  const pending = new Map<string, Position>();
  let timer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();

  async function sendAll(limit: AbortSignal): Promise<void> {
    sentAt = now();
    const failures: unknown[] = [];
    // Copy the map, because more positions may arrive in the meantime.
    for (const [itemId, position] of new Map(pending)) {
      try {
        await reports.report(itemId, position.watched);
        await send(userData, { itemId, position }, limit);
        if (pending.get(itemId) === position) pending.delete(itemId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (!limit.aborted) outcome(failures[0]);
  }

  const flush = (limit: AbortSignal): Promise<void> => {
    if (pending.size > 0) sending = sending.then(() => sendAll(limit));
    return sending;
  };

  return {
    add: (items: readonly WatchedPosition[]): void => {
      for (const item of items) {
        const title = titleOf(item);
        const position = { ...item, at: Date.parse(item.updatedAt) };
        if (!title || !(item.duration > 0)) continue;
        for (const path of titles.pathsOf(title)) {
          if ((pending.get(path)?.at ?? 0) <= position.at) pending.set(path, position);
        }
      }
      if (pending.size === 0 || timer || signal.aborted) return;
      const delayMs = Math.max(0, sentAt + REPORT_EVERY_MS - now());
      timer = setTimeout(() => {
        timer = undefined;
        void flush(signal);
      }, delayMs).unref();
    },
    flush,
    /** Aborts a running request. Its position stays pending. */
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await sending;
    },
  };
}

/** Sends a position, unless the media server has a newer one. */
async function send(
  userData: ServerUserData,
  { itemId, position }: { readonly itemId: string; readonly position: Position },
  signal: AbortSignal,
): Promise<void> {
  const { watched, duration, at } = position;
  const before = await userData.read(itemId, signal);
  if (!before || (before.playedAt ?? 0) > at + SAME_TIME_MS) return;
  const isOver = isFinished({ watched, duration });
  await userData.write(
    {
      ...before,
      playedAt: at,
      position: isOver ? 0 : watched,
      // Keep the server's own watched marks.
      isPlayed: isOver || before.isPlayed,
      playCount: before.playCount + (isOver && !before.isPlayed ? 1 : 0),
    },
    signal,
  );
}

function titleOf(item: WatchedPosition): PlayedTitle | undefined {
  const { tmdbId, meta, seasonNumber, episodeNumber } = item;
  if (meta.type === 'movie') return { type: 'movie', tmdbId };
  if (seasonNumber === null || episodeNumber === null) return undefined;
  return {
    type: 'show',
    tmdbId,
    season: { number: seasonNumber },
    episode: { number: episodeNumber },
  };
}
