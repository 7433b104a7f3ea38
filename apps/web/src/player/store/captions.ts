import type { CaptionTrack, Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { indexCues } from '../captions/active-cues.ts';
import type { Engine } from '../engine/engine.ts';
import { createCueClock } from './cue-clock.ts';
import { areCaptionsOn } from './selectors.ts';
import type { CaptionsState, PlayerState } from './state.ts';

export type LoadCaption = (track: CaptionTrack, signal: AbortSignal) => Promise<string>;

export interface Captions {
  readonly choose: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  readonly loaded: (stream: Stream | undefined) => void;
  readonly follow: (engine: Engine | undefined) => void;
  readonly stop: () => void;
}

const DEFAULT_LANGUAGE = 'en';

export function createCaptions(store: StoreApi<PlayerState>, loadText: LoadCaption): Captions {
  let choice = new AbortController();

  const now = () => store.getState().captions;
  const set = (patch: Partial<CaptionsState>) =>
    store.setState({ captions: { ...now(), ...patch } });

  const clock = createCueClock((active) => set({ active }));

  async function choose(id: string | null): Promise<void> {
    // The last choice wins, whichever arrives first.
    choice.abort();
    choice = new AbortController();
    const { signal } = choice;
    const track = now().tracks.find((candidate) => candidate.id === id);
    clock.show(undefined);
    set({ chosen: null, pending: track?.id ?? null, failure: null });
    if (!track) return;
    try {
      const text = await loadText(track, signal);
      const { parseCaptions } = await import('../captions/parse.ts');
      const cues = indexCues(await parseCaptions(text));
      if (signal.aborted) return;
      set({ chosen: track.id, pending: null, language: track.language });
      clock.show(cues);
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      set({ pending: null, failure: { id: track.id, message } });
    }
  }

  return {
    choose,
    toggle: () => {
      const wanted = areCaptionsOn(store.getState()) ? undefined : preferred(now());
      void choose(wanted?.id ?? null);
    },
    loaded: (stream) => {
      const wereOn = areCaptionsOn(store.getState());
      const { language } = now();
      set({ tracks: stream?.captions ?? [] });
      const again = wereOn && now().tracks.find((track) => track.language === language);
      void choose(again ? again.id : null);
    },
    follow: clock.follow,
    stop: () => {
      choice.abort();
      clock.follow(undefined);
    },
  };
}

function preferred({ tracks, language }: CaptionsState): CaptionTrack | undefined {
  const speaks = (wanted: string) => tracks.find((track) => track.language === wanted);
  return speaks(language ?? DEFAULT_LANGUAGE) ?? tracks[0];
}
