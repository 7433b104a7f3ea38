import type { Stream } from '@matinee/shared/media/stream';

import type {
  AudioTrack,
  CueListener,
  Engine,
  EngineReports,
  MediaState,
  PlaybackError,
  QualityPreference,
} from './engine.ts';

/** What the viewer wants of any stream. */
export interface TrackPreferences {
  readonly quality: QualityPreference;
  readonly audioLanguage: string | undefined;
  readonly caption?: CueListener | undefined;
  readonly secondCaption?: CueListener | undefined;
}

export const cueListeners = ({
  caption,
  secondCaption,
}: Pick<TrackPreferences, 'caption' | 'secondCaption'>): readonly CueListener[] =>
  [caption, secondCaption].filter((reading) => reading !== undefined);

/** How a source that plays is told of a choice. */
export interface TrackControls {
  readonly chooseQuality: (wish: QualityPreference) => void;
  /** The track that is heard now; undefined when there is no such track. */
  readonly chooseAudio: (id: string) => AudioTrack | undefined;
  /** Another caption of the medium is wanted than before. */
  readonly readCaption: () => void;
}

export interface AttachOptions {
  readonly startAt: number;
  readonly wishes: () => TrackPreferences;
  /** Said once, as soon as choices can be made. */
  readonly steer: (steering: TrackControls) => void;
  /** Begins the same stream anew, at the second where it is, by the wishes of now. */
  readonly restart: () => void;
  /** The connection stands, and no data comes over it any more. */
  readonly hung: () => void;
  /** Ends this source: it detaches, and nothing of it reports any more. */
  readonly signal: AbortSignal;
  /** Fetches little more than the picture that is asked for. */
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

/** What is wanted of every source: the one that plays is told at once, those to come ask when they begin. */
export function createTrackPreferences(
  reports: EngineReports,
  steering: () => TrackControls | undefined,
): { readonly now: () => TrackPreferences; readonly choosing: TrackCommands } {
  let wishes: TrackPreferences = { quality: 'auto', audioLanguage: undefined, caption: undefined };

  function set(patch: Partial<TrackPreferences>) {
    wishes = { ...wishes, ...patch };
    reports.state({ qualityPreference: wishes.quality, audioLanguage: wishes.audioLanguage });
  }

  return {
    now: () => wishes,
    choosing: {
      chooseQuality: (quality) => {
        set({ quality });
        steering()?.chooseQuality(quality);
      },
      chooseAudio: (id) => {
        const track = steering()?.chooseAudio(id);
        if (track) set({ audioLanguage: track.language ?? wishes.audioLanguage });
      },
      preferAudio: (audioLanguage) => set({ audioLanguage }),
      readCaption: (caption) => {
        wishes = { ...wishes, caption };
        steering()?.readCaption();
      },
      readSecondCaption: (secondCaption) => {
        wishes = { ...wishes, secondCaption };
        steering()?.readCaption();
      },
    },
  };
}
