import type { StoreApi } from 'zustand/vanilla';

import { createAudioEffects, LONGEST_DELAY_SECONDS, NO_EFFECTS } from '../engine/audio-effects.ts';
import type { AudioEffects, EffectSettings } from '../engine/audio-effects.ts';
import type { AudioState, PlayerState } from '../state/state.ts';

export { LONGEST_DELAY_SECONDS };

export interface AudioCommands {
  /** Looks whether the sound of what is loaded can be changed. */
  readonly learnAudioRoute: () => void;
  readonly setAudioEffects: (change: Partial<EffectSettings>) => void;
}

export interface Audio {
  readonly commands: AudioCommands;
  readonly attach: (video: HTMLVideoElement) => () => void;
}

/** Effects on the sound, kept as long as the media element lasts. */
export function createAudio(store: StoreApi<PlayerState>): Audio {
  let effects: AudioEffects | undefined;

  const set = (patch: Partial<AudioState>) =>
    store.setState(({ audio }) => ({ audio: { ...audio, ...patch } }));
  const route = () => effects?.route() ?? 'unknown';

  function lost() {
    const { elements } = store.getState().audio;
    set({ ...NO_EFFECTS, route: 'foreign', elements: elements + 1 });
  }

  /** Chosen on an earlier visit; plays unrouted until the browser has seen a gesture. */
  async function resumeNightMode(own: AudioEffects) {
    const { nightMode, nightModeWish } = store.getState().audio;
    if (!nightModeWish || nightMode || !navigator.userActivation?.hasBeenActive) return;
    const wanted = { nightMode: true, delay: store.getState().audio.delay };
    if ((await own.applyOnceRunning(wanted)) && own === effects) set(wanted);
  }

  return {
    commands: {
      learnAudioRoute: () => set({ route: route() }),
      setAudioEffects: (change) => {
        if (change.nightMode !== undefined) set({ nightModeWish: change.nightMode });
        const { nightMode, delay } = { ...store.getState().audio, ...change };
        const wanted = { nightMode, delay: Math.min(Math.max(delay, 0), LONGEST_DELAY_SECONDS) };
        set(effects?.apply(wanted) ? wanted : { ...NO_EFFECTS, route: route() });
      },
    },
    attach: (video) => {
      const own = createAudioEffects(video, lost);
      effects = own;
      const life = new AbortController();
      const resume = () => void resumeNightMode(own);
      const heard = { signal: life.signal, capture: true };
      for (const type of ['loadeddata', 'playing']) video.addEventListener(type, resume, heard);
      for (const type of ['pointerup', 'keydown'])
        video.ownerDocument.addEventListener(type, resume, heard);
      return () => {
        life.abort();
        own.destroy();
        if (effects === own) effects = undefined;
      };
    },
  };
}
