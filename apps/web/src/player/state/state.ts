import { initialAudio } from '../features/audio-effects.ts';
import type { AudioSlice } from '../features/audio-effects.ts';
import { initialCast } from '../features/casting.ts';
import type { CastSlice } from '../features/casting.ts';
import { initialControls } from '../features/controls.ts';
import type { ControlsSlice } from '../features/controls.ts';
import type { FullscreenSlice } from '../features/fullscreen.ts';
import { initialGestures } from '../features/gestures.ts';
import type { GesturesSlice } from '../features/gestures.ts';
import { initialPip } from '../features/picture-in-picture.ts';
import type { PipSlice } from '../features/picture-in-picture.ts';
import { UNLOADED_MEDIA } from '../features/playback.ts';
import { initialRemotePlayback } from '../features/remote-playback.ts';
import type { RemotePlaybackSlice } from '../features/remote-playback.ts';
import { initialCaptions } from '../features/captions/state.ts';
import type { CaptionSettings, CaptionsSlice } from '../features/captions/state.ts';
import { initialTimeline } from '../features/timeline.ts';
import type { TimelineSlice } from '../features/timeline.ts';
import { initialThumbnails } from '../features/thumbnails.ts';
import type { ThumbnailsSlice } from '../features/thumbnails.ts';
import { initialVolume } from '../features/volume.ts';
import type { VolumeSlice } from '../features/volume.ts';
import type { QualityPreference } from '../engine/engine.ts';

/** The state of every feature; each extends the playback state that it reads. */
export interface PlayerState
  extends
    AudioSlice,
    CaptionsSlice,
    CastSlice,
    ControlsSlice,
    FullscreenSlice,
    GesturesSlice,
    PipSlice,
    RemotePlaybackSlice,
    ThumbnailsSlice,
    TimelineSlice,
    VolumeSlice {}

/** The preferences that the app restores from an earlier visit. */
export interface StoredPreferences {
  readonly quality?: QualityPreference | undefined;
  readonly audioLanguage?: string | undefined;
  readonly nightMode?: boolean | undefined;
  readonly captions?: Partial<CaptionSettings> | undefined;
}

export function initialState(
  volume: number,
  { quality, audioLanguage, nightMode = false, captions }: StoredPreferences = {},
): PlayerState {
  return {
    phase: 'empty',
    media: {
      ...UNLOADED_MEDIA,
      volume,
      muted: volume === 0,
      rate: 1,
      qualityPreference: quality ?? 'auto',
      audioLanguage,
      drawsCaptions: false,
    },
    scrub: null,
    adjacentEpisodes: {},
    captions: { ...initialCaptions, ...captions },
    controls: initialControls,
    volume: initialVolume,
    fullscreen: 'off',
    cast: initialCast,
    pip: initialPip,
    remotePlayback: initialRemotePlayback,
    thumbnails: initialThumbnails,
    timeline: initialTimeline,
    audio: initialAudio(nightMode),
    gestures: initialGestures,
  };
}
