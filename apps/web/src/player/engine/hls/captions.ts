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
  readonly default?: boolean | undefined;
  readonly characteristics?: string | undefined;
}

/** The part of hls.js that handles subtitles. */
interface CaptionedHls {
  readonly subtitleTracks: readonly HlsCaption[];
  subtitleTrack: number;
}

/** A fragment of any type. */
interface Segment {
  readonly type: string;
  /** The id of the rendition. */
  readonly level: number;
  /** The initialization segment, which several segments share (EXT-X-MAP). */
  readonly initSegment?: { readonly data?: Uint8Array | undefined } | null | undefined;
}

interface ParsedCues {
  readonly type: string;
  readonly cues: readonly RawCue[];
  readonly subtitleTrack?: HlsCaption | undefined;
  /** The id of a closed caption track. */
  readonly track?: string | undefined;
}

interface HlsCaptions {
  /** Switches subtitles off: hls.js would load the default rendition. */
  readonly disable: () => void;
  readonly listed: () => void;
  readonly found: (tracks: readonly FoundTrack[]) => void;
  /** Called with the bytes of a segment, before or after its cues are parsed. */
  readonly loaded: (segment: Segment, bytes: ArrayBuffer) => void;
  readonly parsed: (data: ParsedCues) => void;
  readonly onError: (details: string) => void;
  readonly read: () => void;
}

const OFF = -1;

/**
 * Subtitle renditions of a playlist and closed captions inside the video. hls.js loads renditions beside the video,
 * with the same timestamps.
 */
export function readHlsCaptions(
  hls: CaptionedHls,
  preferences: () => Pick<TrackPreferences, 'caption' | 'secondCaption'>,
  report: (patch: Partial<MediaState>) => void,
): HlsCaptions {
  const readings = () => cueListeners(preferences());
  const cache = createCueCache(readings);
  let closedCaptions: readonly InbandTextTrack[] = [];

  function read() {
    const [rendition, other] = readings().filter(({ id }) => !isClosedCaption(id));
    const at = rendition ? Number(rendition.id) : OFF;
    if (hls.subtitleTrack !== at) hls.subtitleTrack = at;
    // hls.js loads one rendition at a time.
    if (other && other.id !== rendition?.id) other.onFailure();
    cache.begin();
  }

  const reportTracks = () =>
    report({ captionTracks: [...hls.subtitleTracks.map(mediumCaption), ...closedCaptions] });

  return {
    read,
    disable: () => {
      hls.subtitleTrack = OFF;
    },
    listed: () => {
      // After this event hls.js selects a rendition by itself.
      queueMicrotask(read);
      reportTracks();
    },
    found: (tracks) => {
      const fresh = tracks.flatMap((track) => closedCaption(track) ?? []);
      if (fresh.length === 0) return;
      closedCaptions = [...closedCaptions, ...fresh];
      reportTracks();
    },
    parsed: ({ type, cues, subtitleTrack, track }) => {
      if (type === 'captions') return cache.add(track ?? '', joinedRows(cues));
      const found = hls.subtitleTracks.findIndex((one) => one === subtitleTrack);
      const at = String(found === OFF ? hls.subtitleTrack : found);
      // hls.js may parse the bytes before their style rules are read here.
      queueMicrotask(() => cache.add(at, cues));
    },
    loaded: ({ type, level, initSegment }, bytes) => {
      if (type !== 'subtitle') return;
      const decoder = new TextDecoder();
      const head = initSegment?.data ? decoder.decode(initSegment.data) : '';
      cache.setHead(String(level), headOf(head + decoder.decode(bytes)));
    },
    onError: (details) => {
      // After a missing segment, the others still load. Without the playlist, none do.
      if (!/^subtitleTrackLoad(?:Error|TimeOut)$/.test(details)) return;
      const failed = readings().filter(({ id }) => id === String(hls.subtitleTrack));
      for (const reading of failed) reading.onFailure();
    },
  };
}

interface CueCache {
  readonly add: (id: string, cues: readonly RawCue[]) => void;
  readonly setHead: (id: string, head: string | undefined) => void;
  /** Sends earlier cues to new listeners. */
  readonly begin: () => void;
}

/** Caches cues by track: when a track is chosen a second time, hls.js does not send its cues again. */
function createCueCache(readings: () => readonly CueListener[]): CueCache {
  const known = new Map<string, Map<string, RawCue>>();
  const heads = new Map<string, string>();
  const started = new WeakSet<CueListener>();

  function send(reading: CueListener, fresh: readonly RawCue[]) {
    const cues = started.has(reading) ? fresh : [...(known.get(reading.id)?.values() ?? [])];
    started.add(reading);
    if (cues.length > 0) reading.onCues(cues, heads.get(reading.id));
  }

  return {
    add: (id, cues) => {
      const before = known.get(id) ?? new Map<string, RawCue>();
      known.set(id, before);
      const fresh = cues.filter((cue) => !before.has(keyOf(cue)));
      for (const cue of fresh) before.set(keyOf(cue), cue);
      for (const reading of readings()) if (reading.id === id) send(reading, fresh);
    },
    setHead: (id, head) => {
      if (head !== undefined) heads.set(id, head);
    },
    begin: () => {
      for (const reading of readings()) send(reading, []);
    },
  };
}

/** Returns the text before the first cue if it has style rules. */
function headOf(text: string): string | undefined {
  const [head = ''] = text.split('-->', 1);
  return /^STYLE\s*$/m.test(head) ? head : undefined;
}

/** Identifies a cue, because a cue that spans two segments is in both. */
const keyOf = ({ startTime, endTime, text }: RawCue) => `${startTime} ${endTime} ${text}`;

function mediumCaption(track: HlsCaption, at: number): InbandTextTrack {
  return {
    id: String(at),
    label: track.name,
    language: canonicalLanguage(track.lang),
    forced: track.forced,
    isDefault: track.default,
    hearingImpaired: track.characteristics?.includes(DESCRIBES_SOUND) ?? false,
  };
}
