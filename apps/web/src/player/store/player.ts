import type { Stream } from '@matinee/shared/media/stream';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

import { preloadHls } from '../engine/attach-source.ts';
import type { CreateEngine, LoadOptions } from '../engine/engine.ts';
import { createHtmlEngine } from '../engine/html.ts';
import { createPresentation } from '../engine/presentation.ts';
import type { Presentation } from '../engine/presentation.ts';
import { probeVolume } from '../engine/volume-probe.ts';
import type { LoadCaption } from './caption-reader.ts';
import { createCaptions } from './captions.ts';
import type { CaptionCommands } from './captions.ts';
import { createChoices } from './choices.ts';
import type { Choices } from './choices.ts';
import { createControls } from './controls.ts';
import type { Controls } from './controls.ts';
import { createDeck } from './deck.ts';
import { fetchCaption } from './fetch-caption.ts';
import { keepLit } from './keep-lit.ts';
import { createScrub } from './scrub.ts';
import type { Scrub } from './scrub.ts';
import { initialState } from './state.ts';
import type { PlayerState, RememberedWishes } from './state.ts';
import { createThumbnails } from './thumbnails.ts';
import type { TakeShots, Thumbnails } from './thumbnails.ts';
import { createTransport } from './transport.ts';
import type { Transport } from './transport.ts';
import { createGestures } from './gestures.ts';
import type { Gestures } from './gestures.ts';

export interface PlayerOptions extends RememberedWishes {
  readonly createEngine?: CreateEngine;
  readonly loadCaption?: LoadCaption;
  readonly takeShots?: TakeShots;
  /** 0-1, as it was left the last time. */
  readonly volume?: number;
}

export interface Player extends Transport, Choices, Pick<Thumbnails, 'wantThumbnails'> {
  readonly store: StoreApi<PlayerState>;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Fetches what the first playlist will need, while its address is still being looked for. */
  readonly prepare: () => void;
  readonly chooseCaption: (id: string | null) => Promise<void>;
  readonly toggleCaptions: () => void;
  readonly captions: CaptionCommands;
  readonly attach: (video: HTMLVideoElement, frame: HTMLElement) => () => void;
  /** Another engine goes on with the same stream at the same second (casting). */
  readonly switchEngine: (create: CreateEngine) => void;
  readonly toggleFullscreen: () => void;
  readonly leaveFullscreen: () => void;
  readonly controls: Controls;
  readonly scrub: Scrub;
  readonly gestures: Gestures;
  readonly destroy: () => void;
}

export function createPlayer(options: PlayerOptions = {}): Player {
  const store = createStore<PlayerState>(() => initialState(options.volume ?? 1, options));
  const controls = createControls(store);
  const captions = createCaptions(store, options.loadCaption ?? fetchCaption);
  const deck = createDeck(store, options.createEngine ?? createHtmlEngine, captions.follow);
  const transport = createTransport(store, deck.engine);
  const thumbnails = createThumbnails(store, options.takeShots);
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
    ...transport,
    ...createChoices(store, deck.engine),
    store,
    load: (stream, how) => {
      deck.load(stream, how);
      captions.loaded(stream);
    },
    unload: () => {
      deck.unload();
      captions.loaded(undefined);
    },
    prepare: () => void preloadHls(),
    wantThumbnails: thumbnails.wantThumbnails,
    chooseCaption: captions.commands.choose,
    toggleCaptions: captions.commands.toggle,
    captions: captions.commands,
    attach,
    switchEngine: deck.switchEngine,
    toggleFullscreen: () => presentation?.toggleFullscreen(),
    leaveFullscreen: () => presentation?.leaveFullscreen(),
    controls,
    scrub: createScrub(store, transport),
    gestures: createGestures(store, transport),
    destroy: () => {
      for (const stop of stops) stop();
      for (const part of [captions, thumbnails, controls]) part.stop();
    },
  };
}

async function learnVolume(store: StoreApi<PlayerState>, page: Document, signal: AbortSignal) {
  const volumeAdjustable = await probeVolume(page.createElement('video'), signal);
  if (signal.aborted) return;
  store.setState((state) => ({ controls: { ...state.controls, volumeAdjustable } }));
}
