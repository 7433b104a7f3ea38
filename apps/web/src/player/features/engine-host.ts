import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import type { CreateEngine, Engine, EngineReports, LoadOptions } from '../engine/engine.ts';
import { hasMedia } from '../state/selectors.ts';
import { FRESH } from '../state/state.ts';
import type { PlayerState } from '../state/state.ts';

/** Holds one engine at a time and the stream it is to play; the only hand that passes its reports to the store. */
export interface Deck {
  readonly engine: () => Engine | undefined;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  readonly attach: (video: HTMLVideoElement) => () => void;
  readonly switchEngine: (create: CreateEngine) => void;
}

export function createDeck(
  store: StoreApi<PlayerState>,
  firstEngine: CreateEngine,
  onEngine: (engine: Engine | undefined) => void,
): Deck {
  let create = firstEngine;
  let video: HTMLVideoElement | undefined;
  let engine: Engine | undefined;
  /** How to begin once there is an engine. */
  let waiting: LoadOptions | undefined;

  function startEngine() {
    if (!video) return;
    engine = openEngine(store, create, video);
    const { stream } = store.getState();
    if (stream && waiting) engine.load(stream, waiting);
    waiting = undefined;
    onEngine(engine);
  }

  function stopEngine() {
    const state = store.getState();
    if (!engine) return;
    if (hasMedia(state)) {
      const { time, paused } = state.media;
      waiting = { startAt: time, autoplay: !paused };
    }
    engine.destroy();
    engine = undefined;
    onEngine(undefined);
  }

  return {
    engine: () => engine,
    load: (stream, options) => {
      store.setState(beginning({ stream, phase: 'loading' }, options.startAt));
      if (engine) engine.load(stream, options);
      else waiting = options;
    },
    unload: () => {
      waiting = undefined;
      engine?.unload();
      store.setState(beginning({ stream: undefined, phase: 'empty' }, 0));
    },
    attach: (element) => {
      video = element;
      startEngine();
      return () => {
        stopEngine();
        video = undefined;
      };
    },
    switchEngine: (next) => {
      create = next;
      stopEngine();
      startEngine();
    },
  };
}

/** What was known of the last stream is not known of the next one. */
const beginning =
  (next: Pick<PlayerState, 'stream' | 'phase'>, time: number) =>
  ({ media }: PlayerState): Partial<PlayerState> => ({
    ...next,
    error: undefined,
    media: { ...media, ...FRESH, time },
  });

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
