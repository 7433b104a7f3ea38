import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import type { CreateEngine, Engine, EngineReports, LoadOptions } from '../engine/engine.ts';
import { hasMedia, UNLOADED_MEDIA } from './playback.ts';
import type { PlaybackState } from './playback.ts';

/** Owns one engine at a time and its stream, and writes the engine's reports to the store. */
interface EngineHost {
  readonly engine: () => Engine | undefined;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  readonly attach: (video: HTMLVideoElement) => () => void;
  readonly switchEngine: (create: CreateEngine) => void;
}

export function createEngineHost(
  store: StoreApi<PlaybackState>,
  firstEngine: CreateEngine,
  onEngine: (engine: Engine | undefined) => void,
): EngineHost {
  let create = firstEngine;
  let video: HTMLVideoElement | undefined;
  let engine: Engine | undefined;
  /** Load options for the next engine. */
  let pending: LoadOptions | undefined;

  function startEngine() {
    if (!video) return;
    engine = openEngine(store, create, video);
    const { stream } = store.getState();
    if (stream && pending) engine.load(stream, pending);
    pending = undefined;
    onEngine(engine);
  }

  function stopEngine() {
    const state = store.getState();
    if (!engine) return;
    if (hasMedia(state)) {
      const { time, paused } = state.media;
      pending = { startAt: time, autoplay: !paused };
    }
    engine.destroy();
    engine = undefined;
    onEngine(undefined);
  }

  return {
    engine: () => engine,
    load: (stream, options) => {
      store.setState(reset({ stream, phase: 'loading' }, options.startAt));
      if (engine) engine.load(stream, options);
      else pending = options;
    },
    unload: () => {
      pending = undefined;
      engine?.unload();
      store.setState(reset({ stream: undefined, phase: 'empty' }, 0));
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

const reset =
  (next: Pick<PlaybackState, 'stream' | 'phase'>, time: number) =>
  ({ media }: PlaybackState): Partial<PlaybackState> => ({
    ...next,
    error: undefined,
    media: { ...media, ...UNLOADED_MEDIA, time },
  });

/** Creates an engine with the volume, rate and quality of the last one; it reports until it is destroyed. */
function openEngine(
  store: StoreApi<PlaybackState>,
  create: CreateEngine,
  video: HTMLVideoElement,
): Engine {
  let isOpen = true;
  const reports: EngineReports = {
    state: (patch, phase) => {
      if (!isOpen) return;
      store.setState((state) => ({
        media: { ...state.media, ...patch },
        phase: phase === undefined ? state.phase : nextPhase(state, phase),
      }));
    },
    failed: (error) => {
      if (isOpen) store.setState({ phase: 'failed', error });
    },
  };
  // The new engine reports both again if they apply.
  reports.state({ drawsCaptions: false, live: undefined });
  const engine = create(video, reports);
  const { volume, muted, rate, qualityPreference, audioLanguage } = store.getState().media;
  engine.setVolume(volume, muted);
  engine.setRate(rate);
  engine.chooseQuality(qualityPreference);
  engine.preferAudio(audioLanguage);
  return {
    ...engine,
    destroy: () => {
      // Ignores reports after destroy().
      isOpen = false;
      engine.destroy();
    },
  };
}

function nextPhase(
  { phase }: PlaybackState,
  reported: PlaybackState['phase'],
): PlaybackState['phase'] {
  if (phase === 'empty') return phase;
  // A stall before the first frame is still loading.
  return phase === 'loading' && reported === 'stalled' ? phase : reported;
}
