import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listLibraryTitles } from './library.ts';

/** The maximum number of movie IDs, and also of show IDs. */
export const MAX_WATCHED_TITLES = 5_000;

const WatchedIds = z.array(z.number().int()).max(MAX_WATCHED_TITLES);

/** Movies that the user has finished, and shows with a finished episode. */
export const WatchedTitleIds = z.object({ movies: WatchedIds, shows: WatchedIds });
export type WatchedTitleIds = z.infer<typeof WatchedTitleIds>;

/** For `sort=unwatched` without an account here, because the server doesn't know what the user has watched. */
export const listLibraryTitlesByHistory = endpoint({
  method: 'POST',
  path: '/library/titles',
  summary: 'Lists the titles that this server holds, sorted by the history that the caller sends.',
  access: 'optional',
  budget: listLibraryTitles.budget,
  // An ID has up to 10 digits and a comma.
  bodyLimit: 128 * 1024,
  body: listLibraryTitles.query.extend({ watched: WatchedTitleIds }),
  reply: listLibraryTitles.reply,
});
