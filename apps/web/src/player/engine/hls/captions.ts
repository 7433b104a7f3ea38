import { canonicalLanguage } from '../audio-track.ts';
import type { CueListener, MediaState, InbandTextTrack, RawCue } from '../engine.ts';
import { cueListeners } from '../source.ts';
import type { TrackPreferences } from '../source.ts';
import { DESCRIBES_SOUND, closedCaption, isClosedCaption, joinedRows } from './closed-captions.ts';
import type { FoundTrack } from './closed-captions.ts';

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

/** A segment, of whatever kind. */
interface Piece {
  readonly type: string;
  /** The rendition's id. */
  readonly level: number;
  /** The head that all of them share (EXT-X-MAP). */
  readonly initSegment?: { readonly data?: Uint8Array | undefined } | null | undefined;
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
  /** The bytes of a segment have come, before its cues are parsed or right after. */
  readonly loaded: (piece: Piece, bytes: ArrayBuffer) => void;
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
  wishes: () => Pick<TrackPreferences, 'caption' | 'secondCaption'>,
  report: (patch: Partial<MediaState>) => void,
): HlsCaptions {
  const readings = () => cueListeners(wishes());
  const memory = createMemory(readings);
  let inPicture: readonly InbandTextTrack[] = [];

  function read() {
    const [rendition, other] = readings().filter(({ id }) => !isClosedCaption(id));
    const at = rendition ? Number(rendition.id) : OFF;
    if (hls.subtitleTrack !== at) hls.subtitleTrack = at;
    // hls.js loads one rendition at a time.
    if (other && other.id !== rendition?.id) other.onFailure();
    memory.begin();
  }

  const tell = () =>
    report({ captionTracks: [...hls.subtitleTracks.map(mediumCaption), ...inPicture] });

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
      if (type === 'captions') return memory.take(track ?? '', joinedRows(cues));
      const found = hls.subtitleTracks.findIndex((one) => one === subtitleTrack);
      const at = String(found === OFF ? hls.subtitleTrack : found);
      // The same bytes may reach hls.js first, and their rules us after that.
      queueMicrotask(() => memory.take(at, cues));
    },
    loaded: ({ type, level, initSegment }, bytes) => {
      if (type !== 'subtitle') return;
      const decoder = new TextDecoder();
      const head = initSegment?.data ? decoder.decode(initSegment.data) : '';
      memory.setHead(String(level), headOf(head + decoder.decode(bytes)));
    },
    erred: (details) => {
      // A single piece that is missing leaves the rest; without its list there is nothing.
      if (!/^subtitleTrackLoad(?:Error|TimeOut)$/.test(details)) return;
      const failed = readings().filter(({ id }) => id === String(hls.subtitleTrack));
      for (const reading of failed) reading.onFailure();
    },
  };
}

interface Memory {
  readonly take: (id: string, cues: readonly RawCue[]) => void;
  readonly setHead: (id: string, head: string | undefined) => void;
  /** Readings that are new are told what has come before. */
  readonly begin: () => void;
}

/** Cues that have come so far, by track: hls.js does not send them again when a track is chosen again. */
function createMemory(readings: () => readonly CueListener[]): Memory {
  const known = new Map<string, Map<string, RawCue>>();
  const heads = new Map<string, string>();
  const begun = new WeakSet<CueListener>();

  function say(reading: CueListener, fresh: readonly RawCue[]) {
    const cues = begun.has(reading) ? fresh : [...(known.get(reading.id)?.values() ?? [])];
    begun.add(reading);
    if (cues.length > 0) reading.onCues(cues, heads.get(reading.id));
  }

  return {
    take: (id, cues) => {
      const before = known.get(id) ?? new Map<string, RawCue>();
      known.set(id, before);
      const fresh = cues.filter((cue) => !before.has(keyOf(cue)));
      for (const cue of fresh) before.set(keyOf(cue), cue);
      for (const reading of readings()) if (reading.id === id) say(reading, fresh);
    },
    setHead: (id, head) => {
      if (head !== undefined) heads.set(id, head);
    },
    begin: () => {
      for (const reading of readings()) say(reading, []);
    },
  };
}

/** The text before the first cue, where it has rules for colors. */
function headOf(text: string): string | undefined {
  const [head = ''] = text.split('-->', 1);
  return /^STYLE\s*$/m.test(head) ? head : undefined;
}

/** A cue that lasts from one segment into the next is in both. */
const keyOf = ({ startTime, endTime, text }: RawCue) => `${startTime} ${endTime} ${text}`;

function mediumCaption(track: HlsCaption, at: number): InbandTextTrack {
  return {
    id: String(at),
    label: track.name,
    language: canonicalLanguage(track.lang),
    forced: track.forced,
    hearingImpaired: track.characteristics?.includes(DESCRIBES_SOUND) ?? false,
  };
}
