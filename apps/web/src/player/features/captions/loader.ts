import { requestBytes, requestText } from '#lib/http.ts';

import { createActiveCues, indexCues } from '../../captions/active-cues.ts';
import type { CaptionCue } from '../../captions/cue.ts';
import { CAPTION_ERRORS, isPgs, styledIn } from '../../captions/track.ts';
import type { CaptionEntry, ShownCaption, StyledCaption } from '../../captions/track.ts';
import type { CueListener, Engine, RawCue } from '../../engine/engine.ts';
import { createPartReader } from './parts.ts';

export type LoadCaption = (
  track: CaptionEntry,
  signal: AbortSignal,
  /** Bypasses the cache, after the cached file could not be read. */
  isRetry: boolean,
) => Promise<string>;

export type LoadCaptionImages = (
  track: CaptionEntry,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

export interface CaptionFetchers {
  readonly text: LoadCaption;
  readonly images: LoadCaptionImages;
}

interface LoaderOptions {
  /** The initial delay in seconds. */
  readonly delay: number;
  /** The second track is drawn in the page only: the system's player and a television show one track. */
  readonly isSecond?: boolean;
  readonly onCues: (cues: readonly CaptionCue[]) => void;
  readonly onStyled?: (caption: ShownCaption | null) => void;
  readonly onActive: (cues: readonly CaptionCue[]) => void;
  /** Called when a track fails after it has started. */
  readonly onFailure: (message: string) => void;
}

export interface CaptionLoader {
  /** Resolves when the track is shown; rejects with a message for the viewer. */
  readonly begin: (track: CaptionEntry, signal: AbortSignal, isRetry?: boolean) => Promise<void>;
  readonly end: () => void;
  readonly follow: (engine: Engine | undefined) => void;
  /** Draws the layout of the track, once it is known. */
  readonly relist: (tracks: readonly CaptionEntry[]) => void;
  readonly setDelay: (seconds: number) => void;
}

const UNAVAILABLE = 'failed to get caption data';
const INBAND = 'medium:';

export const inbandTrackId = (id: string) => `${INBAND}${id}`;

/** Loads and parses one track at a time, and reports the cues of each moment. */
export function createCaptionLoader(
  fetchers: CaptionFetchers,
  options: LoaderOptions,
): CaptionLoader {
  const activeCues = createActiveCues(options.onActive, options.delay);
  let engine: Engine | undefined;
  let track: CaptionEntry | undefined;
  let cues: readonly CaptionCue[] = [];
  let { delay } = options;
  const setListener = (next: CueListener | undefined) =>
    options.isSecond ? engine?.readSecondCaption(next) : engine?.readCaption(next);
  /** Requests the cues of an in-band track again, from a new engine. */
  let listen: (() => void) | undefined;
  const layout = createLayout(options);

  /** Sends the cues to the engine, which draws them where the page is not visible. */
  function updateEngine() {
    if (options.isSecond) return;
    if (!track || cues.length === 0) return engine?.showCaption(undefined);
    const { language, label = language } = track;
    engine?.showCaption({ language, label, cues: cues.map(({ raw }) => shifted(raw, delay)) });
  }

  function setCues(next: readonly CaptionCue[]) {
    cues = next;
    options.onCues(next);
    activeCues.show(indexCues(next));
    updateEngine();
  }

  function end() {
    if (listen) setListener(undefined);
    listen = undefined;
    layout.end();
    [track, cues] = [undefined, []];
    activeCues.show(undefined);
    updateEngine();
  }

  return {
    begin: async (next, signal, isRetry = false) => {
      const [{ parseCaptions, toCues }, { text, styled }] = await Promise.all([
        import('../../captions/parse.ts'),
        fetchTrack(fetchers, next, signal, isRetry),
      ]);
      const parsed = text === undefined ? [] : await parseCaptions(text);
      if (signal.aborted) return;
      end();
      track = next;
      setCues(parsed);
      layout.begin(next, styled);
      if (next.origin !== 'embedded' || next.type === 'pgs') return;
      const read = (raw: readonly RawCue[], head?: string) => setCues(toCues(raw, head));
      listen = () => setListener(createListener(next.id, read, options.onFailure));
      listen();
    },
    end,
    follow: (next) => {
      engine = next;
      activeCues.follow(next);
      layout.follow(next);
      listen?.();
      updateEngine();
    },
    relist: (tracks) => {
      const fresh = track && tracks.find(({ id }) => id === track?.id);
      if (!fresh?.parts || track?.parts) return;
      track = fresh;
      layout.begin(fresh);
    },
    setDelay: (seconds) => {
      delay = seconds;
      activeCues.setDelay(seconds);
      layout.setDelay(seconds);
      updateEngine();
    },
  };
}

/** Shows the layout of one track at a time, from a complete file or in parts. */
function createLayout({ delay: firstDelay, onStyled, onFailure }: LoaderOptions) {
  let reader: ReturnType<typeof createPartReader> | undefined;
  let engine: Engine | undefined;
  let delay = firstDelay;

  function end() {
    reader?.stop();
    reader = undefined;
    onStyled?.(null);
  }

  return {
    begin: (track: CaptionEntry, styled?: StyledCaption) => {
      end();
      if (styled) onStyled?.({ ...styled, track });
      if (!track.parts || !onStyled) return;
      const fresh = createPartReader(track.parts, {
        delay,
        onPart: (caption) => onStyled({ ...caption, track }),
        onFailure: () => {
          end();
          // Other formats fall back to their plain text.
          if (track.type === 'pgs') onFailure(UNAVAILABLE);
        },
      });
      reader = fresh;
      fresh.follow(engine);
    },
    end,
    follow: (next: Engine | undefined) => {
      engine = next;
      reader?.follow(next);
    },
    setDelay: (seconds: number) => {
      delay = seconds;
      reader?.setDelay(seconds);
    },
  };
}

interface FetchedTrack {
  /** Undefined for image captions, and for in-band tracks, which send their cues later. */
  readonly text?: string;
  readonly styled?: StyledCaption | undefined;
}

async function fetchTrack(
  fetchers: CaptionFetchers,
  track: CaptionEntry,
  signal: AbortSignal,
  isRetry: boolean,
): Promise<FetchedTrack> {
  if (track.unavailable !== undefined) throw new Error(track.unavailable);
  if (track.origin === 'embedded') return {};
  if (track.type !== 'pgs') {
    const text = track.text ?? (await fetchers.text(withOriginal(track), signal, isRetry));
    return { text, styled: track.styled ?? styledIn(text) };
  }
  if (track.styled) return { styled: track.styled };
  const bytes = await fetchers.images(track, signal);
  if (!isPgs(bytes)) throw new Error(CAPTION_ERRORS.invalid);
  return { styled: { kind: 'pgs', bytes } };
}

/** Prefers the original file to its conversion, which has lost the styles. */
const withOriginal = (track: CaptionEntry): CaptionEntry =>
  track.original === undefined ? track : { ...track, url: track.original };

/** Starts with no cues: an engine sends a new listener everything that it has. */
function createListener(
  trackId: string,
  read: (raw: readonly RawCue[], head?: string) => void,
  onFailure: (message: string) => void,
): CueListener {
  let raw: readonly RawCue[] = [];
  return {
    id: trackId.slice(INBAND.length),
    onCues: (fresh, head) => {
      raw = [...raw, ...fresh];
      read(raw, head);
    },
    onFailure: () => onFailure(UNAVAILABLE),
  };
}

const shifted = (cue: RawCue, delay: number): RawCue => ({
  ...cue,
  startTime: Math.max(0, cue.startTime + delay),
  endTime: Math.max(0, cue.endTime + delay),
});

/** Fetches a file directly. An app with a proxy passes its own `loadCaption`. */
export async function fetchCaption(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<string> {
  const { status, body } = await requestText(url, { signal });
  if (status !== 200) throw new Error(UNAVAILABLE);
  return body;
}

export async function fetchCaptionImages(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status, body } = await requestBytes(url, { signal });
  if (status !== 200) throw new Error(UNAVAILABLE);
  return body;
}
