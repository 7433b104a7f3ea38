import type { CaptionEntry } from '../captions/track.ts';
import { messageOf } from './caption-list.ts';
import type { CaptionReader } from './caption-reader.ts';
import type { CaptionsState } from '../state/state.ts';

export interface CaptionChoice {
  /** Of the captions that are offered; undefined ends those that are shown. */
  readonly begin: (track: CaptionEntry | undefined) => Promise<void>;
  /** Something is being made ready: `id` is shown as on its way until it begins or fails. */
  readonly prepare: (id: string, made: () => Promise<CaptionEntry>) => Promise<void>;
  /** The new track has failed: the one before it comes back. */
  readonly fail: (message: string) => void;
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
  let shown: CaptionEntry | undefined;
  let shownBefore: CaptionEntry | undefined;

  function anew(): AbortSignal {
    choice.abort();
    return (choice = new AbortController()).signal;
  }

  function end() {
    anew();
    [shown, shownBefore] = [undefined, undefined];
    reader.end();
    set({ chosen: null, pending: null, failure: null, cues: [] });
  }

  function fail(message: string) {
    const back = shownBefore;
    const failure = shown ? { id: shown.id, message } : null;
    end();
    set({ failure });
    if (back) void begin(back).then(() => set({ failure }));
  }

  /** The shown track stays until the next one is loaded and readable. */
  async function begin(track: CaptionEntry | undefined): Promise<void> {
    if (!track) return end();
    const signal = anew();
    const isAnew = now().failure?.id === track.id;
    set({ pending: track.id, failure: null });
    try {
      await reader.begin(track, signal, isAnew);
      if (signal.aborted) return;
      tuneFor(`${title} ${track.id}`, { now, set, reader });
      [shown, shownBefore, last] = [track, shown, track.id];
      set({ ...wishOf(track), chosen: track.id, pending: null });
    } catch (error) {
      if (signal.aborted) return;
      set({ pending: null, failure: { id: track.id, message: messageOf(error) } });
    }
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

/** Another file has another fault of time, and shouts or does not. */
function tuneFor(tunedFor: string, { now, set, reader }: ChoiceDesk): void {
  if (tunedFor === now().tunedFor) return;
  reader.setDelay(0);
  set({ tunedFor, delay: 0, fixesCase: false });
}

/** What a choice says of those to come. */
const wishOf = ({ origin, language }: CaptionEntry) => ({
  language: origin === 'file' ? null : language,
  fromService: origin === 'service',
});
