import { canonicalLanguage, findAudio } from '../audio-track.ts';
import type { AudioTrack, MediaState, QualityPreference } from '../engine.ts';
import { wantedAudio, type TrackControls, type TrackPreferences } from '../source.ts';
import { isAutoQuality, nearestResolution, RESOLUTIONS, resolutionOf } from '../resolution.ts';

/** The part of hls.js that selects levels and audio tracks. */
export interface LevelHls {
  readonly levels: readonly {
    readonly width: number;
    readonly height: number;
    /** Bits per second. 0 if the playlist does not declare it. */
    readonly averageBitrate?: number;
    /** `SCORE` of RFC 8216bis: higher is preferred. 0 if the playlist has none. */
    readonly score?: number;
  }[];
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
  /** Called when the levels are known and no fragment is requested yet. */
  readonly parsed: () => void;
  readonly relisted: () => void;
  readonly switched: (level: number) => void;
  readonly audioListed: () => void;
  readonly audioSwitched: () => void;
}

const AUTOMATIC = -1;

/** Maps between the player's names and the level numbers of hls.js. */
export function createLevelControls(
  hls: LevelHls,
  preferences: () => TrackPreferences,
  report: (patch: Partial<MediaState>) => void,
): LevelControls {
  let audio = wantedAudio(preferences());

  const resolutions = () => hls.levels.map(({ width, height }) => resolutionOf(width, height));

  /** hls.js sorts levels in ascending order. Of two with the same resolution, the later one has the higher bit rate. */
  function levelFor(quality: QualityPreference): number {
    if (isAutoQuality(quality)) return AUTOMATIC;
    const found = nearestResolution(quality, resolutions());
    const same = [...hls.levels.keys()].filter((at) => resolutions()[at] === found);
    return found ? (best(same) ?? AUTOMATIC) : AUTOMATIC;
  }

  const scoreOf = (level: number): number => hls.levels[level]?.score ?? 0;
  const best = (levels: readonly number[]): number | undefined =>
    levels.toSorted((a, b) => scoreOf(a) - scoreOf(b)).at(-1);

  /** The level that the playlist prefers, if it prefers one. */
  function preferredLevel(): number {
    const levels = [...hls.levels.keys()];
    const top = best(levels) ?? AUTOMATIC;
    return levels.some((level) => scoreOf(level) < scoreOf(top)) ? top : AUTOMATIC;
  }

  const audioTracks = () =>
    hls.audioTracks.map(({ name, lang }, at): AudioTrack => {
      return { id: String(at), label: name, language: canonicalLanguage(lang) };
    });

  const reportQualities = () => {
    const qualities = RESOLUTIONS.filter((resolution) => resolutions().includes(resolution));
    report({ qualities, original: resolutions()[preferredLevel()] });
  };

  return {
    parsed: () => {
      reportQualities();
      const level = levelFor(preferences().quality);
      if (level === AUTOMATIC) {
        // By default, hls.js begins with a level for slow connections, which the server may have to encode.
        const preferred = preferredLevel();
        if (preferred !== AUTOMATIC) hls.startLevel = preferred;
        return;
      }
      // Without a start level, hls.js fetches a fragment of the lowest level first, to measure bandwidth.
      hls.startLevel = level;
      hls.loadLevel = level;
    },
    relisted: reportQualities,
    switched: (level) =>
      report({
        quality: resolutions()[level],
        bitRate: hls.levels[level]?.averageBitrate || undefined,
      }),
    // hls.js selects a track by itself after this event, and fires it again for each level's group.
    audioListed: () => {
      const wanted = findAudio(audioTracks(), audio);
      if (wanted) hls.audioTrack = Number(wanted.id);
      report({ audioTracks: audioTracks(), ...(wanted && { audioTrack: wanted.id }) });
    },
    audioSwitched: () => report({ audioTrack: String(hls.audioTrack) }),
    chooseQuality: (quality) => {
      if (hls.levels.length === 0) return;
      // An automatic choice keeps the buffer; a chosen quality replaces it at once.
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
