import { shownTime } from './playback.ts';
import type { PlaybackState } from './playback.ts';

/** The live edge advances by complete segments. */
const AT_EDGE_SECONDS = 10;

export const isLive = ({ media }: PlaybackState) => media.live !== undefined;

export const secondsBehindLive = (state: PlaybackState) =>
  Math.max(0, (state.media.live?.end ?? 0) - shownTime(state));

/** Live streams start at their edge. */
export const isAtLiveEdge = (state: PlaybackState) =>
  !state.media.hasPlayed || secondsBehindLive(state) < AT_EDGE_SECONDS;

export const isPlayingLive = (state: PlaybackState) => isAtLiveEdge(state) && !state.media.paused;
