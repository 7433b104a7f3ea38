import type { Stream } from '@matinee/shared/media/stream';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

import { preloadHls } from './engine/attach-source.ts';
import type { CreateEngine, LoadOptions } from './engine/engine.ts';
import { createHtmlEngine } from './engine/html.ts';
import type { LoadCaption, LoadCaptionImages } from './features/text-tracks/loader.ts';
import { createCaptions } from './features/text-tracks/text-tracks.ts';
import type { CaptionCommands } from './features/text-tracks/text-tracks.ts';
import { createCasting } from './features/casting.ts';
import type { Casting, CastingOptions } from './features/casting.ts';
import { createChoices } from './features/choices.ts';
import type { Choices } from './features/choices.ts';
import { createControls } from './features/controls.ts';
import type { Controls } from './features/controls.ts';
import { createDeck } from './features/engine-host.ts';
import { fetchCaption, fetchCaptionImages } from './features/text-tracks/loader.ts';
import { createScrub } from './features/scrub.ts';
import type { Scrub } from './features/scrub.ts';
import { createStage } from './features/presentation.ts';
import type { Stage } from './features/presentation.ts';
import { initialState } from './state/state.ts';
import type { PlayerState, RememberedWishes } from './state/state.ts';
import { createThumbnails } from './features/thumbnails.ts';
import type { TakeShots, Thumbnails } from './features/thumbnails.ts';
import { createTransport } from './features/transport.ts';
import type { Transport } from './features/transport.ts';
import { createGestures } from './features/gestures.ts';
import type { Gestures } from './features/gestures.ts';

export interface PlayerOptions extends RememberedWishes {
  readonly createEngine?: CreateEngine;
  readonly loadCaption?: LoadCaption;
  readonly loadCaptionImages?: LoadCaptionImages;
  readonly takeShots?: TakeShots;
  /** Whether this device makes thumbnails unless the viewer says no. */
  readonly affordsThumbnails?: boolean;
  /** 0-1, as it was left the last time. */
  readonly volume?: number;
  /** Unset, films stay on this screen. */
  readonly casting?: CastingOptions | undefined;
}

export interface Player extends Transport, Choices, Stage, Pick<Thumbnails, 'chooseThumbnails'> {
  readonly store: StoreApi<PlayerState>;
  readonly load: (stream: Stream, options: LoadOptions) => void;
  readonly unload: () => void;
  /** Fetches what the first playlist will need, while its address is still being looked for. */
  readonly prepare: () => void;
  readonly chooseCaption: (id: string | null) => Promise<void>;
  readonly toggleCaptions: () => void;
  readonly captions: CaptionCommands;
  /** Another engine goes on with the same stream at the same second (casting). */
  readonly switchEngine: (create: CreateEngine) => void;
  readonly toggleCasting: Casting['toggle'];
  readonly controls: Controls;
  readonly scrub: Scrub;
  readonly gestures: Gestures;
  readonly destroy: () => void;
}

export function createPlayer(options: PlayerOptions = {}): Player {
  const store = createStore<PlayerState>(() => initialState(options.volume ?? 1, options));
  const controls = createControls(store);
  const captions = createCaptions(store, {
    text: options.loadCaption ?? fetchCaption,
    images: options.loadCaptionImages ?? fetchCaptionImages,
  });
  const createLocal = options.createEngine ?? createHtmlEngine;
  const deck = createDeck(store, createLocal, captions.follow);
  const transport = createTransport(store, deck.engine);
  const { setVolume } = transport;
  const { switchEngine } = deck;
  const casting = createCasting(store, { switchEngine, createLocal, setVolume }, options.casting);
  const thumbnails = createThumbnails(store, options.takeShots, options.affordsThumbnails);
  const scrub = createScrub(store, transport);
  const { stage, stop } = createStage(store, deck, casting);

  return {
    ...transport,
    ...stage,
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
    chooseThumbnails: thumbnails.chooseThumbnails,
    chooseCaption: captions.commands.choose,
    toggleCaptions: captions.commands.toggle,
    captions: captions.commands,
    switchEngine,
    toggleCasting: casting.toggle,
    controls,
    scrub,
    gestures: createGestures(store, transport, scrub),
    destroy: () => {
      stop();
      for (const part of [casting, captions, thumbnails, controls]) part.stop();
    },
  };
}
