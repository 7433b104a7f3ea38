import { z } from 'zod';
import {
  endpoint,
  IMPORT_BYTES,
  IMPORT_ITEMS,
  bulkBudget,
  QUOTA_ERRORS,
  LIBRARY_READS,
} from './endpoint.ts';
import { Id, text, Timestamp, TitleMeta, TitleMetaInput, TitlePath, UserPath } from './fields.ts';

export const MAX_GROUP_NAME = 255;
export const MAX_GROUPS_OF_TITLE = 100;
export const MAX_FAVORITES = 5_000;
/** The limit for all favorites of a title together. Fits the maximum number of numeric IDs. */
export const MAX_FAVOURITE_CHARACTERS = 60_000;

const hasAtMost =
  (maxBytes: number) =>
  (texts: readonly string[]): boolean => {
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    if (characters * 3 <= maxBytes) return true;
    return characters <= maxBytes && new TextEncoder().encode(texts.join('')).length <= maxBytes;
  };

const Group = text(MAX_GROUP_NAME);
// Limits bytes, too, without lowering the character limit of ASCII text.
const Groups = z
  .array(Group)
  .max(MAX_GROUPS_OF_TITLE)
  .refine(hasAtMost(MAX_GROUPS_OF_TITLE * MAX_GROUP_NAME), 'too large');

/** The maximum length of the order. */
export const MAX_GROUPS = 1_000;

/** Old clients send any string as type, which is stored. Missing groups and favorites stay unchanged. */
const extras = {
  group: z
    .union([Groups, Group.transform((group) => [group])])
    .nullish()
    .transform((groups) => groups ?? null),
  favoriteEpisodes: z
    .array(Id)
    .max(MAX_FAVORITES)
    .refine(hasAtMost(MAX_FAVOURITE_CHARACTERS), 'too large')
    .nullish()
    .transform((episodes) => episodes ?? null),
};
const meta = TitleMetaInput.extend({
  type: text(50).transform((type) => (type === 'tv' ? 'show' : type)),
});

export const BookmarkInput = z.object({
  tmdbId: Id,
  meta,
  ...extras,
  updatedAt: Timestamp.nullish().transform((time) => time ?? null),
});
export type BookmarkInput = z.output<typeof BookmarkInput>;

const Wrapped = BookmarkInput.omit({ tmdbId: true });
/** Some clients send only the title's metadata. */
const Bare = meta.extend(extras).transform(({ group, favoriteEpisodes, ...bare }) => ({
  meta: bare,
  group,
  favoriteEpisodes,
  updatedAt: null,
}));

export const Bookmark = z.object({
  tmdbId: z.string(),
  meta: TitleMeta,
  group: z.array(z.string()),
  favoriteEpisodes: z.array(z.string()),
  updatedAt: z.string(),
});
export type Bookmark = z.infer<typeof Bookmark>;

const modify = { access: 'self', forbidden: 'Cannot modify user other than yourself' } as const;

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/users/:userId/bookmarks',
  summary: 'Lists all bookmarks.',
  budget: LIBRARY_READS,
  access: 'self',
  forbidden: 'Cannot access other user information',
  params: UserPath,
  reply: z.array(Bookmark),
});

/** Adds bookmarks or replaces their metadata. The last one with the same ID wins. Removes nothing. */
export const putBookmarks = endpoint({
  ...modify,
  method: 'PUT',
  path: '/users/:userId/bookmarks',
  summary: 'Adds or replaces bookmarks. All others stay.',
  params: UserPath,
  errors: QUOTA_ERRORS,
  budget: bulkBudget('bookmarks_import'),
  bodyLimit: IMPORT_BYTES,
  body: z.array(BookmarkInput).max(IMPORT_ITEMS),
  reply: z.array(Bookmark),
});

/**
 * Replaces an existing bookmark. The ID in the path overrides the body's. Returns a newer stored bookmark unchanged.
 * After a newer deletion, stores nothing and returns the request's bookmark.
 */
export const addBookmark = endpoint({
  ...modify,
  method: 'POST',
  path: '/users/:userId/bookmarks/:tmdbId',
  summary: 'Adds or replaces one bookmark.',
  params: TitlePath,
  errors: QUOTA_ERRORS,
  body: z.union([Wrapped, Bare]),
  reply: Bookmark,
});

/** Returns 200 even if there was no bookmark. */
export const deleteBookmark = endpoint({
  ...modify,
  method: 'DELETE',
  path: '/users/:userId/bookmarks/:tmdbId',
  summary: 'Removes one bookmark.',
  params: TitlePath,
  reply: z.object({ tmdbId: z.string(), success: z.literal(true) }),
});

const GroupOrder = z.object({ groupOrder: z.array(z.string()) });

export const getGroupOrder = endpoint({
  method: 'GET',
  path: '/users/:userId/group-order',
  summary: 'Lists the names of bookmark groups in order.',
  access: 'self',
  forbidden: 'Cannot access other user information',
  params: UserPath,
  reply: GroupOrder,
});

export const putGroupOrder = endpoint({
  ...modify,
  method: 'PUT',
  path: '/users/:userId/group-order',
  summary: 'Sets the order of bookmark groups.',
  params: UserPath,
  errors: QUOTA_ERRORS,
  body: z.array(Group).max(MAX_GROUPS),
  reply: GroupOrder,
});
