import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { roundedDelay } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import { CAPTION_FAULTS } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CaptionsState, PlayerState } from '../../state/state.ts';
import { NEW_FILE, createCaptionOffers, fileEntry } from './list.ts';
import type { FindCaptions } from './list.ts';
import { createCaptionReader } from './loader.ts';
import type { CaptionLoader } from './loader.ts';
import { createSecondCaption } from './second-track.ts';
import { createCaptionChoice, createCaptionWish } from './selection.ts';

/** What can be done with captions while a film plays. */
export interface CaptionCommands {
  /** Null is none. */
  readonly choose: (id: string | null) => Promise<void>;
  /** A track of another language, shown at the top while the first one is on; null for none. */
  readonly chooseSecond: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** The chosen track cannot be drawn. */
  readonly failStyled: () => void;
  /** A file from the viewer's own disk. */
  readonly addFile: (file: File) => Promise<void>;
  readonly offerDrop: (isDropOffered: boolean) => void;
  /** Which title is played, and how more captions of it are found. What was found for another one goes. */
  readonly openTitle: (title: string, find: FindCaptions | undefined) => void;
  readonly search: () => Promise<void>;
  readonly setDelay: (seconds: number) => void;
  readonly fixCase: (fixesCase: boolean) => void;
  readonly setStyle: (patch: Partial<CaptionStyle>) => void;
}

export interface Captions {
  readonly commands: CaptionCommands;
  readonly loaded: (stream: Stream | undefined) => void;
  readonly follow: (engine: Engine | undefined) => void;
  readonly stop: () => void;
}

export function createCaptions(store: StoreApi<PlayerState>, load: CaptionLoader): Captions {
  const now = () => store.getState().captions;
  const set = (patch: Partial<CaptionsState>) =>
    store.setState({ captions: { ...now(), ...patch } });

  const reader = createCaptionReader(load, {
    delay: now().delay,
    cues: (cues) => set({ cues }),
    styled: (styled) => set({ styled }),
    due: (active) => set({ active }),
    failed: (message) => choice.fail(message),
  });
  const choice = createCaptionChoice({ now, set, reader });
  const second = createSecondCaption({ now, set, load });
  const onListed = () => [wish, second].forEach((one) => one.settle());
  const offers = createCaptionOffers({ state: store.getState, set, onListed });
  const wish = createCaptionWish({ now, set, choice, search: offers.search });
  let unsubscribe: (() => void) | undefined;

  function follow(engine: Engine | undefined) {
    unsubscribe?.();
    unsubscribe =
      engine &&
      store.subscribe(({ media }, before) => {
        if (media.captionTracks !== before.media.captionTracks) offers.list();
      });
    reader.follow(engine);
    second.follow(engine);
  }

  const readFile = (file: File) => async () => {
    const entry = await fileEntry(file, now().tracks);
    set({ isWanted: true });
    offers.add(entry);
    return entry;
  };

  return {
    commands: {
      choose: wish.choose,
      chooseSecond: second.choose,
      toggle: wish.toggle,
      addFile: (file) => choice.prepare(NEW_FILE, readFile(file)),
      openTitle: (title, find) => {
        if (offers.openTitle(title, find)) choice.openTitle(title);
      },
      search: offers.search,
      failStyled: () => choice.fail(CAPTION_FAULTS.invalid),
      ...tuning(reader.setDelay, now, set),
    },
    loaded: (stream) => {
      void choice.begin(undefined);
      second.end();
      offers.ofStream(stream);
    },
    follow,
    stop: () => {
      choice.stop();
      second.stop();
      offers.stop();
      follow(undefined);
    },
  };
}

type Tuning = Pick<CaptionCommands, 'offerDrop' | 'setDelay' | 'fixCase' | 'setStyle'>;

function tuning(
  tellDelay: (seconds: number) => void,
  now: () => CaptionsState,
  set: (patch: Partial<CaptionsState>) => void,
): Tuning {
  return {
    offerDrop: (isDropOffered) => {
      if (isDropOffered !== now().isDropOffered) set({ isDropOffered });
    },
    setDelay: (seconds) => {
      const delay = roundedDelay(seconds);
      tellDelay(delay);
      set({ delay });
    },
    fixCase: (fixesCase) => set({ fixesCase }),
    setStyle: (patch) => set({ style: { ...now().style, ...patch } }),
  };
}
