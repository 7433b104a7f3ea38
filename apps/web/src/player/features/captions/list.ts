import {
  EmbeddedSubtitles,
  fontName,
  partName,
  type EmbeddedSubtitleTrack,
} from '@matinee/shared/media/embedded-subtitles';
import type { Stream } from '@matinee/shared/media/stream';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';

import { requestText } from '#lib/http.ts';

import { CAPTION_ERRORS, CaptionFileTooLarge } from '../../captions/track.ts';
import type { CaptionEntry, CaptionParts } from '../../captions/track.ts';
import type { InbandTextTrack } from '../../engine/engine.ts';
import { inbandTrackId } from './loader.ts';
import type { CaptionsAccess, CaptionsSlice } from './state.ts';

export type FindCaptions = (signal: AbortSignal) => Promise<readonly CaptionEntry[]>;

interface CaptionList {
  readonly setStream: (stream: Stream | undefined) => void;
  /** True when the title differs from the last one. */
  readonly openTitle: (title: string, find: FindCaptions | undefined) => boolean;
  readonly add: (entry: CaptionEntry) => void;
  readonly search: () => Promise<void>;
  /** Lists the tracks again, after the medium's tracks have changed. */
  readonly update: () => void;
  readonly stop: () => void;
}

interface ListOptions extends Pick<CaptionsAccess, 'set'> {
  readonly state: () => CaptionsSlice;
  readonly onListed: () => void;
}

/** Lists the tracks of the stream, of its medium, of subtitle services and of the viewer's files. */
export function createCaptionList({ state, set, onListed }: ListOptions): CaptionList {
  let searching = new AbortController();
  let title = '';
  let find: FindCaptions | undefined;
  let streamTracks: readonly CaptionEntry[] | undefined;
  let life = new AbortController();
  let embedded: EmbeddedTracks = NO_EMBEDDED;
  /** Kept when another source of the same title plays. */
  let titleTracks: readonly CaptionEntry[] = [];

  function update() {
    const inbandTracks = state().media.captionTracks.map((track) => ({
      ...inbandEntry(track),
      parts: embedded.layouts.get(track.label),
    }));
    const mediumTracks = [...inbandTracks, ...embedded.entries];
    set({ tracks: streamTracks ? [...streamTracks, ...mediumTracks, ...titleTracks] : [] });
    onListed();
  }

  async function readEmbedded(url: string | undefined) {
    life.abort();
    life = new AbortController();
    const { signal } = life;
    embedded = NO_EMBEDDED;
    if (url === undefined) return;
    // After a failure, text tracks are shown without their layout.
    const found = await fetchEmbedded(url, signal).catch(() => undefined);
    if (signal.aborted || !found) return;
    embedded = found;
    update();
  }

  async function search(): Promise<void> {
    if (!find) return;
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    set({ search: { at: 'searching' } });
    try {
      const found = await find(signal);
      if (signal.aborted) return;
      titleTracks = [...titleTracks.filter(({ origin }) => origin !== 'service'), ...found];
      set({ search: { at: 'found' } });
      update();
    } catch (error) {
      if (!signal.aborted) set({ search: { at: 'failed', message: messageOf(error) } });
    }
  }

  return {
    setStream: (stream) => {
      const tracks = stream && [...stream.captions, ...(stream.imageCaptions ?? [])];
      streamTracks = tracks?.map((track) => ({ ...track, origin: 'stream' }));
      void readEmbedded(stream?.embeddedSubtitles);
      update();
    },
    openTitle: (next, finder) => {
      find = finder;
      if (next === title) return false;
      title = next;
      searching.abort();
      titleTracks = [];
      set({ search: { at: find ? 'idle' : 'unavailable' } });
      return true;
    },
    add: (entry) => {
      titleTracks = [...titleTracks, entry];
      update();
    },
    search,
    update,
    stop: () => {
      searching.abort();
      life.abort();
    },
  };
}

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

function inbandEntry(track: InbandTextTrack): CaptionEntry {
  const { id, language, label, forced, isDefault, hearingImpaired } = track;
  return {
    id: inbandTrackId(id),
    type: 'vtt',
    url: '',
    hasCorsRestrictions: false,
    language: language ?? 'unknown',
    origin: 'embedded',
    label,
    forced,
    isDefault,
    hearingImpaired,
  };
}

/** Tracks inside a file that its playlist doesn't have, or has without their layout. */
interface EmbeddedTracks {
  /** The layout of text tracks, by their names in the playlist. */
  readonly layouts: ReadonlyMap<string, CaptionParts>;
  readonly entries: readonly CaptionEntry[];
}

const NO_EMBEDDED: EmbeddedTracks = { layouts: new Map(), entries: [] };

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Rejects if the document can't be read. */
async function fetchEmbedded(url: string, signal: AbortSignal): Promise<EmbeddedTracks> {
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

/** The id of a file while it is read, and of its error. */
export const NEW_FILE = 'new-file';
/** The id of the first file. */
const CUSTOM_ID = 'custom-caption';
const CUSTOM_LANGUAGE = 'custom';
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const MAX_IMAGE_BYTES = 128 * 1024 * 1024;

/** Reads the viewer's file. Rejects with a message of `CAPTION_ERRORS`. */
export async function fileEntry(
  file: File,
  earlier: readonly CaptionEntry[],
): Promise<CaptionEntry> {
  const isImage = captionFormatOf(file.name)?.kind === 'image';
  const maxBytes = isImage ? MAX_IMAGE_BYTES : MAX_TEXT_BYTES;
  if (file.size > maxBytes) throw new CaptionFileTooLarge(maxBytes);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { readCaptionFile } = await import('../../captions/read-file.ts');
  const { text, styled } = await readCaptionFile(bytes, file.name);
  const files = earlier.filter(({ origin }) => origin === 'file').length;
  return {
    id: files === 0 ? CUSTOM_ID : `${CUSTOM_ID}-${files + 1}`,
    type: styled?.kind === 'pgs' ? 'pgs' : 'vtt',
    url: '',
    hasCorsRestrictions: false,
    language: CUSTOM_LANGUAGE,
    origin: 'file',
    label: file.name,
    text,
    styled,
  };
}
