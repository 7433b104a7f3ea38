import { EXPORT_FORMAT, EXPORT_VERSION, type AccountExport } from '@matinee/shared/contract/export';
import type { List } from '@matinee/shared/contract/lists';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Sql, TransactionalQueries } from '#database/sql.ts';
import { ApiError } from '#http/api-error.ts';
import { toSession, toUser, accountDeleted } from '#accounts/accounts.ts';
import { toBookmark, createGroupOrders } from './bookmarks.ts';
import {
  PAGE_OF_DELETIONS,
  PAGE_OF_LIST_ITEMS,
  PAGE_OF_LISTS,
  PAGE_OF_RATINGS,
} from './export.sql.ts';
import type { AuthContext } from '#accounts/session-lookup.ts';
import { toProgress } from './progress.ts';
import { toDatedRating, type RatingRow } from './ratings.ts';
import { readStorage } from './quotas.ts';
import { createSettings } from '#accounts/settings.ts';
import {
  BOOKMARK_ROWS,
  pageToJson,
  limitReads,
  listOf,
  PROGRESS_ROWS,
  readPages,
  WATCHED_ROWS,
  withReadSlot,
  type PagedDatabase,
  type PagedRows,
} from './user-data-lists.ts';
import { toExportedWatched } from './watch-history.ts';

export interface AccountExports {
  /**
   * Streams everything stored about the caller's account as an `AccountExport`. Reads pages as the client reads, so a
   * slow client holds no memory or connection. Concurrent writes may be missing. Each account can run one export at a
   * time.
   */
  open(caller: ExportCaller): Promise<Readable>;
}

/** The account to export, and the session to mark as the current one. */
export interface ExportCaller {
  readonly user: Pick<AuthContext['user'], 'id'>;
  readonly session: Pick<AuthContext['session'], 'id'>;
}

export interface ExportContext extends PagedDatabase {
  readonly db: TransactionalQueries;
  readonly now: () => number;
}

const RETRY_AFTER_SECONDS = 10;

const RATING_ROWS: PagedRows<RatingRow> = {
  statement: PAGE_OF_RATINGS,
  keyOf: (row) => [row?.type ?? null, row?.tmdbId ?? null],
};

/** Lists without their items. */
const LIST_ROWS: PagedRows<Omit<List, 'list_items'>> = {
  statement: PAGE_OF_LISTS,
  keyOf: (list) => [list?.created_at ?? null, list?.id ?? null],
};

/** The items of one list. Its ID is the parameter after the account. */
const ITEM_ROWS: PagedRows<List['list_items'][number]> = {
  statement: PAGE_OF_LIST_ITEMS,
  keyOf: (item) => [item?.added_at ?? null, item?.type ?? null, item?.tmdb_id ?? null],
};

const DELETION_ROWS: PagedRows<AccountExport['deletions'][number]> = {
  statement: PAGE_OF_DELETIONS,
  keyOf: (row) => [
    row?.kind ?? null,
    row?.tmdbId ?? null,
    row?.seasonId ?? '',
    row?.episodeId ?? '',
  ],
};

export function createExports({ now, ...database }: ExportContext): AccountExports {
  const running = new Set<string>();
  const startExport = (userId: string): (() => void) => {
    if (running.has(userId)) {
      const message =
        'An export of this account is already running. Wait for it to finish, then try again.';
      throw new ApiError(429, message, RETRY_AFTER_SECONDS);
    }
    running.add(userId);
    return () => void running.delete(userId);
  };
  return {
    open: async (caller) => {
      const userId = caller.user.id;
      const release = startExport(userId);
      try {
        const head = await withReadSlot(database, userId, () => readHead(database.db, caller, now));
        const text = document(limitReads(database, userId), userId, head);
        return Readable.from(text).once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

type Head = Omit<
  AccountExport,
  'bookmarks' | 'progress' | 'watchHistory' | 'ratings' | 'lists' | 'deletions'
>;

async function readHead(
  db: TransactionalQueries,
  { user: { id }, session }: ExportCaller,
  now: () => number,
): Promise<Head> {
  const user = await db.prisma.user.findUnique({ where: { id } });
  if (!user) throw accountDeleted();
  const sessions = await db.prisma.session.findMany({
    where: { userId: id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: new Date(now()).toISOString(),
    user: { ...toUser(user), lastUsedAt: user.lastUsedAt.toISOString() },
    sessions: sessions.map((row) => ({
      ...toSession(row, session.id),
      wroteAt: row.wroteAt?.toISOString() ?? null,
    })),
    storage: await readStorage(db, id),
    ...(await createGroupOrders(db).get(id)),
    settings: await createSettings(db, now).export(id),
  };
}

type Text = AsyncGenerator<string, void, undefined>;

async function* document(tx: Sql, userId: string, head: Head): Text {
  const section = <Row extends pg.QueryResultRow>(
    rows: PagedRows<Row>,
    toItem: (row: Row) => object,
  ): Text => listOf(readPages(tx, rows, { owner: [userId], toPage: pageToJson(toItem) }));
  const sections: Readonly<Record<Exclude<keyof AccountExport, keyof Head>, Text>> = {
    bookmarks: section(BOOKMARK_ROWS, toBookmark),
    progress: section(PROGRESS_ROWS, toProgress),
    watchHistory: section(WATCHED_ROWS, toExportedWatched),
    ratings: section(RATING_ROWS, toDatedRating),
    lists: listsOf(tx, userId),
    deletions: section(DELETION_ROWS, (deletion) => deletion),
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, text] of Object.entries(sections)) {
    yield `,"${name}":`;
    yield* text;
  }
  yield '}';
}

/** Reads items in pages, too, because a single list may be as long as all others together. */
async function* listsOf(tx: Sql, userId: string): Text {
  let before = '[';
  for await (const page of readPages(tx, LIST_ROWS, {
    owner: [userId],
    toPage: (lists) => lists,
  })) {
    for (const list of page) {
      yield `${before}${JSON.stringify(list).slice(0, -1)},"list_items":`;
      const owner = [userId, list.id];
      yield* listOf(readPages(tx, ITEM_ROWS, { owner, toPage: pageToJson((item) => item) }));
      yield '}';
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}
