import type { Stream } from '@matinee/shared/media/stream';

import type { WantedAudio } from './audio-track.ts';
import type {
  AudioTrack,
  CueListener,
  Engine,
  EngineReports,
  MediaState,
  PlaybackError,
  QualityPreference,
} from './engine.ts';

/** The viewer's preferences, which apply to every stream. */
export interface TrackPreferences {
  readonly quality: QualityPreference;
  readonly audioLanguage: string | undefined;
  /** The track that was chosen in this stream, which may be attached again in another quality. */
  readonly chosenAudio?: WantedAudio | undefined;
  readonly caption?: CueListener | undefined;
  readonly secondCaption?: CueListener | undefined;
}

/** The audio track to begin with. */
export const wantedAudio = ({
  chosenAudio,
  audioLanguage,
}: Pick<TrackPreferences, 'chosenAudio' | 'audioLanguage'>): WantedAudio =>
  chosenAudio ?? { language: audioLanguage };

export const cueListeners = ({
  caption,
  secondCaption,
}: Pick<TrackPreferences, 'caption' | 'secondCaption'>): readonly CueListener[] =>
  [caption, secondCaption].filter((reading) => reading !== undefined);

/** Commands to a source that plays. */
export interface TrackControls {
  readonly chooseQuality: (preference: QualityPreference) => void;
  /** Returns the active track; undefined when there is no such track. */
  readonly chooseAudio: (id: string) => AudioTrack | undefined;
  /** Called when another in-band caption is chosen. */
  readonly readCaption: () => void;
}

export interface AttachOptions {
  readonly startAt: number;
  readonly preferences: () => TrackPreferences;
  /** Called once, as soon as the source accepts choices. */
  readonly setControls: (controls: TrackControls) => void;
  /** Restarts the same stream at its current time, with the current preferences. */
  readonly restart: () => void;
  /** Whether the movie plays, or will play as soon as it can. */
  readonly isRunning: () => boolean;
  /** Called when an open connection has stopped sending data. */
  readonly stalled: () => void;
  /** Detaches the source and ends its reports. */
  readonly signal: AbortSignal;
  /** Fetches little more than the requested frame. */
  readonly isFrugal?: boolean;
  readonly report: (patch: Partial<MediaState>) => void;
  readonly failed: (error: PlaybackError) => void;
}

export type AttachSource = (
  video: HTMLVideoElement,
  stream: Stream,
  options: AttachOptions,
) => void;

export type TrackCommands = Pick<
  Engine,
  'chooseQuality' | 'chooseAudio' | 'preferAudio' | 'readCaption' | 'readSecondCaption'
>;

/** Applies preferences to the current source; later sources read them when they start. */
export function createTrackPreferences(
  reports: EngineReports,
  controls: () => TrackControls | undefined,
): {
  readonly now: () => TrackPreferences;
  readonly forgetTracks: () => void;
  readonly trackCommands: TrackCommands;
} {
  let preferences: TrackPreferences = {
    quality: 'auto',
    audioLanguage: undefined,
    caption: undefined,
  };

  function set(patch: Partial<TrackPreferences>) {
    preferences = { ...preferences, ...patch };
    reports.state({
      qualityPreference: preferences.quality,
      audioLanguage: preferences.audioLanguage,
    });
  }

  return {
    now: () => preferences,
    /** Another stream has other tracks. */
    forgetTracks: () => {
      preferences = { ...preferences, chosenAudio: undefined };
    },
    trackCommands: {
      chooseQuality: (quality) => {
        set({ quality });
        controls()?.chooseQuality(quality);
      },
      chooseAudio: (id) => {
        const track = controls()?.chooseAudio(id);
        if (!track) return;
        const { language, label } = track;
        const audioLanguage = language ?? preferences.audioLanguage;
        set({ audioLanguage, chosenAudio: { language, label } });
      },
      preferAudio: (audioLanguage) => set({ audioLanguage }),
      readCaption: (caption) => {
        preferences = { ...preferences, caption };
        controls()?.readCaption();
      },
      readSecondCaption: (secondCaption) => {
        preferences = { ...preferences, secondCaption };
        controls()?.readCaption();
      },
    },
  };
}

/** The end of the last range that starts before `currentTime`. */
export function bufferedEnd({
  buffered,
  currentTime,
}: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>): number {
  for (let index = buffered.length - 1; index >= 0; index -= 1) {
    if (buffered.start(index) <= currentTime) return buffered.end(index);
  }
  return 0;
}
