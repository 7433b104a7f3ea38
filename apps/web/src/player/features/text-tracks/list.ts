import type { Stream } from '@matinee/shared/media/stream';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';

import { CAPTION_FAULTS } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { MediumCaption } from '../../engine/engine.ts';
import type { CaptionsState, PlayerState } from '../../state/state.ts';
import { mediumTrackId } from './loader.ts';

export type FindCaptions = (signal: AbortSignal) => Promise<readonly CaptionEntry[]>;

export interface CaptionOffers {
  readonly ofStream: (stream: Stream | undefined) => void;
  /** True when it is another title than before. */
  readonly openTitle: (title: string, find: FindCaptions | undefined) => boolean;
  readonly add: (entry: CaptionEntry) => void;
  readonly search: () => Promise<void>;
  /** What the medium offers has changed. */
  readonly list: () => void;
  readonly stop: () => void;
}

interface OffersDesk {
  readonly state: () => PlayerState;
  readonly set: (patch: Partial<CaptionsState>) => void;
  readonly onListed: () => void;
}

/** What there is to choose from: of the stream, of its medium, from the services, from the viewer's own disk. */
export function createCaptionOffers({ state, set, onListed }: OffersDesk): CaptionOffers {
  let searching = new AbortController();
  let title = '';
  let find: FindCaptions | undefined;
  let ofStream: readonly CaptionEntry[] | undefined;
  /** Not of the stream: it stays when another source of the same title plays. */
  let found: readonly CaptionEntry[] = [];

  function list() {
    const ofMedium = state().media.captionTracks.map(mediumEntry);
    set({ tracks: ofStream ? [...ofStream, ...ofMedium, ...found] : [] });
    onListed();
  }

  async function search(): Promise<void> {
    if (!find) return;
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    set({ search: { at: 'searching' } });
    try {
      const offers = await find(signal);
      if (signal.aborted) return;
      found = [...found.filter(({ origin }) => origin !== 'service'), ...offers];
      set({ search: { at: 'found' } });
      list();
    } catch (error) {
      if (!signal.aborted) set({ search: { at: 'failed', message: messageOf(error) } });
    }
  }

  return {
    ofStream: (stream) => {
      const tracks = stream && [...stream.captions, ...(stream.imageCaptions ?? [])];
      ofStream = tracks?.map((track) => ({ ...track, origin: 'stream' }));
      list();
    },
    openTitle: (next, finder) => {
      find = finder;
      if (next === title) return false;
      title = next;
      searching.abort();
      found = [];
      set({ search: { at: find ? 'idle' : 'unavailable' } });
      return true;
    },
    add: (entry) => {
      found = [...found, entry];
      list();
    },
    search,
    list,
    stop: () => searching.abort(),
  };
}

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

function mediumEntry(caption: MediumCaption): CaptionEntry {
  const { id, language, label, forced, hearingImpaired } = caption;
  return {
    id: mediumTrackId(id),
    type: 'vtt',
    url: '',
    hasCorsRestrictions: false,
    language: language ?? 'unknown',
    origin: 'medium',
    label,
    forced,
    hearingImpaired,
  };
}

/** Stands for a file that is still being read, or was none. */
export const NEW_FILE = 'new-file';
/** Of the first file. */
const CUSTOM_ID = 'custom-caption';
const CUSTOM_LANGUAGE = 'custom';
const LARGEST_FILE = 8 * 1024 * 1024;
const LARGEST_PICTURES = 128 * 1024 * 1024;

/** A file of the viewer's; rejects with what the viewer is told. */
export async function fileEntry(
  file: File,
  earlier: readonly CaptionEntry[],
): Promise<CaptionEntry> {
  const largest = captionFormatOf(file.name)?.kind === 'image' ? LARGEST_PICTURES : LARGEST_FILE;
  if (file.size > largest) throw new Error(CAPTION_FAULTS.invalid);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { readCaptionFile } = await import('../../captions/read-file.ts');
  const { text, styled } = await readCaptionFile(bytes, file.name);
  const own = earlier.filter(({ origin }) => origin === 'file').length;
  return {
    id: own === 0 ? CUSTOM_ID : `${CUSTOM_ID}-${own + 1}`,
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
