import { canonicalLanguage, findAudio } from '../audio-track.ts';
import type { AudioTrack, MediaState, QualityPreference } from '../engine.ts';
import type { TrackControls, TrackPreferences } from '../source.ts';
import { isAutoQuality, nearestResolution, RESOLUTIONS, resolutionOf } from '../resolution.ts';

/** The part of hls.js that is steered. */
export interface LevelHls {
  readonly levels: readonly { readonly width: number; readonly height: number }[];
  readonly audioTracks: readonly {
    readonly name: string;
    readonly lang?: string | undefined;
  }[];
  startLevel: number;
  loadLevel: number;
  nextLevel: number;
  audioTrack: number;
}

interface LevelControls extends Omit<TrackControls, 'readCaption'> {
  /** The levels are known, and nothing of them has been asked for. */
  readonly parsed: () => void;
  readonly relisted: () => void;
  readonly switched: (level: number) => void;
  readonly audioListed: () => void;
  readonly audioSwitched: () => void;
}

const AUTOMATIC = -1;

/** Between the names that the player uses and the numbers that hls.js uses. */
export function createLevelControls(
  hls: LevelHls,
  wishes: () => TrackPreferences,
  report: (patch: Partial<MediaState>) => void,
): LevelControls {
  let audio: Pick<AudioTrack, 'language' | 'label'> = {
    language: wishes().audioLanguage,
    label: '',
  };

  const sizes = () => hls.levels.map(({ width, height }) => resolutionOf(width, height));

  /** hls.js sorts from small to large: of two alike the later one has more to show. */
  function levelFor(quality: QualityPreference): number {
    if (isAutoQuality(quality)) return AUTOMATIC;
    const found = nearestResolution(quality, sizes());
    return found ? sizes().lastIndexOf(found) : AUTOMATIC;
  }

  const audioTracks = () =>
    hls.audioTracks.map(({ name, lang }, at): AudioTrack => {
      return { id: String(at), label: name, language: canonicalLanguage(lang) };
    });

  const tellSizes = () =>
    report({ qualities: RESOLUTIONS.filter((size) => sizes().includes(size)) });

  return {
    parsed: () => {
      tellSizes();
      const level = levelFor(wishes().quality);
      if (level === AUTOMATIC) return;
      // Without a start level the first fragment would be one of the smallest level, to measure the line.
      hls.startLevel = level;
      hls.loadLevel = level;
    },
    relisted: tellSizes,
    switched: (level) => report({ quality: sizes()[level] }),
    // hls.js chooses by itself only when nobody has by the end of this event, and asks again for each level's group.
    audioListed: () => {
      const wanted = findAudio(audioTracks(), audio);
      if (wanted) hls.audioTrack = Number(wanted.id);
      report({ audioTracks: audioTracks(), ...(wanted && { audioTrack: wanted.id }) });
    },
    audioSwitched: () => report({ audioTrack: String(hls.audioTrack) }),
    chooseQuality: (quality) => {
      if (hls.levels.length === 0) return;
      // What is already here may stay when nobody minds; a wish is seen at once.
      if (isAutoQuality(quality)) hls.loadLevel = AUTOMATIC;
      else hls.nextLevel = levelFor(quality);
    },
    chooseAudio: (id) => {
      const track = audioTracks().find((one) => one.id === id);
      if (!track) return undefined;
      audio = track;
      hls.audioTrack = Number(id);
      return track;
    },
  };
}
