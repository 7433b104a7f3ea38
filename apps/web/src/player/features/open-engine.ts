import type { StoreApi } from 'zustand/vanilla';

import type { CreateEngine, Engine, EngineReports } from '../engine/engine.ts';
import type { PlayerState } from '../state/state.ts';

/** Makes an engine that speaks to the store until it is destroyed, as loud, as fast and as fine as the one before it. */
export function openEngine(
  store: StoreApi<PlayerState>,
  create: CreateEngine,
  video: HTMLVideoElement,
): Engine {
  let isHeard = true;
  const reports: EngineReports = {
    state: (patch, phase) => {
      if (!isHeard) return;
      store.setState((state) => ({
        media: { ...state.media, ...patch },
        phase: phase === undefined ? state.phase : nextPhase(state, phase),
      }));
    },
    failed: (error) => {
      if (isHeard) store.setState({ phase: 'failed', error });
    },
  };
  // Each says anew whose captions are shown, and whether it plays live.
  reports.state({ drawsCaptions: false, live: undefined });
  const engine = create(video, reports);
  const { volume, muted, rate, qualityWish, audioLanguage } = store.getState().media;
  engine.setVolume(volume, muted);
  engine.setRate(rate);
  engine.chooseQuality(qualityWish);
  engine.preferAudio(audioLanguage);
  return {
    ...engine,
    destroy: () => {
      // It may still finish a sentence; nobody listens any more.
      isHeard = false;
      engine.destroy();
    },
  };
}

function nextPhase({ phase }: PlayerState, reported: PlayerState['phase']): PlayerState['phase'] {
  if (phase === 'empty') return phase;
  // Waiting for data before the first picture is still loading.
  return phase === 'loading' && reported === 'stalled' ? phase : reported;
}
