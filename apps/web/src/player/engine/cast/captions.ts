interface CaptionTarget {
  /** Media time on the television, once it has loaded. */
  readonly now: () => number;
  readonly isReady: () => boolean;
  readonly show: (isShown: boolean) => void;
  /** Loads the stream again: a receiver accepts captions only together with the stream. */
  readonly reload: () => void;
}

/** The captions that a television shows. */
export interface CastCaptions {
  readonly choose: (text: TimedText | undefined) => void;
  /** Creates the caption track for a load request. */
  readonly captionAt: (startAt: number) => CastCaption | undefined;
  /** Compares the loaded captions with the current choice, after a load. */
  readonly settle: () => void;
  /** Loads the next part: one message does not hold the captions of a complete movie. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** Viewers try several captions in quick succession, and each load interrupts the video. */
const SETTLE_MS = 800;

export function createCastCaptions({ now, isReady, show, reload }: CaptionTarget): CastCaptions {
  let text: TimedText | undefined;
  let sent: CastCaption | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle() {
    clearTimeout(timer);
    if (!isReady()) return;
    if (!text) show(false);
    else if (sent && covers(sent, now()) && isSameCaption(sent, text)) show(true);
    else reload();
  }

  return {
    choose: (next) => {
      text = next;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    },
    captionAt: (startAt) => {
      sent = text && castCaption(text, startAt);
      return sent;
    },
    settle,
    refresh: () => {
      if (text && sent && !covers(sent, now())) reload();
    },
    stop: () => clearTimeout(timer),
  };
}

// Captions are sent as WebVTT inside a load request, which has a limited size.
/** Times are media time, text is WebVTT. */
export interface TimedText {
  readonly language: string;
  readonly label: string;
  readonly cues: readonly TimedCue[];
}

interface TimedCue {
  readonly startTime: number;
  readonly endTime: number;
  readonly text: string;
}

export interface CastCaption {
  readonly language: string;
  readonly label: string;
  /** A `data:` URL. */
  readonly url: string;
  /** The covered seconds: a message holds about an hour of dialogue. */
  readonly from: number;
  readonly until: number;
}

/** Messages are limited to 64 KiB and carry more than captions; base64 takes four bytes for three. */
const MOST_BYTES = 36_000;
/** Covers a short seek back. */
const LOOK_BACK_SECONDS = 60;

/** Starts a little before the given second and fills the message. */
export function castCaption({ language, label, cues }: TimedText, at: number): CastCaption {
  const from = Math.max(0, at - LOOK_BACK_SECONDS);
  const inTurn = cues
    .filter(({ startTime, endTime }) => endTime > from && endTime > startTime)
    .toSorted((a, b) => a.startTime - b.startTime);
  let text = 'WEBVTT\n\n';
  let bytes = text.length;
  let until = Number.POSITIVE_INFINITY;
  for (const cue of inTurn) {
    const next = toWebVtt(cue);
    bytes += new TextEncoder().encode(next).length;
    if (bytes > MOST_BYTES) {
      until = cue.startTime;
      break;
    }
    text += next;
  }
  return { language, label, url: asAddress(text), from, until };
}

function asAddress(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:text/vtt;charset=utf-8;base64,${btoa(characters)}`;
}

/** True when the loaded captions already cover the text. */
export const isSameCaption = (sent: CastCaption, text: TimedText) =>
  castCaption(text, sent.from === 0 ? 0 : sent.from + LOOK_BACK_SECONDS).url === sent.url &&
  sent.language === text.language;

export const covers = ({ from, until }: CastCaption, time: number) => time >= from && time < until;

/** Removes empty lines, which would end the cue. */
const toWebVtt = ({ startTime, endTime, text }: TimedCue) =>
  `${clock(startTime)} --> ${clock(endTime)}\n${text.trim().replaceAll(/\n\s*\n/g, '\n')}\n\n`;

function clock(seconds: number): string {
  const totalMs = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(totalMs / 3_600_000);
  const rest = `${two((totalMs / 60_000) % 60)}:${two((totalMs / 1000) % 60)}`;
  const part = `${rest}.${String(totalMs % 1000).padStart(3, '0')}`;
  return hours === 0 ? part : `${two(hours)}:${part}`;
}
