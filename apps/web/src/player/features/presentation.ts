import type { StoreApi } from 'zustand/vanilla';

import { createRemoteScreen } from '../engine/airplay.ts';
import type { RemoteScreen } from '../engine/airplay.ts';
import { createPip } from '../engine/pip.ts';
import type { Pip } from '../engine/pip.ts';
import { createPresentation } from '../engine/presentation.ts';
import type { Presentation } from '../engine/presentation.ts';
import { probeVolume } from '../engine/can-set-volume.ts';
import { createAudio } from './audio.ts';
import type { AudioCommands } from './audio.ts';
import type { Casting } from './casting.ts';
import type { Deck } from './engine-host.ts';
import { keepLit } from './keep-lit.ts';
import type { PlayerState } from '../state/state.ts';

/** The element on the page that the film is shown in, and the ways in which it can be shown. */
export interface Stage extends AudioCommands {
  readonly attach: (video: HTMLVideoElement, frame: HTMLElement) => () => void;
  readonly toggleFullscreen: () => void;
  readonly leaveFullscreen: () => void;
  readonly togglePip: () => void;
  /** Of those that the browser sends pictures to; it asks which. */
  readonly chooseScreen: () => void;
}

export function createStage(
  store: StoreApi<PlayerState>,
  deck: Deck,
  casting: Casting,
): { readonly stage: Stage; readonly stop: () => void } {
  const stops = new Set<() => void>();
  let presentation: Presentation | undefined;
  let pip: Pip | undefined;
  let screen: RemoteScreen | undefined;
  const audio = createAudio(store);

  function attach(video: HTMLVideoElement, frame: HTMLElement) {
    const life = new AbortController();
    const shown = createPresentation(video, frame, (fullscreen) =>
      store.setState((state) => ({ controls: { ...state.controls, fullscreen } })),
    );
    const small = createPip(video, frame, (state) => store.setState({ pip: state }));
    const other = createRemoteScreen(video, (remote) => store.setState({ remote }));
    presentation = shown;
    pip = small;
    screen = other;
    const stopAudio = audio.attach(video);
    const detach = deck.attach(video);
    const stopLighting = keepLit(store);
    casting.offer(frame.ownerDocument);
    void learnVolume(store, frame.ownerDocument, life.signal);
    const stop = () => {
      if (!stops.delete(stop)) return;
      life.abort();
      detach();
      stopLighting();
      stopAudio();
      for (const way of [small, other, shown]) way.destroy();
      presentation = undefined;
      pip = undefined;
      screen = undefined;
    };
    stops.add(stop);
    return stop;
  }

  return {
    stage: {
      attach,
      toggleFullscreen: () => presentation?.toggleFullscreen(),
      leaveFullscreen: () => presentation?.leaveFullscreen(),
      togglePip: () => pip?.toggle(),
      chooseScreen: () => screen?.choose(),
      ...audio.commands,
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
