import { bestTrack, CaptionFileTooLarge, secondTracks } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';
import { messageOf } from './list.ts';
import { createCaptionLoader } from './loader.ts';
import type { CaptionFetchers, CaptionLoader } from './loader.ts';
import type { CaptionFailure, CaptionsAccess, SecondCaptionState } from './state.ts';

export interface SelectionCommands {
  /** Undefined switches captions off. Only a choice by the viewer is remembered. */
  readonly choose: (track: CaptionEntry | undefined, by?: 'viewer' | 'itself') => Promise<void>;
  /** Shows `id` as pending until the track is made and chosen, or fails. */
  readonly prepare: (id: string, make: () => Promise<CaptionEntry>) => Promise<void>;
  /** Goes back to the previous track. */
  readonly fail: (message: string) => void;
  /** The last track of this title. */
  readonly last: () => string | null;
  readonly openTitle: (title: string) => void;
  readonly stop: () => void;
}

interface SelectionOptions extends CaptionsAccess {
  readonly loader: CaptionLoader;
}

/** Chooses one track at a time: the last choice wins, whichever track loads first. */
export function createCaptionSelection(options: SelectionOptions): SelectionCommands {
  const { now, set, loader } = options;
  let current = new AbortController();
  let title = '';
  let last: string | null = null;
  let shown: CaptionEntry | undefined;
  let shownBefore: CaptionEntry | undefined;

  function restart(): AbortSignal {
    current.abort();
    return (current = new AbortController()).signal;
  }

  function end() {
    restart();
    [shown, shownBefore] = [undefined, undefined];
    loader.end();
    set({ chosen: null, pending: null, failure: null, cues: [] });
  }

  function fail(message: string) {
    const fallback = shownBefore;
    const failure = shown ? { id: shown.id, message } : null;
    end();
    set({ failure });
    if (fallback) void choose(fallback).then(() => set({ failure }));
  }

  /** Keeps the shown track until the next one has loaded. */
  async function choose(
    track: CaptionEntry | undefined,
    by: 'viewer' | 'itself' = 'viewer',
  ): Promise<void> {
    if (!track) return end();
    const signal = restart();
    const isRetry = now().failure?.id === track.id;
    set({ pending: track.id, failure: null });
    try {
      await loader.begin(track, signal, isRetry);
      if (signal.aborted) return;
      resetTuning(`${title} ${track.id}`, options);
      [shown, shownBefore] = [track, shown];
      if (by === 'viewer') last = track.id;
      set({ ...(by === 'viewer' && preferencesOf(track)), chosen: track.id, pending: null });
    } catch (error) {
      if (signal.aborted) return;
      set({ pending: null, failure: { id: track.id, message: messageOf(error) } });
    }
  }

  return {
    choose,
    prepare: async (id, make) => {
      const signal = restart();
      set({ pending: id, failure: null });
      try {
        const entry = await make();
        if (!signal.aborted) await choose(entry);
      } catch (error) {
        // Keeps the shown track.
        if (!signal.aborted) set({ pending: null, failure: failureOf(id, error) });
      }
    },
    fail,
    last: () => last,
    openTitle: (next) => {
      title = next;
      last = null;
    },
    stop: () => current.abort(),
  };
}

const failureOf = (id: string, error: unknown): CaptionFailure => ({
  id,
  message: messageOf(error),
  ...(error instanceof CaptionFileTooLarge && { maxBytes: error.maxBytes }),
});

/** Delay and case belong to one file. */
function resetTuning(tunedFor: string, { now, set, loader }: SelectionOptions): void {
  if (tunedFor === now().tunedFor) return;
  loader.setDelay(0);
  set({ tunedFor, delay: 0, fixesCase: false });
}

const preferencesOf = ({ origin, language }: CaptionEntry) => ({
  language: origin === 'file' ? null : language,
  fromService: origin === 'service',
});

interface SecondTrackOptions extends CaptionsAccess {
  readonly fetchers: CaptionFetchers;
}

interface SecondTrack {
  readonly choose: (id: string | null) => Promise<void>;
  /** Applies the preference to a list that has changed. */
  readonly settle: () => void;
  readonly follow: (engine: Engine | undefined) => void;
  /** Ends the track and keeps the preference. */
  readonly end: () => void;
  readonly stop: () => void;
}

/** A second language at the top of the video. */
export function createSecondTrack({ now, set, fetchers }: SecondTrackOptions): SecondTrack {
  let current = new AbortController();
  const setSecond = (patch: Partial<SecondCaptionState>) =>
    set({ second: { ...now().second, ...patch } });
  const fail = (id: string, message: string) =>
    setSecond({ pending: null, failure: { id, message } });
  const loader = createCaptionLoader(fetchers, {
    delay: 0,
    isSecond: true,
    onCues: () => undefined,
    onActive: (active) => setSecond({ active }),
    onFailure: (message) => {
      const id = now().second.chosen ?? '';
      end();
      fail(id, message);
    },
  });

  function restart(): AbortSignal {
    current.abort();
    current = new AbortController();
    return current.signal;
  }

  function end() {
    restart();
    loader.end();
    setSecond({ chosen: null, pending: null, failure: null });
  }

  async function begin(track: CaptionEntry): Promise<void> {
    const signal = restart();
    const isRetry = now().second.failure?.id === track.id;
    setSecond({ pending: track.id, failure: null });
    try {
      await loader.begin(track, signal, isRetry);
      if (!signal.aborted) setSecond({ chosen: track.id, pending: null });
    } catch (error) {
      if (!signal.aborted) fail(track.id, messageOf(error));
    }
  }

  return {
    choose: async (id) => {
      const track = now().tracks.find((candidate) => candidate.id === id);
      const language = track?.origin === 'file' ? null : track?.language;
      set({ secondLanguage: language ?? null });
      if (track) await begin(track);
      else end();
    },
    settle: () => {
      const { tracks, secondLanguage, second } = now();
      const { chosen, pending, failure } = second;
      if (chosen !== null && !tracks.some(({ id }) => id === chosen)) end();
      if (secondLanguage === null || chosen !== null || pending !== null || failure) return;
      const track = bestTrack(secondTracks(tracks, now().chosen), secondLanguage);
      if (track) void begin(track);
    },
    follow: loader.follow,
    end,
    stop: () => current.abort(),
  };
}
