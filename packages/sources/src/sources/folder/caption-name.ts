// Names of caption files: `Film.srt`, `Film.en.srt`, `Film.eng.forced.srt`, `Film.English.SDH.vtt`.
import { languageCode } from '#caption-language.ts';

export interface CaptionName {
  /** The ISO 639-1 code. Undefined if the name has none. */
  readonly language: string | undefined;
  readonly isForced: boolean;
  readonly isDefault?: boolean | undefined;
  readonly isHearingImpaired: boolean;
}

const FORCED: ReadonlySet<string> = new Set(['forced', 'foreign']);
const HEARING_IMPAIRED: ReadonlySet<string> = new Set(['sdh', 'cc', 'hi']);
const IGNORED_WORDS: ReadonlySet<string> = new Set(['full', 'sub', 'subs', 'und']);

/**
 * Reads the tags in a caption's name. Undefined if the caption belongs to another video. Pass names without extension.
 */
export function readCaptionName(caption: string, video: string): CaptionName | undefined {
  if (!caption.toLowerCase().startsWith(video.toLowerCase())) return undefined;
  const rest = caption.slice(video.length);
  if (rest !== '' && !/^[ ._([-]/.test(rest)) return undefined;
  return readCaptionTags(rest);
}

/** Parses the rest of a caption's name after the video's. Undefined if it contains an unknown word. */
export function readCaptionTags(text: string): CaptionName | undefined {
  const words = text
    .toLowerCase()
    .split(/[ ._()[\]]+|(?<=[a-z]{2,})-(?=[a-z]{4,})|^-/)
    .filter((word) => word !== '' && !/^\d{1,2}$/.test(word));
  let language: string | undefined;
  let isForced = false;
  let isDefault = false;
  let isHearingImpaired = false;
  for (const word of words) {
    // `hi` means Hindi unless the name contains another language.
    const isFlag = HEARING_IMPAIRED.has(word) && (word !== 'hi' || words.length > 1);
    if (FORCED.has(word)) isForced = true;
    else if (word === 'default') isDefault = true;
    else if (isFlag && (word !== 'hi' || language !== undefined)) isHearingImpaired = true;
    else if (!IGNORED_WORDS.has(word)) {
      const code = languageCode(word);
      if (code === undefined) return undefined;
      language ??= code;
    }
  }
  return { language, isForced, isHearingImpaired, ...(isDefault && { isDefault }) };
}
