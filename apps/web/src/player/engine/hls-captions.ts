import { canonicalLanguage } from './audio-track.ts';
import type { MediaState } from './engine.ts';
import {
  DESCRIBES_SOUND,
  closedCaption,
  isClosedCaption,
  joinedRows,
} from './hls-closed-captions.ts';
import type { FoundTrack } from './hls-closed-captions.ts';
import type { MediumCaption, RawCue } from './medium-caption.ts';
import type { Wishes } from './source.ts';

interface HlsCaption {
  readonly name: string;
  readonly lang?: string | undefined;
  readonly forced: boolean;
  readonly characteristics?: string | undefined;
}

/** The part of hls.js that knows of captions. */
export interface CaptionedHls {
  readonly subtitleTracks: readonly HlsCaption[];
  subtitleTrack: number;
}

interface ParsedCues {
  readonly type: string;
  readonly cues: readonly RawCue[];
  readonly subtitleTrack?: HlsCaption | undefined;
  /** Which of those in the picture. */
  readonly track?: string | undefined;
}

interface HlsCaptions {
  /** Left alone, hls.js would load the default one, wanted or not. */
  readonly silence: () => void;
  readonly listed: () => void;
  readonly found: (tracks: readonly FoundTrack[]) => void;
  readonly parsed: (data: ParsedCues) => void;
  readonly erred: (details: string) => void;
  readonly read: () => void;
}

const OFF = -1;

/**
 * The renditions of subtitles in a playlist, which hls.js loads beside the film, so that their times are those of the film; and
 * what comes within the picture.
 */
export function readHlsCaptions(
  hls: CaptionedHls,
  wishes: () => Pick<Wishes, 'caption'>,
  report: (patch: Partial<MediaState>) => void,
): HlsCaptions {
  /** Of each track what has come so far: hls.js does not say it again when a track is chosen again. */
  const known = new Map<string, Map<string, RawCue>>();
  let inPicture: readonly MediumCaption[] = [];

  function read() {
    const { caption } = wishes();
    const at = caption === undefined || isClosedCaption(caption.id) ? OFF : Number(caption.id);
    if (hls.subtitleTrack !== at) hls.subtitleTrack = at;
    const cues = caption && known.get(caption.id);
    if (cues) caption.onCues([...cues.values()]);
  }

  const tell = () =>
    report({ captionTracks: [...hls.subtitleTracks.map(mediumCaption), ...inPicture] });

  function take(id: string, cues: readonly RawCue[]) {
    const before = known.get(id) ?? new Map<string, RawCue>();
    known.set(id, before);
    const fresh = cues.filter((cue) => !before.has(keyOf(cue)));
    for (const cue of fresh) before.set(keyOf(cue), cue);
    const { caption } = wishes();
    if (caption?.id === id && fresh.length > 0) caption.onCues(fresh);
  }

  return {
    read,
    silence: () => {
      hls.subtitleTrack = OFF;
    },
    listed: () => {
      // At the end of this event hls.js chooses again by itself.
      queueMicrotask(read);
      tell();
    },
    found: (tracks) => {
      const fresh = tracks.flatMap((track) => closedCaption(track) ?? []);
      if (fresh.length === 0) return;
      inPicture = [...inPicture, ...fresh];
      tell();
    },
    parsed: ({ type, cues, subtitleTrack, track }) => {
      if (type === 'captions') return take(track ?? '', joinedRows(cues));
      const at = hls.subtitleTracks.findIndex((one) => one === subtitleTrack);
      take(String(at === OFF ? hls.subtitleTrack : at), cues);
    },
    erred: (details) => {
      // A single piece that is missing leaves the rest; without its list there is nothing.
      if (/^subtitleTrackLoad(?:Error|TimeOut)$/.test(details)) wishes().caption?.onFailure();
    },
  };
}

/** A cue that lasts from one segment into the next is in both. */
const keyOf = ({ startTime, endTime, text }: RawCue) => `${startTime} ${endTime} ${text}`;

function mediumCaption(track: HlsCaption, at: number): MediumCaption {
  return {
    id: String(at),
    label: track.name,
    language: canonicalLanguage(track.lang),
    forced: track.forced,
    hearingImpaired: track.characteristics?.includes(DESCRIBES_SOUND) ?? false,
  };
}
