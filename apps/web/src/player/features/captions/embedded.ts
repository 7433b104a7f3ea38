import {
  EmbeddedSubtitles,
  fontName,
  partName,
  type EmbeddedSubtitleTrack,
} from '@matinee/shared/media/embedded-subtitles';

import { requestText } from '#lib/http.ts';

import { CAPTION_ERRORS } from '../../captions/track.ts';
import type { CaptionEntry, CaptionParts } from '../../captions/track.ts';

/** Tracks inside a file that its playlist lacks or lists without their layout. */
export interface EmbeddedTracks {
  /** The layout of text tracks, by their names in the playlist. */
  readonly layouts: ReadonlyMap<string, CaptionParts>;
  readonly entries: readonly CaptionEntry[];
}

export const NO_EMBEDDED: EmbeddedTracks = { layouts: new Map(), entries: [] };

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Rejects if the document can't be read. */
export async function fetchEmbedded(url: string, signal: AbortSignal): Promise<EmbeddedTracks> {
  const limits = { signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const { status, body } = await requestText(url, limits);
  if (status !== 200) throw new Error(`Status ${status}`);
  const { tracks, starts, fonts } = EmbeddedSubtitles.parse(JSON.parse(body));
  const beside = (name: string) => new URL(name, url).href;
  const attached = fonts.map((font, at) => ({ ...font, url: beside(fontName(at)) }));
  const partsOf = (kind: CaptionParts['kind'], track: number): CaptionParts => ({
    kind,
    starts,
    urlOf: (part) => beside(partName(track, part)),
    fonts: kind === 'ass' ? attached : [],
  });
  const layouts = tracks.flatMap(({ name, format }, at) =>
    format === 'ass' ? [[name, partsOf(format, at)] as const] : [],
  );
  const entries = tracks.flatMap((track, at): CaptionEntry[] => {
    const { format } = track;
    if (format === 'ass') return [];
    const entry = entryOf(track, at);
    if (format === 'pgs') return [{ ...entry, parts: partsOf(format, at) }];
    return [{ ...entry, unavailable: CAPTION_ERRORS[format] }];
  });
  return { layouts: new Map(layouts), entries };
}

function entryOf(track: EmbeddedSubtitleTrack, at: number): CaptionEntry {
  const { name, language = 'unknown', codec, isForced, isDefault, isHearingImpaired } = track;
  return {
    id: `layout:${at}`,
    type: 'pgs',
    url: '',
    hasCorsRestrictions: false,
    language,
    origin: 'embedded',
    label: codec === undefined ? name : `${name} (${codec})`,
    forced: isForced,
    isDefault,
    hearingImpaired: isHearingImpaired,
  };
}
