import { bestTrack, CaptionFileTooLarge, defaultTrack, forcedTrack } from '../../captions/track.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import { messageOf } from './list.ts';
import type { TextTrackLoader } from './loader.ts';
import { areCaptionsShowing } from './state.ts';
import type { CaptionFailure, CaptionsAccess } from './state.ts';

interface TextTrackSelection {
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
  readonly loader: TextTrackLoader;
}

/** Chooses one track at a time: the last choice wins, whichever track loads first. */
export function createTextTrackSelection(options: SelectionOptions): TextTrackSelection {
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

const DEFAULT_LANGUAGE = 'en';

interface PreferenceOptions extends CaptionsAccess {
  readonly selection: TextTrackSelection;
  readonly search: () => Promise<void>;
  /** The language of the audio, if known. */
  readonly heard: () => string | undefined;
}

interface CaptionPreference {
  readonly choose: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** Applies the preference to a list that has changed. */
  readonly settle: () => void;
}

export function createCaptionPreference({
  now,
  set,
  selection,
  search,
  heard,
}: PreferenceOptions): CaptionPreference {
  const isOn = () => areCaptionsShowing({ captions: now() });

  async function choose(id: string | null): Promise<void> {
    const track = now().tracks.find((candidate) => candidate.id === id);
    set({ isWanted: track !== undefined });
    await selection.choose(track);
    if (!track) showForced();
  }

  function showForced() {
    const { isWanted, tracks, chosen, pending, failure } = now();
    if (isWanted) return;
    const forced = forcedTrack(tracks, heard());
    const isShown = (forced?.id ?? null) === (pending ?? chosen);
    if (!isShown && (!forced || failure?.id !== forced.id)) void selection.choose(forced, 'itself');
  }

  function trackFor(language: string | null) {
    const { tracks } = now();
    const again = tracks.find(({ id }) => id === selection.last());
    return again ?? (language === null ? defaultTrack(tracks) : bestTrack(tracks, language));
  }

  return {
    choose,
    toggle: () => {
      const { tracks, language } = now();
      if (isOn()) return void choose(null);
      const english = language === null ? bestTrack(tracks, DEFAULT_LANGUAGE) : undefined;
      const track = trackFor(language) ?? english ?? tracks[0];
      if (track) void choose(track.id);
    },
    settle: () => {
      const { isWanted, language, tracks, failure, fromService, chosen } = now();
      const isGone = chosen !== null && !tracks.some(({ id }) => id === chosen);
      if (isGone) void selection.choose(undefined);
      showForced();
      if (!isWanted) return;
      if (isOn() || failure) return;
      const track = trackFor(language);
      if (track) void selection.choose(track);
      else if (fromService && language !== null && now().search.at === 'idle') void search();
    },
  };
}
