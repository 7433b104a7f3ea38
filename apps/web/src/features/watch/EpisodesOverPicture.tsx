import { EpisodesMenu } from './EpisodesMenu.tsx';
import { NextEpisode } from './NextEpisode.tsx';
import type { WatchControls } from './useWatch.ts';
import { metaOf } from './watch.ts';

/** What lies over the picture of a series, and never over that of a film. */
export function EpisodesOverPicture({ journey }: { readonly journey: WatchControls }) {
  const { state } = journey;
  const meta = metaOf(state);
  if (meta?.type !== 'show') return null;
  return (
    <>
      {state.at === 'playing' && (
        <NextEpisode key={meta.episode.tmdbId} meta={meta} journey={journey} />
      )}
      <EpisodesMenu meta={meta} />
    </>
  );
}
