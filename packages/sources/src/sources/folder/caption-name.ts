/** Subtitles beside a film: `Film.srt`, `Film.en.srt`, `Film.eng.forced.srt`, `Film.English.SDH.vtt`. */
import { languageCode } from '#caption-language.ts';

export interface CaptionName {
  /** ISO 639-1; undefined where the name does not tell. */
  readonly language: string | undefined;
  readonly isForced: boolean;
  readonly isHearingImpaired: boolean;
}

const FORCED: ReadonlySet<string> = new Set(['forced', 'foreign']);
const FOR_THE_DEAF: ReadonlySet<string> = new Set(['sdh', 'cc', 'hi']);
const SAYS_NOTHING: ReadonlySet<string> = new Set(['default', 'full', 'sub', 'subs', 'und']);

/** Undefined where the file belongs to something else. Both names without their endings. */
export function readCaptionName(caption: string, video: string): CaptionName | undefined {
  if (!caption.toLowerCase().startsWith(video.toLowerCase())) return undefined;
  const rest = caption.slice(video.length);
  if (rest !== '' && !/^[ ._([-]/.test(rest)) return undefined;
  return readCaptionTags(rest);
}

/** What is left of the name when the film's is taken off; undefined where it holds a word of another kind. */
export function readCaptionTags(text: string): CaptionName | undefined {
  const words = text
    .toLowerCase()
    .split(/[ ._()[\]]+|(?<=[a-z]{2,})-(?=[a-z]{4,})|^-/)
    .filter((word) => word !== '' && !/^\d{1,2}$/.test(word));
  let language: string | undefined;
  let isForced = false;
  let isHearingImpaired = false;
  for (const word of words) {
    // `hi` is Hindi where no other language is named.
    const isFlag = FOR_THE_DEAF.has(word) && (word !== 'hi' || words.length > 1);
    if (FORCED.has(word)) isForced = true;
    else if (isFlag && (word !== 'hi' || language !== undefined)) isHearingImpaired = true;
    else if (!SAYS_NOTHING.has(word)) {
      const code = languageCode(word);
      if (code === undefined) return undefined;
      language ??= code;
    }
  }
  return { language, isForced, isHearingImpaired };
}
