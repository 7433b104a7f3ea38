import type { CastSlice } from '../features/casting.ts';
import { areControlsVisible } from '../features/controls.ts';
import { hasMedia, isRunning } from '../features/playback.ts';
import type { PlaybackState } from '../features/playback.ts';
import { finalCredits, skippableSegment } from '../features/timeline.ts';
import type { PlayerState } from './state.ts';

const ALWAYS_OFFERED_SECONDS = 30;
const OFFERED_FROM = 0.9;
const DUE_FROM = 0.99;
const PREPARED_FROM = 0.95;
const PREPARED_SECONDS = 45;
const SKIP_OFFERED_SECONDS = 8;

const hasEnd = ({ media }: PlaybackState) => Number.isFinite(media.duration) && media.duration > 0;

/** Offers the next title in the credits and the last half minute, and in the last tenth while the controls show. */
export function isNextOffered(state: PlayerState): boolean {
  const { time, duration } = state.media;
  if (!hasMedia(state) || !hasEnd(state)) return false;
  if (duration - time <= ALWAYS_OFFERED_SECONDS || isInFinalCredits(state)) return true;
  return time >= duration * OFFERED_FROM && areControlsVisible(state);
}

/** Offers to skip a segment at its start, and later with the controls. The next episode takes its place. */
export function offeredSkip(state: PlayerState) {
  const segment = skippableSegment(state);
  if (!segment || (state.adjacentEpisodes.next && isNextOffered(state))) return undefined;
  const { time, rate } = state.media;
  const isNew = time - segment.start < SKIP_OFFERED_SECONDS * Math.max(rate, 1);
  return isNew || areControlsVisible(state) ? segment.kind : undefined;
}

/** True when it is time to prefetch the next title. */
export function isNextNear(state: PlayerState): boolean {
  const { time, duration } = state.media;
  if (!hasMedia(state) || !hasEnd(state) || !state.media.hasPlayed) return false;
  const end = finalCredits(state)?.start ?? duration;
  return end - time <= PREPARED_SECONDS || time >= duration * PREPARED_FROM;
}

/** True when the story is over and only credits follow. */
export function isInFinalCredits(state: PlayerState): boolean {
  const credits = finalCredits(state);
  return credits !== undefined && state.media.time >= credits.start;
}

/** True when the next title starts by itself; not while the viewer uses a menu or the bar. */
export function isNextDue(state: PlayerState): boolean {
  const { menuOpen, helpShown } = state.controls;
  if (menuOpen || helpShown || state.scrub !== null) return false;
  return secondsToNext(state) === 0 && (isRunning(state) || state.phase === 'ended');
}

/** Seconds of real time until the next title starts by itself. */
export function secondsToNext(state: PlayerState): number {
  const { time, duration, rate, seeking, hasPlayed } = state.media;
  if (!hasMedia(state) || !hasEnd(state) || !hasPlayed || seeking) return Infinity;
  return Math.max(0, Math.ceil((duration * DUE_FROM - time) / rate));
}

/** True when the video plays on another screen. */
export const isPlayingRemotely = ({
  cast,
  remotePlayback,
}: Pick<CastSlice, 'cast'> & Pick<PlayerState, 'remotePlayback'>) =>
  cast.at === 'connected' || remotePlayback.isOn;
