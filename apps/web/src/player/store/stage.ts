import type { StoreApi } from 'zustand/vanilla';

import { createPresentation } from '../engine/presentation.ts';
import type { Presentation } from '../engine/presentation.ts';
import { probeVolume } from '../engine/volume-probe.ts';
import type { Casting } from './casting.ts';
import type { Deck } from './deck.ts';
import { keepLit } from './keep-lit.ts';
import type { PlayerState } from './state.ts';

/** The element on the page that the film is shown in, and the ways in which it can be shown. */
export interface Stage {
  readonly attach: (video: HTMLVideoElement, frame: HTMLElement) => () => void;
  readonly toggleFullscreen: () => void;
  readonly leaveFullscreen: () => void;
}

export function createStage(
  store: StoreApi<PlayerState>,
  deck: Deck,
  casting: Casting,
): { readonly stage: Stage; readonly stop: () => void } {
  const stops = new Set<() => void>();
  let presentation: Presentation | undefined;

  function attach(video: HTMLVideoElement, frame: HTMLElement) {
    const life = new AbortController();
    const shown = createPresentation(video, frame, (fullscreen) =>
      store.setState((state) => ({ controls: { ...state.controls, fullscreen } })),
    );
    presentation = shown;
    const detach = deck.attach(video);
    const stopLighting = keepLit(store);
    casting.offer(frame.ownerDocument);
    void learnVolume(store, frame.ownerDocument, life.signal);
    const stop = () => {
      if (!stops.delete(stop)) return;
      life.abort();
      detach();
      stopLighting();
      shown.destroy();
      presentation = undefined;
    };
    stops.add(stop);
    return stop;
  }

  return {
    stage: {
      attach,
      toggleFullscreen: () => presentation?.toggleFullscreen(),
      leaveFullscreen: () => presentation?.leaveFullscreen(),
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

async function learnVolume(store: StoreApi<PlayerState>, page: Document, signal: AbortSignal) {
  const volumeAdjustable = await probeVolume(page.createElement('video'), signal);
  if (signal.aborted) return;
  store.setState((state) => ({ controls: { ...state.controls, volumeAdjustable } }));
}
