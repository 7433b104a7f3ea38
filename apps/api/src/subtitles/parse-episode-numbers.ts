import type { Episode } from './service.ts';

const SEASON_EPISODE = /\bS(\d{1,2})[ ._-]{0,2}E(\d{1,3})(?:-?E?(\d{1,3}))?(?!\d)/gi;
const CROSSED = /(?<!\d)(\d{1,2})x(\d{2,3})(?!\d)/gi;

interface EpisodeRange {
  readonly season: number;
  readonly first: number;
  readonly last: number;
}

/** Parses episode numbers in a name: `S01E02`, `s1e2-e3`, `1x02`. */
export function parseEpisodeNumbers(name: string): readonly EpisodeRange[] {
  return [...name.matchAll(SEASON_EPISODE), ...name.matchAll(CROSSED)].map(
    ([, season, first, last]) => ({
      season: Number(season),
      first: Number(first),
      last: Math.max(Number(first), Number(last ?? 0)),
    }),
  );
}

/** Returns true if the names contain this episode, or no episode. */
export function matchesEpisode(names: readonly string[], episode: Episode | undefined): boolean {
  const ranges = names.flatMap(parseEpisodeNumbers);
  if (episode === undefined || ranges.length === 0) return true;
  return ranges.some(
    ({ season, first, last }) =>
      season === episode.season && first <= episode.number && episode.number <= last,
  );
}
