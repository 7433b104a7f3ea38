import { castCaption, isGoodAt, isSameCaption } from './cast-captions.ts';
import type { CastCaption, TimedText } from './cast-captions.ts';

interface Stage {
  /** Of the film on the television, once it is there. */
  readonly now: () => number;
  readonly isReady: () => boolean;
  readonly show: (isShown: boolean) => void;
  /** A film takes its captions along when it is loaded, and later ones only by being loaded again. */
  readonly loadAgain: () => void;
}

/** What is said, on its way to a television. */
export interface CastTalk {
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

export function createCastTalk({ now, isReady, show, loadAgain }: Stage): CastTalk {
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
