import type { StoreApi } from 'zustand/vanilla';

interface EffectSettings {
  /** Compresses the dynamic range: quiet voices louder, loud scenes quieter. */
  readonly nightMode: boolean;
  /** Seconds by which the sound lags behind the video. */
  readonly delay: number;
}

const NO_EFFECTS: EffectSettings = { nightMode: false, delay: 0 };
export const MAX_AUDIO_DELAY_SECONDS = 2;

/**
 * Whether Web Audio may process the sound of the loaded medium. Web Audio silences cross-origin media for good. Safari
 * plays neither playlists nor AirPlay through Web Audio.
 */
type AudioRoute = 'unknown' | 'open' | 'crossOrigin' | 'unsupported';

interface AudioState extends EffectSettings {
  /** The viewer's choice, even if the current sound cannot be processed. */
  readonly nightModePreference: boolean;
  readonly route: AudioRoute;
  /** The number of `<video>` elements that were replaced, because routing an element cannot be undone. */
  readonly elements: number;
}

export interface AudioSlice {
  readonly audio: AudioState;
}

export const initialAudio = (nightModePreference: boolean): AudioState => ({
  ...NO_EFFECTS,
  nightModePreference,
  route: 'unknown',
  elements: 0,
});

export interface AudioEffectCommands {
  /** Detects whether the sound of the loaded medium can be processed. */
  readonly learnAudioRoute: () => void;
  readonly setAudioEffects: (change: Partial<EffectSettings>) => void;
}

export function createAudioEffects(store: StoreApi<AudioSlice>) {
  let graph: AudioGraph | undefined;

  const set = (patch: Partial<AudioState>) =>
    store.setState(({ audio }) => ({ audio: { ...audio, ...patch } }));
  const route = () => graph?.route() ?? 'unknown';

  function replaceElement() {
    const { elements } = store.getState().audio;
    set({ ...NO_EFFECTS, route: 'crossOrigin', elements: elements + 1 });
  }

  /** Restores night mode once the browser has seen a gesture; until then the sound stays unrouted. */
  async function restoreNightMode(attached: AudioGraph) {
    const { nightMode, nightModePreference } = store.getState().audio;
    if (!nightModePreference || nightMode || !navigator.userActivation?.hasBeenActive) return;
    const next = { nightMode: true, delay: store.getState().audio.delay };
    if ((await attached.applyOnceRunning(next)) && attached === graph) set(next);
  }

  const commands: AudioEffectCommands = {
    learnAudioRoute: () => set({ route: route() }),
    setAudioEffects: (change) => {
      if (change.nightMode !== undefined) set({ nightModePreference: change.nightMode });
      const { nightMode, delay } = { ...store.getState().audio, ...change };
      const next = { nightMode, delay: Math.min(Math.max(delay, 0), MAX_AUDIO_DELAY_SECONDS) };
      set(graph?.apply(next) ? next : { ...NO_EFFECTS, route: route() });
    },
  };

  return {
    commands,
    attach: (video: HTMLVideoElement) => {
      const attached = createAudioGraph(video, replaceElement);
      graph = attached;
      const life = new AbortController();
      const restore = () => void restoreNightMode(attached);
      const options = { signal: life.signal, capture: true };
      for (const type of ['loadeddata', 'playing']) video.addEventListener(type, restore, options);
      for (const type of ['pointerup', 'keydown'])
        video.ownerDocument.addEventListener(type, restore, options);
      return () => {
        life.abort();
        attached.destroy();
        if (graph === attached) graph = undefined;
      };
    },
  };
}

interface AudioGraph {
  readonly route: () => AudioRoute;
  /** Returns false if the sound cannot be processed. */
  readonly apply: (settings: EffectSettings) => boolean;
  /** Applies the settings without a gesture, once Web Audio runs: a suspended context would mute the sound. */
  readonly applyOnceRunning: (settings: EffectSettings) => Promise<boolean>;
  readonly destroy: () => void;
}

interface Nodes {
  readonly context: AudioContext;
  readonly apply: (settings: EffectSettings) => void;
}

