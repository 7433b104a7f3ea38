// Lists the library's unwatched titles first, even without an account on this site.
import {
  listLibraryTitlesByHistory,
  MAX_WATCHED_TITLES,
  type WatchedTitleIds,
} from '@matinee/shared/contract/library-history';
import { isFinished } from '@matinee/shared/media/progress';
import { call } from '#data/api.ts';
import { libraryPage, type LibraryQuery, type LoadTitles } from '#data/catalog/library.ts';
import { sessionStore } from '#data/session.ts';
import { progressStore } from './progress.ts';
import type { ProgressItem } from './progress-schema.ts';

/** `page` counts from 0. Rejects with ApiRequestError. */
export function libraryPageOfViewer(query: LibraryQuery, page: number) {
  const { account, backendUrl } = sessionStore.getState();
  // The site knows only what its own accounts have watched.
  const isKnown = account !== null && backendUrl === null;
  return query.sort === 'unwatched' && !isKnown
    ? libraryPage(query, page, loadByHistory)
    : libraryPage(query, page);
}

const loadByHistory: LoadTitles = (part, options) => {
  const watched = watchedTitleIds(progressStore.getState());
  return call(listLibraryTitlesByHistory, { body: { ...part, watched } }, options);
};

interface Items {
  readonly items: Readonly<Record<string, ProgressItem>>;
}

/** Follows the server's rule: finished movies, and shows with a finished episode. Returns the newest if too many. */
export function watchedTitleIds({ items }: Items): WatchedTitleIds {
  const watched = Object.entries(items)
    .filter(([id, item]) => NUMBER.test(id) && isWatched(item))
    .toSorted(([, one], [, other]) => other.updatedAt - one.updatedAt);
  const idsOf = (type: ProgressItem['type']): number[] =>
    watched
      .filter(([, item]) => item.type === type)
      .slice(0, MAX_WATCHED_TITLES)
      .map(([id]) => Number(id));
  return { movies: idsOf('movie'), shows: idsOf('show') };
}

/** Other clients may have stored titles under other kinds of ids. */
const NUMBER = /^\d{1,10}$/;

function isWatched({ type, progress, episodes }: ProgressItem): boolean {
  if (type === 'movie') return progress !== undefined && isFinished(progress);
  return Object.values(episodes).some((episode) => isFinished(episode.progress));
}
