// The export of an account: one document, which another server or account can import.
import { z } from 'zod';
import { Bookmark, BookmarkInput } from './bookmarks.ts';
import { endpoint, IMPORT_BYTES, QUOTA_ERRORS } from './endpoint.ts';
import {
  Id,
  OptionalId,
  OptionalNumber,
  Seconds,
  text,
  Timestamp,
  TitleMetaInput,
  UserPath,
} from './fields.ts';
import { List, ListDescription, ListItemInput, ListName } from './lists.ts';
import { Progress } from './progress.ts';
import { Rating } from './ratings.ts';
import { Session } from './sessions.ts';
import { Settings } from './settings.ts';
import { User } from './users.ts';
import { Moment, Watched } from './watch-history.ts';

export const EXPORT_FORMAT = 'matinee-export';
export const EXPORT_VERSION = 1;

const Deletion = z.object({
  kind: z.enum(['bookmark', 'progress']),
  tmdbId: z.string(),
  seasonId: z.string().nullable(),
  episodeId: z.string().nullable(),
  deletedAt: z.string(),
});

export const AccountExport = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  exportedAt: z.string(),
  user: User.extend({ lastUsedAt: z.string() }),
  /** `wroteAt`: the device's last change to the account. */
  sessions: z.array(Session.extend({ wroteAt: z.string().nullable() })),
  /** Null without a quota. Missing in documents of older servers. */
  storage: z.object({ usedBytes: z.number(), maxBytes: z.number().nullable() }).optional(),
  bookmarks: z.array(Bookmark),
  groupOrder: z.array(z.string()),
  progress: z.array(Progress),
  /** Null: never set. */
  settings: z.object({ values: Settings, updatedAt: z.string() }).nullable(),
  watchHistory: z.array(Watched.extend({ id: z.string(), updatedAt: z.string() })),
  ratings: z.array(Rating.extend({ ratedAt: z.string() })),
  lists: z.array(List),
  /** Recent deletions, to keep delayed older writes from restoring items. */
  deletions: z.array(Deletion),
});
export type AccountExport = z.infer<typeof AccountExport>;

const own = { access: 'self', params: UserPath } as const;

export const exportAccount = endpoint({
  ...own,
  method: 'GET',
  path: '/users/:userId/export',
  summary:
    'Exports all data of the account as one document. Concurrent writes may be missing. Each account can run one export at a time.',
  budget: { bucket: 'account_export', max: 30, seconds: 600, by: 'account', store: 'memory' },
  forbidden: 'Cannot access other user information',
  reply: AccountExport,
});

const Part = z
  .object({ id: OptionalId, number: OptionalNumber })
  .nullish()
  .transform((part) => part ?? { id: null, number: null });

/** Also accepts decimal text, which responses contain. */
const number = z.union([z.number(), z.string().min(1).max(40).transform(Number)]);

const title = { tmdbId: Id, meta: TitleMetaInput, season: Part, episode: Part };

const flat = <T extends { season: z.output<typeof Part>; episode: z.output<typeof Part> }>({
  season,
  episode,
  ...item
}: T) => ({
  ...item,
  seasonId: season.id,
  seasonNumber: season.number,
  episodeId: episode.id,
  episodeNumber: episode.number,
});

const section = <T extends z.ZodType>(item: T) => z.array(item).max(100_000).default([]);

const ListImport = z.object({
  id: Id,
  name: ListName,
  description: ListDescription,
  public: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  list_items: section(ListItemInput.extend({ added_at: Timestamp })),
});

/**
 * Contains only user data. Doesn't change account and sessions. Clients may send a document over the body limit in
 * several calls, each with some sections.
 */
export const AccountImport = z.object({
  format: z.literal(EXPORT_FORMAT, "This isn't an export of a Matinee account."),
  version: z.literal(EXPORT_VERSION, {
    error: ({ input }) =>
      `This export has version ${String(input)}. This server reads version ${EXPORT_VERSION}.`,
  }),
  bookmarks: section(BookmarkInput),
  groupOrder: section(text(255)),
  progress: section(
    z
      .object({
        ...title,
        duration: number.pipe(Seconds),
        watched: number.pipe(Seconds),
        updatedAt: Timestamp,
      })
      .transform(flat),
  ),
  settings: z.object({ values: Settings }).nullish(),
  watchHistory: section(
    z
      .object({
        ...title,
        duration: number.pipe(Moment),
        watched: number.pipe(Moment),
        watchedAt: Timestamp,
        completed: z.boolean(),
      })
      .transform(flat),
  ),
  ratings: section(Rating.extend({ ratedAt: Timestamp })),
  lists: section(ListImport),
  deletions: section(
    Deletion.extend({
      tmdbId: Id,
      seasonId: OptionalId,
      episodeId: OptionalId,
      deletedAt: Timestamp,
    }),
  ),
});
export type AccountImport = z.output<typeof AccountImport>;

/**
 * Merges in one transaction. Idempotent. Newer bookmarks, history, ratings and lists win, the furthest progress wins,
 * and existing settings win. Appends new groups. Deletes nothing.
 */
export const importAccount = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/import',
  summary: 'Imports an exported document. Merges it with the stored data and deletes nothing.',
  forbidden: 'Cannot modify user other than yourself',
  errors: QUOTA_ERRORS,
  budget: { bucket: 'account_import', max: 5, seconds: 600, by: 'account' },
  bodyLimit: IMPORT_BYTES,
  body: AccountImport,
  reply: z.object({
    success: z.literal(true),
    /** The number of distinct items in the document. */
    counts: z.object({
      bookmarks: z.number(),
      groupOrder: z.number(),
      progress: z.number(),
      settings: z.number(),
      watchHistory: z.number(),
      ratings: z.number(),
      lists: z.number(),
      deletions: z.number(),
    }),
  }),
});
