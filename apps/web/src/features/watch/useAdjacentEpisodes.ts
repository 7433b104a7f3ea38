import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { seasonEpisodes, type ShowMeta } from '#data/catalog/details.ts';
import { usePlayer } from '#player/use-player.ts';
import { nextEpisode, previousEpisode, seasonAfter } from './next-episode.ts';

/** The episode after this one. While this one plays, the player's keys and the system's lead there, and to the one before. */
export function useAdjacentEpisodes(
  meta: ShowMeta,
  goTo: (episode: ShowMeta) => void,
): ShowMeta | undefined {
  const { setNeighbours } = usePlayer();
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
    setNeighbours({
      next: hasNext ? () => toNext() : undefined,
      previous: hasPrevious ? () => toPrevious() : undefined,
    });
    return () => setNeighbours({});
  }, [setNeighbours, hasNext, hasPrevious]);
  return next;
}
