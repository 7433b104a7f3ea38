import type { Episode } from './service.ts';

const MARK = /\bS(\d{1,2})[ ._-]{0,2}E(\d{1,3})(?:-?E?(\d{1,3}))?(?!\d)/gi;
const CROSSED = /(?<!\d)(\d{1,2})x(\d{2,3})(?!\d)/gi;

interface Marked {
  readonly season: number;
  readonly first: number;
  readonly last: number;
}

/** The episodes that a name says it is for: `S01E02`, `s1e2-e3`, `1x02`. */
export function marksOf(name: string): readonly Marked[] {
  return [...name.matchAll(MARK), ...name.matchAll(CROSSED)].map(([, season, first, last]) => ({
    season: Number(season),
    first: Number(first),
    last: Math.max(Number(first), Number(last ?? 0)),
  }));
}

/** Whether names speak of this episode, or of none. */
export function agreeWith(names: readonly string[], episode: Episode | undefined): boolean {
  const marks = names.flatMap(marksOf);
  if (episode === undefined || marks.length === 0) return true;
  return marks.some(
    ({ season, first, last }) =>
      season === episode.season && first <= episode.number && episode.number <= last,
  );
}
