import type { Stream } from '@matinee/shared/media/stream';
import type { StoreApi } from 'zustand/vanilla';

import { roundedDelay } from '../../captions/style.ts';
import type { CaptionStyle } from '../../captions/style.ts';
import { bestTrack, CAPTION_ERRORS, defaultTrack, forcedTrack } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';
import { activeAudioTrack } from '../audio-tracks.ts';
import { createCaptionList, fileEntry, NEW_FILE } from './list.ts';
import type { FindCaptions } from './list.ts';
import { createCaptionLoader } from './loader.ts';
import type { CaptionFetchers } from './loader.ts';
import { createSecondTrack, createCaptionSelection } from './selection.ts';
import type { SelectionCommands } from './selection.ts';
import { areCaptionsShowing } from './state.ts';
import type { CaptionsAccess, CaptionsSlice, CaptionsState } from './state.ts';

export interface CaptionCommands {
  /** Null switches captions off. */
  readonly choose: (id: string | null) => Promise<void>;
  /** A track of another language, shown at the top while the first one is on; null for none. */
  readonly chooseSecond: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** Reports that the chosen track cannot be drawn. */
  readonly failStyled: () => void;
  /** Adds the viewer's file and chooses it. */
  readonly addFile: (file: File) => Promise<void>;
  readonly offerDrop: (isDropOffered: boolean) => void;
  /** Sets the title that plays and the search for more captions. Drops captions found for another title. */
  readonly openTitle: (title: string, find: FindCaptions | undefined) => void;
  readonly search: () => Promise<void>;
  readonly setDelay: (seconds: number) => void;
  readonly fixCase: (fixesCase: boolean) => void;
  readonly setStyle: (patch: Partial<CaptionStyle>) => void;
}

interface Captions {
  readonly commands: CaptionCommands;
  readonly load: (stream: Stream | undefined) => void;
  readonly follow: (engine: Engine | undefined) => void;
  readonly stop: () => void;
}

export function createCaptions(
  store: StoreApi<CaptionsSlice>,
  fetchers: CaptionFetchers,
): Captions {
  const now = () => store.getState().captions;
  const set = (patch: Partial<CaptionsState>) =>
    store.setState({ captions: { ...now(), ...patch } });

  const loader = createCaptionLoader(fetchers, {
    delay: now().delay,
    onCues: (cues) => set({ cues }),
    onStyled: (styled) => set({ styled }),
    onActive: (active) => set({ active }),
    onFailure: (message) => selection.fail(message),
  });
  const selection = createCaptionSelection({ now, set, loader });
  const second = createSecondTrack({ now, set, fetchers });
  const onListed = () => {
    loader.relist(now().tracks);
    for (const one of [preference, second]) one.settle();
  };
  const list = createCaptionList({ state: store.getState, set, onListed });
  const preference = createCaptionPreference({
    now,
    set,
    selection,
    search: list.search,
    spokenLanguage: () => activeAudioTrack(store.getState())?.language,
  });
  let unsubscribe: (() => void) | undefined;

  function follow(engine: Engine | undefined) {
    unsubscribe?.();
    unsubscribe =
      engine &&
      store.subscribe(({ media }, before) => {
        if (media.captionTracks !== before.media.captionTracks) list.update();
        else if (media.audioTrack !== before.media.audioTrack) preference.settle();
      });
    loader.follow(engine);
    second.follow(engine);
  }

  const readFile = (file: File) => async () => {
    const entry = await fileEntry(file, now().tracks);
    set({ isWanted: true });
    list.add(entry);
    return entry;
  };

  return {
    commands: {
      choose: preference.choose,
      chooseSecond: second.choose,
      toggle: preference.toggle,
      addFile: (file) => selection.prepare(NEW_FILE, readFile(file)),
      openTitle: (title, find) => {
        if (list.openTitle(title, find)) selection.openTitle(title);
      },
      search: list.search,
      failStyled: () => selection.fail(CAPTION_ERRORS.invalid),
      ...tuningCommands({ now, set }, loader.setDelay),
    },
    load: (stream) => {
      void selection.choose(undefined);
      second.end();
      list.setStream(stream);
    },
    follow,
    stop: () => {
      selection.stop();
      second.stop();
      list.stop();
      follow(undefined);
    },
  };
}

type TuningCommands = Pick<CaptionCommands, 'offerDrop' | 'setDelay' | 'fixCase' | 'setStyle'>;

function tuningCommands(
  { now, set }: CaptionsAccess,
  applyDelay: (seconds: number) => void,
): TuningCommands {
  return {
    offerDrop: (isDropOffered) => {
      if (isDropOffered !== now().isDropOffered) set({ isDropOffered });
    },
    setDelay: (seconds) => {
      const delay = roundedDelay(seconds);
      applyDelay(delay);
      set({ delay });
    },
    fixCase: (fixesCase) => set({ fixesCase }),
    setStyle: (patch) => set({ style: { ...now().style, ...patch } }),
  };
}

const DEFAULT_LANGUAGE = 'en';

interface PreferenceOptions extends CaptionsAccess {
  readonly selection: SelectionCommands;
  readonly search: () => Promise<void>;
  /** The language of the audio, where it is known. */
  readonly spokenLanguage: () => string | undefined;
}

interface CaptionPreference {
  readonly choose: (id: string | null) => Promise<void>;
  readonly toggle: () => void;
  /** Applies the preference to a list that has changed. */
  readonly settle: () => void;
}

function createCaptionPreference({
  now,
  set,
  selection,
  search,
  spokenLanguage,
}: PreferenceOptions): CaptionPreference {
  const isOn = () => areCaptionsShowing({ captions: now() });

  async function choose(id: string | null): Promise<void> {
    const track = now().tracks.find((candidate) => candidate.id === id);
    set({ isWanted: track !== undefined });
    await selection.choose(track);
    if (!track) showForced();
  }

  function showForced() {
    const { isWanted, tracks, chosen, pending, failure } = now();
    if (isWanted) return;
    const forced = forcedTrack(tracks, spokenLanguage());
    const isShown = (forced?.id ?? null) === (pending ?? chosen);
    if (!isShown && (!forced || failure?.id !== forced.id)) void selection.choose(forced, 'itself');
  }

  function trackFor(language: string | null) {
    const { tracks } = now();
    const again = tracks.find(({ id }) => id === selection.last());
    return again ?? (language === null ? defaultTrack(tracks) : bestTrack(tracks, language));
  }

  return {
    choose,
    toggle: () => {
      const { tracks, language } = now();
      if (isOn()) return void choose(null);
      const english = language === null ? bestTrack(tracks, DEFAULT_LANGUAGE) : undefined;
      const track = trackFor(language) ?? english ?? tracks[0];
      if (track) void choose(track.id);
    },
    settle: () => {
      const { isWanted, language, tracks, failure, fromService, chosen } = now();
      const isGone = chosen !== null && !tracks.some(({ id }) => id === chosen);
      if (isGone) void selection.choose(undefined);
      showForced();
      if (!isWanted) return;
      if (isOn() || failure) return;
      const track = trackFor(language);
      if (track) void selection.choose(track);
      else if (fromService && language !== null && now().search.at === 'idle') void search();
    },
  };
}
