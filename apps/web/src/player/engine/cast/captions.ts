interface Stage {
  /** Of the film on the television, once it is there. */
  readonly now: () => number;
  readonly isReady: () => boolean;
  readonly show: (isShown: boolean) => void;
  /** A film takes its captions along when it is loaded, and later ones only by being loaded again. */
  readonly loadAgain: () => void;
}

/** What is said, on its way to a television. */
export interface CastCaptions {
  readonly want: (text: TimedText | undefined) => void;
  /** For the message that is about to go. */
  readonly pack: (startAt: number) => CastCaption | undefined;
  /** The film is there: is what it brought what is wanted by now? */
  readonly settle: () => void;
  /** A message does not hold the talk of a whole film. */
  readonly keepUp: () => void;
  readonly stop: () => void;
}

/** Captions are tried out in quick steps, and each takes the film from the screen for a moment. */
const SETTLE_MS = 800;

export function createCastCaptions({ now, isReady, show, loadAgain }: Stage): CastCaptions {
  let text: TimedText | undefined;
  let sent: CastCaption | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle() {
    clearTimeout(timer);
    if (!isReady()) return;
    if (!text) show(false);
    else if (sent && isGoodAt(sent, now()) && isSameCaption(sent, text)) show(true);
    else loadAgain();
  }

  return {
    want: (next) => {
      text = next;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    },
    pack: (startAt) => {
      sent = text && castCaption(text, startAt);
      return sent;
    },
    settle,
    keepUp: () => {
      if (text && sent && !isGoodAt(sent, now())) loadAgain();
    },
    stop: () => clearTimeout(timer),
  };
}

// Captions on their way to a television: as WebVTT inside the message, which may not be long.
/** Times are those of the medium, text is that of WebVTT. */
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
  /** A `data:` address. */
  readonly url: string;
  /** The seconds that it is good for: a message takes perhaps an hour of talk. */
  readonly from: number;
  readonly until: number;
}

/** A message may have 64 KiB, and carries more than captions; a `data:` address takes four bytes for three. */
const MOST_BYTES = 36_000;
/** What was said a moment ago is wanted again after a short jump back. */
const LOOK_BACK_SECONDS = 60;

/** From a little before the given second, as far as a message goes. */
export function castCaption({ language, label, cues }: TimedText, at: number): CastCaption {
  const from = Math.max(0, at - LOOK_BACK_SECONDS);
  const inTurn = cues
    .filter(({ startTime, endTime }) => endTime > from && endTime > startTime)
    .toSorted((a, b) => a.startTime - b.startTime);
  let text = 'WEBVTT\n\n';
  let bytes = text.length;
  let until = Number.POSITIVE_INFINITY;
  for (const cue of inTurn) {
    const next = written(cue);
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

/** The same words in a new message: what is on its way already need not be sent again. */
export const isSameCaption = (sent: CastCaption, text: TimedText) =>
  castCaption(text, sent.from === 0 ? 0 : sent.from + LOOK_BACK_SECONDS).url === sent.url &&
  sent.language === text.language;

export const isGoodAt = ({ from, until }: CastCaption, time: number) =>
  time >= from && time < until;

/** An empty line would end the cue. */
const written = ({ startTime, endTime, text }: TimedCue) =>
  `${clock(startTime)} --> ${clock(endTime)}\n${text.trim().replaceAll(/\n\s*\n/g, '\n')}\n\n`;

function clock(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(whole / 3_600_000);
  const rest = `${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  const part = `${rest}.${String(whole % 1000).padStart(3, '0')}`;
  return hours === 0 ? part : `${two(hours)}:${part}`;
}
