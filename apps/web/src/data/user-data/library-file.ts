// The library and the settings as a file that belongs to its owner: written here, read here, and read from what an account
// server exports.
import { z } from 'zod';
import {
  AnyBookmarks,
  AnyDatedRatings,
  AnyListRows,
  AnyProgressList,
  AnyWatchedList,
} from '#data/response-schemas.ts';
import { SettingsFile, settingsForFile } from '#data/preferences/settings-file.ts';
import { addToLibrary, type Added } from './import-into-library.ts';
import { BookmarkState, salvageBookmarks } from './bookmark-schema.ts';
import { bookmarksStore } from './bookmarks.ts';
import { HistoryItems, historyStore } from './history.ts';
import { listsStore, OwnLists } from './lists.ts';
import { listsOfExport } from './sync/remote-lists.ts';
import { ProgressState, salvageProgress } from './progress-schema.ts';
import { foldProgress, progressStore } from './progress.ts';
import { ratingItems, RatingItems, ratingsStore } from './ratings.ts';
import { mergeRemoteBookmarks } from './sync/remote-bookmarks.ts';
import { historyItems } from './sync/remote-history.ts';
import { mergeRemoteProgress } from './sync/remote-progress.ts';

const FORMAT = 'matinee-library';
const VERSION = 1;

export interface LibraryFile {
  readonly name: string;
  /** JSON. */
  readonly text: string;
}

/** Neither the account nor its key is in it. */
export function libraryFile(now: Date): LibraryFile {
  foldProgress();
  const { updateQueue: _unsent, isGroupOrderNew: _isNew, ...bookmarks } = bookmarksStore.getState();
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

const Own = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  bookmarks: z.unknown().transform((state) => BookmarkState.parse(salvageBookmarks(state))),
  progress: z.unknown().transform((state) => ProgressState.parse(salvageProgress(state))),
  history: HistoryItems,
  ratings: RatingItems,
  lists: OwnLists,
  settings,
});

const OfServer = z
  .object({
    format: z.literal('matinee-export'),
    bookmarks: AnyBookmarks.catch([]).default([]),
    progress: AnyProgressList.catch([]).default([]),
    watchHistory: AnyWatchedList.catch([]).default([]),
    ratings: AnyDatedRatings.catch([]).default([]),
    lists: AnyListRows.catch([]).default([]),
    settings,
  })
  .transform(({ bookmarks, progress, watchHistory, ratings, lists, ...rest }) => {
    const heard = { asOf: 0, waited: [] };
    return {
      ...rest,
      history: historyItems(watchHistory),
      ratings: ratingItems(ratings),
      lists: listsOfExport(lists),
      bookmarks: mergeRemoteBookmarks(BookmarkState.parse({}), { ...heard, rows: bookmarks }),
      progress: mergeRemoteProgress(ProgressState.parse({}), { ...heard, rows: progress }),
    };
  });

const AnyFile = z.union([Own, OfServer]);

/** Of a form that only a newer version of this app knows. */
const Newer = z.object({ format: z.literal(FORMAT), version: z.number().gt(VERSION) });

export type Unread = 'unreadable' | 'newer' | 'tooLarge';

export interface ImportResult extends Added {
  /** Of the file, for whoever wants them in place of their own; undefined where it has none. */
  readonly settings: SettingsFile | undefined;
}

/** What the browser keeps for a site is a tenth of this; reading more would only hold up the page. */
const LARGEST_BYTES = 64 * 1024 * 1024;

export async function readLibraryBlob(file: Blob): Promise<ImportResult | Unread> {
  if (file.size > LARGEST_BYTES) return 'tooLarge';
  // It may have been moved away since it was chosen.
  const text = await file.text().catch(() => '');
  return readLibraryFile(text);
}

/** Merges; nothing that is here goes away. Settings are only read. */
export function readLibraryFile(text: string): ImportResult | Unread {
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
