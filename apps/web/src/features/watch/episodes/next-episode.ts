import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type EpisodeMeta,
  type SeasonContent,
  seasonEpisodes,
  type SeasonMeta,
  type ShowMeta,
} from '#data/catalog/details.ts';
import { airedAmong } from '#data/catalog/title.ts';
import { usePlayer } from '#player/use-player.ts';

/** Index of the episode in its season; -1 if missing there. */
const indexOf = ({ episodes, episode }: ShowMeta) =>
  episodes.findIndex(({ tmdbId }) => tmdbId === episode.tmdbId);

/** Returns the following season if this episode is the last one of its season. */
export function seasonAfter(meta: ShowMeta): SeasonMeta | undefined {
  const at = indexOf(meta);
  if (at === -1 || at < meta.episodes.length - 1) return undefined;
  return meta.seasons.find(({ number }) => number > meta.season.number);
}

/** Undefined if it has not aired. The last episode of a season leads to the first aired episode of the next. */
export function nextEpisode(
  meta: ShowMeta,
  following: SeasonContent | undefined,
  now: Date,
): ShowMeta | undefined {
  const at = indexOf(meta);
  const episode = at === -1 ? undefined : meta.episodes[at + 1];
  if (episode) return isAiredIn(meta, episode, now) ? { ...meta, episode } : undefined;
  if (!following || following.season.number !== seasonAfter(meta)?.number) return undefined;
  const [first] = episodesAiredBy(following.episodes, now);
  return first && { ...meta, ...following, episode: first };
}

export function previousEpisode(meta: ShowMeta, now: Date): ShowMeta | undefined {
  const episode = meta.episodes[indexOf(meta) - 1];
  return episode && isAiredIn(meta, episode, now) ? { ...meta, episode } : undefined;
}

function isAiredIn({ episodes }: ShowMeta, episode: EpisodeMeta, now: Date): boolean {
  return episodesAiredBy(episodes, now).includes(episode);
}

/** The next episode. Also binds the player's and the system's previous and next keys. */
export function useAdjacentEpisodes(
  meta: ShowMeta,
  goTo: (episode: ShowMeta) => void,
): ShowMeta | undefined {
  const { setAdjacentEpisodes } = usePlayer();
  const [now] = useState(() => new Date());
  const after = seasonAfter(meta);
  const { data: following } = useQuery({
    ...seasonEpisodes(meta.tmdbId, after?.number ?? 0),
    enabled: after !== undefined,
  });
  const next = nextEpisode(meta, following, now);
  const previous = previousEpisode(meta, now);
  const hasNext = next !== undefined;
  const hasPrevious = previous !== undefined;
  const toNext = useEffectEvent(() => next && goTo(next));
  const toPrevious = useEffectEvent(() => previous && goTo(previous));

  useEffect(() => {
    setAdjacentEpisodes({
      next: hasNext ? () => toNext() : undefined,
      previous: hasPrevious ? () => toPrevious() : undefined,
    });
    return () => setAdjacentEpisodes({});
  }, [setAdjacentEpisodes, hasNext, hasPrevious]);
  return next;
}

/** `episodes` are in season order. */
export function episodesAiredBy(
  episodes: readonly EpisodeMeta[],
  now: Date,
): readonly EpisodeMeta[] {
  const dates = episodes.map(({ airDate }) => airDate);
  const aired = airedAmong(dates, now);
  return episodes.filter((_, index) => aired[index]);
}
