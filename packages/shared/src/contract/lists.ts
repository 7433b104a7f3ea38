import { z } from 'zod';
import { endpoint, QUOTA_ERRORS, LIBRARY_READS } from './endpoint.ts';
import { Id, text, UserPath } from './fields.ts';

export const ListName = text(255).min(1);
export const ListDescription = text(255).nullish();
export const ListItemInput = z.object({ tmdb_id: Id, type: z.enum(['movie', 'tv']) });
export type ListItemInput = z.infer<typeof ListItemInput>;
const Items = z.array(ListItemInput).max(1_000).nullish();

/** A list in snake_case, which movie-web clients expect. */
export const List = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  public: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  list_items: z.array(
    z.object({
      id: z.string(),
      list_id: z.string(),
      tmdb_id: z.string(),
      type: z.string(),
      added_at: z.string(),
    }),
  ),
});
export type List = z.infer<typeof List>;

const WithMessage = z.object({ list: List, message: z.string() });
const own = { access: 'self', forbidden: 'Cannot modify user other than yourself' } as const;

export const listLists = endpoint({
  ...own,
  method: 'GET',
  path: '/users/:userId/lists',
  summary: "Lists the account's lists.",
  budget: LIBRARY_READS,
  params: UserPath,
  reply: z.object({ lists: z.array(List) }),
});

export const addList = endpoint({
  ...own,
  method: 'POST',
  path: '/users/:userId/lists',
  summary: 'Creates a list.',
  params: UserPath,
  errors: QUOTA_ERRORS,
  body: z.object({
    name: ListName,
    description: ListDescription,
    public: z.boolean().nullish(),
    items: Items,
  }),
  reply: WithMessage,
});

export const updateList = endpoint({
  ...own,
  method: 'PATCH',
  path: '/users/:userId/lists',
  summary: 'Changes a list, and adds or removes items.',
  params: UserPath,
  body: z.object({
    list_id: Id,
    name: ListName.nullish(),
    description: ListDescription,
    public: z.boolean().nullish(),
    addItems: Items,
    removeItems: Items,
  }),
  reply: WithMessage,
  errors: { ...QUOTA_ERRORS, 404: "This list doesn't exist." },
});

export const deleteList = endpoint({
  ...own,
  method: 'DELETE',
  path: '/users/:userId/lists/:listId',
  summary: 'Deletes a list.',
  params: UserPath.extend({ listId: Id }),
  reply: z.object({ id: z.string(), message: z.string() }),
  errors: { 404: "This list doesn't exist." },
});

export const getPublicList = endpoint({
  method: 'GET',
  path: '/lists/:listId',
  summary: 'Returns a public list of any account.',
  access: 'public',
  // Each call reads and returns up to 20,000 titles.
  budget: { bucket: 'public_lists', max: 120, seconds: 600, store: 'memory' },
  params: z.object({ listId: Id }),
  reply: List,
  errors: { 403: "This list isn't public.", 404: "This list doesn't exist." },
});
