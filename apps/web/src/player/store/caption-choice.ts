import type { CaptionEntry } from '../captions/track.ts';
import { messageOf } from './caption-offers.ts';
import type { CaptionReader } from './caption-reader.ts';
import type { CaptionsState } from './state.ts';

export interface CaptionChoice {
  /** Of the captions that are offered; undefined ends those that are shown. */
  readonly begin: (track: CaptionEntry | undefined) => Promise<void>;
  /** Something is being made ready: `id` is shown as on its way until it begins or fails. */
  readonly prepare: (id: string, made: () => Promise<CaptionEntry>) => Promise<void>;
  readonly fail: (id: string, message: string) => void;
  /** What was shown last of this title. */
  readonly last: () => string | null;
  readonly openTitle: (title: string) => void;
  readonly stop: () => void;
}

interface ChoiceDesk {
  readonly now: () => CaptionsState;
  readonly set: (patch: Partial<CaptionsState>) => void;
  readonly reader: CaptionReader;
}

/** One choice at a time: the last one wins, whichever arrives first. */
export function createCaptionChoice({ now, set, reader }: ChoiceDesk): CaptionChoice {
  let choice = new AbortController();
  let title = '';
  let last: string | null = null;

  function anew(): AbortSignal {
    choice.abort();
    choice = new AbortController();
    return choice.signal;
  }

  function fail(id: string, message: string) {
    reader.end();
    set({ chosen: null, pending: null, cues: [], failure: { id, message } });
  }

  async function begin(track: CaptionEntry | undefined): Promise<void> {
    const signal = anew();
    reader.end();
    set({ chosen: null, pending: track?.id ?? null, failure: null, cues: [] });
    if (!track) return;
    tuneFor(track);
    try {
      await reader.begin(track, signal);
      if (signal.aborted) return;
      last = track.id;
      set({ ...wishOf(track), chosen: track.id, pending: null });
    } catch (error) {
      if (!signal.aborted) fail(track.id, messageOf(error));
    }
  }

  /** Another file has another fault of time, and shouts or does not. */
  function tuneFor({ id }: CaptionEntry) {
    const tunedFor = `${title} ${id}`;
    if (tunedFor === now().tunedFor) return;
    reader.setDelay(0);
    set({ tunedFor, delay: 0, fixesCase: false });
  }

  return {
    begin,
    prepare: async (id, made) => {
      const signal = anew();
      set({ pending: id, failure: null });
      try {
        const entry = await made();
        if (!signal.aborted) await begin(entry);
      } catch (error) {
        // What is shown stays: the new one was no caption.
        if (!signal.aborted) set({ pending: null, failure: { id, message: messageOf(error) } });
      }
    },
    fail,
    last: () => last,
    openTitle: (next) => {
      title = next;
      last = null;
    },
    stop: () => choice.abort(),
  };
}

/** What a choice says of those to come. */
const wishOf = ({ origin, language }: CaptionEntry) => ({
  language: origin === 'file' ? null : language,
  fromService: origin === 'service',
});
