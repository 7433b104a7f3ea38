import { bestTrack } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { CaptionsState } from '../../state/state.ts';
import { messageOf } from './list.ts';
import type { CaptionReader } from './loader.ts';

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

const DEFAULT_LANGUAGE = 'en';

interface WishDesk {
  readonly now: () => CaptionsState;
  readonly set: (patch: Partial<CaptionsState>) => void;
  readonly choice: CaptionChoice;
  readonly search: () => Promise<void>;
}

export interface CaptionWish {
  readonly choose: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** There is something else to choose from than before. */
  readonly settle: () => void;
}

const isOn = ({ chosen, pending }: CaptionsState) => chosen !== null || pending !== null;

/** What the viewer wants, and what of it there is. */
export function createCaptionWish({ now, set, choice, search }: WishDesk): CaptionWish {
  async function choose(id: string | null): Promise<void> {
    const track = now().tracks.find((candidate) => candidate.id === id);
    set({ isWanted: track !== undefined });
    await choice.begin(track);
  }

  function trackFor(language: string | null) {
    const { tracks } = now();
    const again = tracks.find(({ id }) => id === choice.last());
    return again ?? (language === null ? undefined : bestTrack(tracks, language));
  }

  return {
    choose,
    toggle: () => {
      const { tracks, language } = now();
      if (isOn(now())) return void choose(null);
      const track = trackFor(language ?? DEFAULT_LANGUAGE) ?? tracks[0];
      if (track) void choose(track.id);
    },
    // What is gone ends; whoever wants captions gets them as soon as there are some.
    settle: () => {
      const { isWanted, language, tracks, failure, fromService, chosen } = now();
      if (chosen !== null && !tracks.some(({ id }) => id === chosen)) void choice.begin(undefined);
      if (!isWanted || isOn(now()) || failure) return;
      const track = trackFor(language);
      if (track) void choice.begin(track);
      else if (fromService && language !== null && now().search.at === 'idle') void search();
    },
  };
}
