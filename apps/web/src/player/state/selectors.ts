import type { LiveWindow, Thumbnail } from '../engine/engine.ts';
import { lastStartedBy } from '../captions/active-cues.ts';
import { secondTracks } from '../captions/track.ts';
import type { PlayerState } from './state.ts';

/** Also one that does not play. */
export const hasStream = ({ phase }: PlayerState) => phase !== 'empty';

/** A stream is there, so the row of controls makes sense. */
export const hasMedia = ({ phase }: PlayerState) => phase !== 'empty' && phase !== 'failed';

/** Somebody watches, or waits for it to go on. */
export const isRunning = (state: PlayerState) =>
  hasMedia(state) && state.phase !== 'ended' && !state.media.paused;

export const isWaiting = ({ phase }: PlayerState) => phase === 'loading' || phase === 'stalled';

/** The browser refused to start without a gesture, or nobody asked it to. */
export const isStartOffered = ({ phase, media }: PlayerState) =>
  phase === 'ready' && media.paused && !media.hasPlayed;

export function areControlsVisible(state: PlayerState): boolean {
  const { pointer, touch, held, menuOpen, focused, scrub } = state.controls;
  if (pointer !== 'away' || held || menuOpen || focused || scrub !== null) return true;
  // Nothing plays that the controls could disturb.
  if (!hasMedia(state) || !state.media.hasPlayed || state.phase === 'ended') return true;
  return state.media.paused && !touch;
}

const ALWAYS_OFFERED_SECONDS = 30;
const OFFERED_FROM = 0.9;
const DUE_FROM = 0.99;
const PREPARED_FROM = 0.95;
const PREPARED_SECONDS = 45;

const hasEnd = ({ media }: PlayerState) => Number.isFinite(media.duration) && media.duration > 0;

/** What comes after this film: in its last half minute always, in its last tenth beside the controls. */
export function isNextOffered(state: PlayerState): boolean {
  const { time, duration } = state.media;
  if (!hasMedia(state) || !hasEnd(state)) return false;
  if (duration - time <= ALWAYS_OFFERED_SECONDS) return true;
  return time >= duration * OFFERED_FROM && areControlsVisible(state);
}

/** Time to look for it, so that it is there when it is wanted. */
export function isNextNear(state: PlayerState): boolean {
  const { time, duration } = state.media;
  if (!hasMedia(state) || !hasEnd(state) || !state.media.hasPlayed) return false;
  return duration - time <= PREPARED_SECONDS || time >= duration * PREPARED_FROM;
}

/** This film is over, unless somebody is about to do something else with it. */
export function isNextDue(state: PlayerState): boolean {
  const { menuOpen, scrub, helpShown } = state.controls;
  if (menuOpen || helpShown || scrub !== null) return false;
  return secondsToNext(state) === 0 && (isRunning(state) || state.phase === 'ended');
}

/** Whole seconds of the clock until the next one would begin by itself. */
export function secondsToNext(state: PlayerState): number {
  const { time, duration, rate, seeking, hasPlayed } = state.media;
  if (!hasMedia(state) || !hasEnd(state) || !hasPlayed || seeking) return Infinity;
  return Math.max(0, Math.ceil((duration * DUE_FROM - time) / rate));
}

/** The seekable range: the window of a live stream, else the whole movie. */
export const seekRange = ({ media }: PlayerState): LiveWindow =>
  media.live ?? { start: 0, end: media.duration };

export const isLive = ({ media }: PlayerState) => media.live !== undefined;

/** A live edge moves on by whole segments. */
const AT_EDGE_SECONDS = 10;

export const secondsBehindLive = (state: PlayerState) =>
  Math.max(0, (state.media.live?.end ?? 0) - shownTime(state));

/** A live stream begins there. */
export const isAtLiveEdge = (state: PlayerState) =>
  !state.media.hasPlayed || secondsBehindLive(state) < AT_EDGE_SECONDS;

/** The second that the bar and the label show: under the finger while dragging. */
export const shownTime = ({ media, controls }: PlayerState) => controls.scrub ?? media.time;

export const remaining = (state: PlayerState) =>
  Math.max(0, state.media.duration - shownTime(state));

export const audibleVolume = ({ media }: PlayerState) => (media.muted ? 0 : media.volume);

export type Loudness = 'silent' | 'low' | 'middle' | 'high';

export function loudness(state: PlayerState): Loudness {
  const volume = audibleVolume(state);
  if (volume === 0) return 'silent';
  if (volume <= 0.33) return 'low';
  return volume <= 0.66 ? 'middle' : 'high';
}

export const areCaptionsOn = ({ captions }: PlayerState) =>
  captions.chosen !== null || captions.pending !== null;

export const chosenCaption = ({ captions }: PlayerState) =>
  captions.tracks.find(({ id }) => id === captions.chosen);

export const secondCaption = ({ captions }: PlayerState) =>
  captions.tracks.find(({ id }) => id === captions.second.chosen);

/** Beside the first that is on there is another one to show. */
export const hasSecondCaptions = ({ captions }: PlayerState) =>
  captions.chosen !== null && secondTracks(captions.tracks, captions.chosen).length > 0;

/** Of what is shown; empty when nobody knows. */
export const captionLanguage = (state: PlayerState) => chosenCaption(state)?.language ?? '';

/** The line that is being said, or was said last. */
export const spokenLine = ({ captions, media }: PlayerState) =>
  captions.cues[lastStartedBy(captions.cues, media.time - captions.delay)]?.id;

export const hasCaptions = ({ captions }: PlayerState) => captions.tracks.length > 0;

export const isQualityAutomatic = ({ media }: PlayerState) =>
  media.qualityWish === 'auto' || media.qualityWish === 'auto-4k';

export const hasAudioChoice = ({ media }: PlayerState) => media.audioTracks.length > 1;

export const heardTrack = ({ media }: PlayerState) =>
  media.audioTracks.find(({ id }) => id === media.audioTrack);

/** The system's player draws over the page there, and Escape, menus and captions of ours are not seen. */
export const isFullscreen = ({ controls }: PlayerState) => controls.fullscreen !== 'off';

/** The picture nearest to a second; of two equally near the later one. */
export function thumbnailNear({ thumbnails }: PlayerState, seconds: number): Thumbnail | undefined {
  const later = thumbnails.shots.find(({ at }) => at >= seconds);
  const earlier = thumbnails.shots.findLast(({ at }) => at < seconds);
  if (!later || !earlier) return later ?? earlier;
  return later.at - seconds <= seconds - earlier.at ? later : earlier;
}

/** The picture is on a television. */
export const isElsewhere = ({ cast, remote }: PlayerState) =>
  cast.at === 'connected' || remote.isOn;
