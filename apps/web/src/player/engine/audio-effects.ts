export interface EffectSettings {
  /** Quiet voices louder, loud scenes quieter. */
  readonly nightMode: boolean;
  /** Seconds by which the sound comes after the picture. */
  readonly delay: number;
}

export const NO_EFFECTS: EffectSettings = { nightMode: false, delay: 0 };
export const LONGEST_DELAY_SECONDS = 2;

/**
 * Whether Web Audio may have the sound of what is loaded. A medium of another origin would fall silent in it for good, and
 * Safari plays neither playlists nor AirPlay through it.
 */
export type AudioRoute = 'unknown' | 'open' | 'foreign' | 'unsupported';

export interface AudioEffects {
  readonly route: () => AudioRoute;
  /** False where the sound cannot be had. */
  readonly apply: (wanted: EffectSettings) => boolean;
  /** The same before any gesture: routes the sound once Web Audio runs, as a suspended context would silence it. */
  readonly applyOnceRunning: (wanted: EffectSettings) => Promise<boolean>;
  readonly destroy: () => void;
}

interface Graph {
  readonly context: AudioContext;
  readonly apply: (wanted: EffectSettings) => void;
}

const HAVE_CURRENT_DATA = 2;
/** On top of what the compressor adds by itself (Web Audio, DynamicsCompressorNode). */
const MAKE_UP_GAIN = 2;

/**
 * Routes the sound of a `<video>` through Web Audio from the first effect on, which cannot be undone: `lost` says that a medium
 * has come that would be silent there, and that it needs another element.
 */
export function createAudioEffects(video: HTMLVideoElement, lost: () => void): AudioEffects {
  const life = new AbortController();
  const { signal } = life;
  let graph: Graph | undefined;
  let starting: AudioContext | undefined;

  const route = () => routeOf(video);
  video.addEventListener('loadeddata', () => graph && route() === 'foreign' && lost(), { signal });
  // The system may have stopped it, for a call or in the background.
  video.addEventListener('play', () => void graph?.context.resume(), { signal });

  function apply(wanted: EffectSettings): boolean {
    const isPlain = !wanted.nightMode && wanted.delay === 0;
    if (!graph && isPlain) return true;
    if (!graph && route() !== 'open') return false;
    graph ??= createGraph(video, starting ?? new AudioContext());
    graph.apply(wanted);
    void graph.context.resume();
    return true;
  }

  return {
    route,
    apply,
    applyOnceRunning: async (wanted) => {
      if (graph) return apply(wanted);
      if (route() !== 'open') return false;
      starting ??= new AudioContext();
      // Without a gesture Chromium leaves this pending; the next gesture asks again.
      await starting.resume();
      return !signal.aborted && apply(wanted);
    },
    destroy: () => {
      life.abort();
      void (graph?.context ?? starting)?.close();
    },
  };
}

function createGraph(video: HTMLVideoElement, context: AudioContext): Graph {
  const source = context.createMediaElementSource(video);
  const delay = context.createDelay(LONGEST_DELAY_SECONDS);
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
    apply: (wanted) => {
      delay.delayTime.value = wanted.delay;
      delay.disconnect();
      delay.connect(wanted.nightMode ? compressor : context.destination);
    },
  };
}

function routeOf(video: HTMLVideoElement): AudioRoute {
  const isSafari = 'webkitShowPlaybackTargetPicker' in video;
  if (typeof AudioContext === 'undefined' || isSafari) return 'unsupported';
  if (video.readyState < HAVE_CURRENT_DATA) return 'unknown';
  return isReadable(video) ? 'open' : 'foreign';
}

/** Redirects are followed unseen, so the address does not tell; a canvas does, where there is a picture. */
function isReadable(video: HTMLVideoElement): boolean {
  const { baseURI } = video.ownerDocument;
  if (video.videoWidth === 0) {
    const isOurs = URL.parse(video.currentSrc, baseURI)?.origin === new URL(baseURI).origin;
    return isOurs && video.currentSrc.startsWith('blob:');
  }
  const canvas = video.ownerDocument.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return false;
  try {
    drawing.drawImage(video, 0, 0, 1, 1);
    drawing.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
}
