import type { Step } from '../step.ts';
import { bookmarks } from './bookmarks.ts';
import { groupOrder } from './group-order.ts';
import { listItems, lists } from './lists.ts';
import { progress } from './progress.ts';
import { ratings } from './ratings.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { users } from './users.ts';
import { watchHistory } from './watch-history.ts';

/** Accounts first, for everything else is somebody's; lists before what is in them. */
export const stepsAt = (now: number): readonly Step[] => [
  users(now),
  sessions(now),
  settings(),
  bookmarks(now),
  progress(now),
  groupOrder(),
  ratings(now),
  lists(now),
  listItems(now),
  watchHistory(now),
];
