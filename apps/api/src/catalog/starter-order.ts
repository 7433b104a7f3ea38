import type { StarterTitle } from '@matinee/sources/starter-catalog/starter-title';

/** TMDB IDs in editorial order, because the starter catalog has no votes. */
const BEST_KNOWN: readonly number[] = [
  10331, 653, 4808, 961, 19, 3085, 10378, 964, 45745, 643, 992, 234, 24452, 133701, 15856, 631, 780,
  16093, 593048, 21159, 20246, 775, 17058, 53565, 13562, 20367, 891761, 5698, 19354, 20529, 57283,
  626, 26317, 358332, 2981, 28963, 41462, 18398, 31556, 32574, 18646, 58129, 21296, 43795, 22642,
];

const WEEK_MS = 7 * 86_400_000;

function editorialRank(title: StarterTitle): number {
  const rank = BEST_KNOWN.indexOf(title.id);
  return rank === -1 ? BEST_KNOWN.length : rank;
}

export function byEditorialRank(a: StarterTitle, b: StarterTitle): number {
  return editorialRank(a) - editorialRank(b) || a.year - b.year || a.id - b.id;
}

/** Sorts classics first, in place of TMDB's order by rating. */
export function byAge(a: StarterTitle, b: StarterTitle): number {
  return Number(a.year >= 1950) - Number(b.year >= 1950) || byEditorialRank(a, b);
}

export function byNewest(a: StarterTitle, b: StarterTitle): number {
  return b.year - a.year || a.id - b.id;
}

/** Rotates the catalog every week. */
export function rotateWeekly(
  titles: readonly StarterTitle[],
  now: number,
): readonly StarterTitle[] {
  const start = (Math.floor(now / WEEK_MS) * 7) % Math.max(1, titles.length);
  return [...titles.slice(start), ...titles.slice(0, start)];
}

/** Returns a number from 0 to 100. As in TMDB's `popularity`, only the order matters. */
export function popularity(title: StarterTitle): number {
  return Math.round((100 * (BEST_KNOWN.length - editorialRank(title))) / BEST_KNOWN.length);
}
