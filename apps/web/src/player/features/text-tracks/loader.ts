import { requestBytes, requestText } from '#lib/http.ts';

import { createCueClock, indexCues } from '../../captions/active-cues.ts';
import type { Cue } from '../../captions/cue.ts';
import { CAPTION_FAULTS, isPgs, styledIn } from '../../captions/track.ts';
import type { CaptionEntry, StyledCaption } from '../../captions/track.ts';
import type { CaptionReading, Engine, RawCue } from '../../engine/engine.ts';

export type LoadCaption = (
  track: CaptionEntry,
  signal: AbortSignal,
  /** The cached file could not be read: it is fetched again. */
  isAnew: boolean,
) => Promise<string>;

export type LoadCaptionImages = (
  track: CaptionEntry,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

export interface CaptionLoader {
  readonly text: LoadCaption;
  readonly images: LoadCaptionImages;
}

interface ReaderDesk {
  /** Seconds, to begin with. */
  readonly delay: number;
  /** It stays in the page: the system's player and a television have one track. */
  readonly isSecond?: boolean;
  readonly cues: (cues: readonly Cue[]) => void;
  readonly styled?: (caption: StyledCaption | null) => void;
  readonly due: (cues: readonly Cue[]) => void;
  /** A track that had begun cannot be had after all. */
  readonly failed: (message: string) => void;
}

export interface CaptionReader {
  /** Resolves when there is something to follow; rejects with what the viewer is told. */
  readonly begin: (track: CaptionEntry, signal: AbortSignal, isAnew?: boolean) => Promise<void>;
  readonly end: () => void;
  readonly follow: (engine: Engine | undefined) => void;
  readonly setDelay: (seconds: number) => void;
}

const UNAVAILABLE = 'failed to get caption data';
const MEDIUM = 'medium:';

export const mediumTrackId = (id: string) => `${MEDIUM}${id}`;

/** From a track to its cues, and from the film's time to those that are due. */
export function createCaptionReader(load: CaptionLoader, desk: ReaderDesk): CaptionReader {
  const clock = createCueClock(desk.due, desk.delay);
  let engine: Engine | undefined;
  let track: CaptionEntry | undefined;
  let cues: readonly Cue[] = [];
  let { delay } = desk;
  const tellReading = (next: CaptionReading | undefined) =>
    desk.isSecond ? engine?.readSecondCaption(next) : engine?.readCaption(next);
  /** Of a track of the medium. */
  let readMedium: (() => void) | undefined;

  /** Whoever draws them in our place keeps our time. */
  function tellEngine() {
    if (desk.isSecond) return;
    if (!track || cues.length === 0) return engine?.showCaption(undefined);
    const { language, label = language } = track;
    engine?.showCaption({ language, label, cues: cues.map(({ raw }) => shifted(raw, delay)) });
  }

  function take(next: readonly Cue[]) {
    cues = next;
    desk.cues(next);
    clock.show(indexCues(next));
    tellEngine();
  }

  function end() {
    if (readMedium) tellReading(undefined);
    readMedium = undefined;
    [track, cues] = [undefined, []];
    desk.styled?.(null);
    clock.show(undefined);
    tellEngine();
  }

  return {
    begin: async (wanted, signal, isAnew = false) => {
      const [{ parseCaptions, toCues }, { text, styled }] = await Promise.all([
        import('../../captions/parse.ts'),
        loaded(load, wanted, signal, isAnew),
      ]);
      const all = text === undefined ? [] : await parseCaptions(text);
      if (signal.aborted) return;
      end();
      track = wanted;
      take(all);
      desk.styled?.(styled ?? null);
      if (wanted.origin !== 'medium') return;
      const read = (raw: readonly RawCue[], head?: string) => take(toCues(raw, head));
      readMedium = () => tellReading(reading(wanted.id, read, desk.failed));
      readMedium();
    },
    end,
    follow: (next) => {
      engine = next;
      clock.follow(next);
      readMedium?.();
      tellEngine();
    },
    setDelay: (seconds) => {
      delay = seconds;
      clock.setDelay(seconds);
      tellEngine();
    },
  };
}

interface Loaded {
  /** Undefined where there are no words, but pictures of them or what is still to come. */
  readonly text?: string;
  readonly styled?: StyledCaption | undefined;
}

async function loaded(
  load: CaptionLoader,
  track: CaptionEntry,
  signal: AbortSignal,
  isAnew: boolean,
): Promise<Loaded> {
  if (track.origin === 'medium') return {};
  if (track.type !== 'pgs') {
    const text = track.text ?? (await load.text(withLooks(track), signal, isAnew));
    return { text, styled: track.styled ?? styledIn(text) };
  }
  if (track.styled) return { styled: track.styled };
  const bytes = await load.images(track, signal);
  if (!isPgs(bytes)) throw new Error(CAPTION_FAULTS.invalid);
  return { styled: { kind: 'pgs', bytes } };
}

/** Rather the file itself than what was made of it. */
const withLooks = (track: CaptionEntry): CaptionEntry =>
  track.original === undefined ? track : { ...track, url: track.original };

/** Each reading begins anew: an engine says everything that it knows. */
function reading(
  trackId: string,
  read: (raw: readonly RawCue[], head?: string) => void,
  failed: (message: string) => void,
): CaptionReading {
  let raw: readonly RawCue[] = [];
  return {
    id: trackId.slice(MEDIUM.length),
    onCues: (fresh, head) => {
      raw = [...raw, ...fresh];
      read(raw, head);
    },
    onFailure: () => failed(UNAVAILABLE),
  };
}

const shifted = (cue: RawCue, delay: number): RawCue => ({
  ...cue,
  startTime: Math.max(0, cue.startTime + delay),
  endTime: Math.max(0, cue.endTime + delay),
});

/** Straight from its address; an app with a proxy hands its own way in. */
export async function fetchCaption(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<string> {
  const { status, body } = await requestText(url, { signal });
  if (status !== 200) throw new Error('failed to get caption data');
  return body;
}

/** Pictures of words. */
export async function fetchCaptionImages(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status, body } = await requestBytes(url, { signal });
  if (status !== 200) throw new Error('failed to get caption data');
  return body;
}