const HAVE_CURRENT_DATA = 2;
/** Comes on top of the gain that the compressor adds by itself (Web Audio, DynamicsCompressorNode). */
const MAKE_UP_GAIN = 2;

/**
 * Routes a `<video>` through Web Audio from the first effect on, which cannot be undone. Calls `onForeign` for a medium
 * that would be silent there and needs another element.
 */
export function createAudioGraph(video: HTMLVideoElement, onForeign: () => void): AudioGraph {
  const life = new AbortController();
  const { signal } = life;
  let nodes: Nodes | undefined;
  let starting: AudioContext | undefined;

  const route = () => routeOf(video);
  let isChecked = true;
  /** Checks a new medium in a routed element, which would play a cross-origin one without sound. */
  const check = () => {
    if (!nodes || isChecked) return;
    const now = route();
    isChecked = now !== 'unknown';
    if (now === 'crossOrigin') onForeign();
  };
  video.addEventListener('loadstart', () => (isChecked = false), { signal });
  for (const type of ['loadeddata', 'timeupdate']) video.addEventListener(type, check, { signal });
  // The system may have suspended the context, for a call or in the background.
  video.addEventListener('play', () => void nodes?.context.resume(), { signal });

  function apply(settings: EffectSettings): boolean {
    const isPlain = !settings.nightMode && settings.delay === 0;
    if (!nodes && isPlain) return true;
    if (!nodes && route() !== 'open') return false;
    nodes ??= createNodes(video, starting ?? new AudioContext());
    nodes.apply(settings);
    void nodes.context.resume();
    return true;
  }

  return {
    route,
    apply,
    applyOnceRunning: async (settings) => {
      if (nodes) return apply(settings);
      if (route() !== 'open') return false;
      starting ??= new AudioContext();
      // Without a gesture Chromium leaves this pending; the next gesture tries again.
      await starting.resume();
      return !signal.aborted && apply(settings);
    },
    destroy: () => {
      life.abort();
      void (nodes?.context ?? starting)?.close();
    },
  };
}

function createNodes(video: HTMLVideoElement, context: AudioContext): Nodes {
  const source = context.createMediaElementSource(video);
  const delay = context.createDelay(MAX_AUDIO_DELAY_SECONDS);
  const compressor = context.createDynamicsCompressor();
  compressor.threshold.value = -45;
  compressor.knee.value = 30;
  compressor.ratio.value = 8;
  const gain = context.createGain();
  gain.gain.value = MAKE_UP_GAIN;
  source.connect(delay);
  compressor.connect(gain).connect(context.destination);
  return {
    context,
    apply: (settings) => {
      delay.delayTime.value = settings.delay;
      delay.disconnect();
      delay.connect(settings.nightMode ? compressor : context.destination);
    },
  };
}

function routeOf(video: HTMLVideoElement): AudioRoute {
  const isSafari = 'webkitShowPlaybackTargetPicker' in video;
  if (typeof AudioContext === 'undefined' || isSafari) return 'unsupported';
  if (video.readyState < HAVE_CURRENT_DATA) return 'unknown';
  return video.videoWidth === 0 ? routeOfSound(video) : routeOfPicture(video);
}

/** Media without video have no pixel to read, so only a blob of this page counts as same-origin. */
function routeOfSound({ ownerDocument: { baseURI }, currentSrc }: HTMLVideoElement): AudioRoute {
  const isOurs = URL.parse(currentSrc, baseURI)?.origin === new URL(baseURI).origin;
  return isOurs && currentSrc.startsWith('blob:') ? 'open' : 'crossOrigin';
}

/**
 * Reads a pixel, because a URL does not show where its redirects lead. Before the first frame, browsers draw nothing
 * and do not report the origin.
 */
function routeOfPicture(video: HTMLVideoElement): AudioRoute {
  const canvas = video.ownerDocument.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return 'crossOrigin';
  try {
    drawing.drawImage(video, 0, 0, 1, 1);
    const [, , , alpha] = drawing.getImageData(0, 0, 1, 1).data;
    return alpha === 0 ? 'unknown' : 'open';
  } catch {
    return 'crossOrigin';
  }
}
