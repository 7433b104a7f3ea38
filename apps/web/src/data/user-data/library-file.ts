// Writes the library and the settings to a file, and reads such files and the exports of account servers.
import { z } from 'zod';
import {
  LenientBookmarks,
  LenientDatedRatings,
  LenientListRows,
  LenientProgressList,
  LenientSettings,
  LenientWatchedList,
} from '#data/response-schemas.ts';
import { SettingsFile, settingsForFile } from '#data/preferences/settings-file.ts';
import { addToLibrary, type Added } from './import-into-library.ts';
import { BookmarkState, salvageBookmarks } from './bookmark-schema.ts';
import { bookmarksStore } from './bookmarks.ts';
import { HistoryItems, historyStore } from './history.ts';
import { listsStore, UserLists } from './lists.ts';
import { ProgressState, salvageProgress } from './progress-schema.ts';
import { storeProgress, progressStore } from './progress.ts';
import { ratingItems, RatingItems, ratingsStore } from './ratings.ts';
import { historyItems, mergeRemoteBookmarks, mergeRemoteProgress } from './sync/merge.ts';
import { listsOfExport } from './lists-sync.ts';
import { exportAccount } from '@matinee/shared/contract/export';
import { ApiRequestError, call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';

const FORMAT = 'matinee-library';
const VERSION = 1;

export interface LibraryFile {
  readonly name: string;
  /** JSON. */
  readonly text: string;
}

/** Contains neither the account nor its key. */
export function libraryFile(now: Date): LibraryFile {
  storeProgress();
  const { updateQueue: _queue, isGroupOrderNew: _isNew, ...bookmarks } = bookmarksStore.getState();
  const { items } = progressStore.getState();
  const exportedAt = now.toISOString();
  const content = {
    format: FORMAT,
    version: VERSION,
    exportedAt,
    bookmarks,
    progress: { items },
    history: historyStore.getState().items,
    ratings: ratingsStore.getState().ratings,
    lists: listsStore.getState().lists,
    settings: settingsForFile(),
  };
  return { name: `${FORMAT}-${exportedAt.slice(0, 10)}.json`, text: JSON.stringify(content) };
}

const settings = z.lazy(() => SettingsFile.optional().catch(undefined));

const MatineeFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  bookmarks: z.unknown().transform((state) => BookmarkState.parse(salvageBookmarks(state))),
  progress: z.unknown().transform((state) => ProgressState.parse(salvageProgress(state))),
  history: HistoryItems,
  ratings: RatingItems,
  lists: UserLists,
  settings,
});

const ServerExport = z
  .object({
    format: z.literal('matinee-export'),
    bookmarks: LenientBookmarks.catch([]).default([]),
    progress: LenientProgressList.catch([]).default([]),
    watchHistory: LenientWatchedList.catch([]).default([]),
    ratings: LenientDatedRatings.catch([]).default([]),
    lists: LenientListRows.catch([]).default([]),
    settings,
  })
  .transform(({ bookmarks, progress, watchHistory, ratings, lists, ...rest }) => {
    const snapshot = { asOf: 0, pendingThen: [] };
    return {
      ...rest,
      history: historyItems(watchHistory),
      ratings: ratingItems(ratings),
      lists: listsOfExport(lists),
      bookmarks: mergeRemoteBookmarks(BookmarkState.parse({}), { ...snapshot, rows: bookmarks }),
      progress: mergeRemoteProgress(ProgressState.parse({}), { ...snapshot, rows: progress }),
    };
  });

const AnyFile = z.union([MatineeFile, ServerExport]);

/** A format that only a newer version of this app can read. */
const Newer = z.object({ format: z.literal(FORMAT), version: z.number().gt(VERSION) });

export type ReadFailure = 'unreadable' | 'newer' | 'tooLarge';

export interface ImportResult extends Added {
  /** The file's settings, which the caller may apply; undefined if it has none. */
  readonly settings: SettingsFile | undefined;
}

/** Ten times what a browser stores for a site; reading more would only block the page. */
export const LARGEST_BYTES = 64 * 1024 * 1024;

export async function readLibraryBlob(file: Blob): Promise<ImportResult | ReadFailure> {
  if (file.size > LARGEST_BYTES) return 'tooLarge';
  // The file may have been moved since the user chose it.
  const text = await file.text().catch(() => '');
  return readLibraryFile(text);
}

/** Merges the file into the library and removes nothing. Settings are not applied. */
export function readLibraryFile(text: string): ImportResult | ReadFailure {
  const json = readJson(text);
  const file = AnyFile.safeParse(json).data;
  if (!file) return Newer.safeParse(json).success ? 'newer' : 'unreadable';
  const { bookmarks, progress, history, ratings, lists } = file;
  const found = { bookmarks: bookmarks.bookmarks, items: progress.items, history, ratings, lists };
  return { ...addToLibrary(found), settings: file.settings };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rejects with ApiRequestError if the server cannot be reached. */
export async function accountFile(now: Date, signal?: AbortSignal): Promise<LibraryFile> {
  const { account } = sessionStore.getState();
  if (!account) return libraryFile(now);
  const params = { userId: account.userId };
  try {
    const content = await call(exportAccount, { params }, { signal, reply: LenientSettings });
    const name = `matinee-account-${now.toISOString().slice(0, 10)}.json`;
    return { name, text: JSON.stringify(content, null, 2) };
  } catch (error) {
    if (error instanceof ApiRequestError && error.status === 404) return libraryFile(now);
    throw error;
  }
}
