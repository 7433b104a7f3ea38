import { useEffect, useState } from 'react';
import { EpisodesMenu } from './EpisodesMenu.tsx';
import { NextEpisode } from './NextEpisode.tsx';
import { createUnattended } from './StillWatching.tsx';
import type { WatchControls } from './useWatch.ts';
import { metaOf } from './watch-machine.ts';

/** What lies over the picture of a series, and never over that of a film. */
export function EpisodeOverlay({ journey }: { readonly journey: WatchControls }) {
  const { state } = journey;
  const [unattended] = useState(createUnattended);
  useEffect(() => unattended.observeInput(document), [unattended]);
  const meta = metaOf(state);
  if (meta?.type !== 'show') return null;
  return (
    <>
      {state.at === 'playing' && (
        <NextEpisode
          key={meta.episode.tmdbId}
          meta={meta}
          journey={journey}
          unattended={unattended}
        />
      )}
      <EpisodesMenu meta={meta} />
    </>
  );
}
