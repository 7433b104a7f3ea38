// Which episodes lie before and after the one that is watched.
import type { EpisodeMeta, SeasonContent, SeasonMeta, ShowMeta } from '#data/catalog/details.ts';
import { airedEpisodes } from './release-status.ts';

/** Where in its season the episode stands; -1 when the season does not know it. */
const indexOf = ({ episodes, episode }: ShowMeta) =>
  episodes.findIndex(({ tmdbId }) => tmdbId === episode.tmdbId);

/** The season to go on with, when this episode is the last of its own. */
export function seasonAfter(meta: ShowMeta): SeasonMeta | undefined {
  const at = indexOf(meta);
  if (at === -1 || at < meta.episodes.length - 1) return undefined;
  return meta.seasons.find(({ number }) => number > meta.season.number);
}

/** Nothing when it has not been aired. After the last of a season comes the first of the next that has. */
export function nextEpisode(
  meta: ShowMeta,
  following: SeasonContent | undefined,
  now: Date,
): ShowMeta | undefined {
  const at = indexOf(meta);
  const episode = at === -1 ? undefined : meta.episodes[at + 1];
  if (episode) return isAiredIn(meta, episode, now) ? { ...meta, episode } : undefined;
  if (!following || following.season.number !== seasonAfter(meta)?.number) return undefined;
  const [first] = airedEpisodes(following.episodes, now);
  return first && { ...meta, ...following, episode: first };
}

export function previousEpisode(meta: ShowMeta, now: Date): ShowMeta | undefined {
  const episode = meta.episodes[indexOf(meta) - 1];
  return episode && isAiredIn(meta, episode, now) ? { ...meta, episode } : undefined;
}

function isAiredIn({ episodes }: ShowMeta, episode: EpisodeMeta, now: Date): boolean {
  return airedEpisodes(episodes, now).includes(episode);
}
