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
export const MAX_FAVOURITES = 5_000;
/** Of all favourites of a title together: room for as many as may be, in the numbers that movie databases give. */
export const MAX_FAVOURITE_CHARACTERS = 60_000;

const hasAtMost =
  (maxBytes: number) =>
  (texts: readonly string[]): boolean => {
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    // No character takes more than three bytes for each of its units.
    if (characters * 3 <= maxBytes) return true;
    return characters <= maxBytes && new TextEncoder().encode(texts.join('')).length <= maxBytes;
  };

const Group = text(MAX_GROUP_NAME);
// Limited in bytes as well; ASCII text keeps its limit in characters.
const Groups = z
  .array(Group)
  .max(MAX_GROUPS_OF_TITLE)
  .refine(hasAtMost(MAX_GROUPS_OF_TITLE * MAX_GROUP_NAME), 'too large');

/** So many have a place in the order. */
export const MAX_GROUPS = 1_000;

/** Clients of the first generation send any word as a type; it is kept. Absent groups and favourites stay as they are. */
const extras = {
  group: z
    .union([Groups, Group.transform((group) => [group])])
    .nullish()
    .transform((groups) => groups ?? null),
  favoriteEpisodes: z
    .array(Id)
    .max(MAX_FAVOURITES)
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
/** Some clients send the bare meta. */
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
  about: 'All bookmarks.',
  budget: LIBRARY_READS,
  access: 'self',
  forbidden: 'Cannot access other user information',
  params: UserPath,
  reply: z.array(Bookmark),
});

/** Adds those or replaces their meta; of one id twice the last counts. Nothing else is removed. */
export const putBookmarks = endpoint({
  ...modify,
  method: 'PUT',
  path: '/users/:userId/bookmarks',
  about: 'Adds or replaces many bookmarks; the others stay.',
  params: UserPath,
  refusals: QUOTA_ERRORS,
  budget: bulkBudget('bookmarks_import'),
  bodyLimit: IMPORT_BYTES,
  body: z.array(BookmarkInput).max(IMPORT_ITEMS),
  reply: z.array(Bookmark),
});

/**
 * There already: replaced, not refused. The id in the path wins over one in the body. Where something later is stored
 * that is answered; after a later deletion nothing is stored, and the bookmark is answered as it came.
 */
export const addBookmark = endpoint({
  ...modify,
  method: 'POST',
  path: '/users/:userId/bookmarks/:tmdbId',
  about: 'Adds or replaces one bookmark.',
  params: TitlePath,
  refusals: QUOTA_ERRORS,
  body: z.union([Wrapped, Bare]),
  reply: Bookmark,
});

/** Also 200 when there was none. */
export const deleteBookmark = endpoint({
  ...modify,
  method: 'DELETE',
  path: '/users/:userId/bookmarks/:tmdbId',
  about: 'Removes one bookmark.',
  params: TitlePath,
  reply: z.object({ tmdbId: z.string(), success: z.literal(true) }),
});

const GroupOrder = z.object({ groupOrder: z.array(z.string()) });

export const getGroupOrder = endpoint({
  method: 'GET',
  path: '/users/:userId/group-order',
  about: 'The names of bookmark groups, in order.',
  access: 'self',
  forbidden: 'Cannot access other user information',
  params: UserPath,
  reply: GroupOrder,
});

export const putGroupOrder = endpoint({
  ...modify,
  method: 'PUT',
  path: '/users/:userId/group-order',
  about: 'Puts the bookmark groups in order.',
  params: UserPath,
  refusals: QUOTA_ERRORS,
  body: z.array(Group).max(MAX_GROUPS),
  reply: GroupOrder,
});
