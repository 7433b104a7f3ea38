import { EmptySubtitle, toWebVtt } from '@matinee/shared/subtitles/convert';
import { decode } from '@matinee/shared/subtitles/encoding';

import { CAPTION_ERRORS, isPgs, styledIn } from './track.ts';
import type { StyledCaption } from './track.ts';

interface CaptionFile {
  /** The text as WebVTT; empty for image captions. */
  readonly text: string;
  readonly styled?: StyledCaption;
}

/** Reads the viewer's file, with its styles. */
export async function readCaptionFile(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<CaptionFile> {
  if (isPgs(bytes)) return { text: '', styled: { kind: 'pgs', bytes } };
  const text = await webVttOfFile(bytes, name);
  const styled = styledIn(decode(bytes, { language: languageIn(name) }));
  return styled ? { text, styled } : { text };
}

/** Converts any format and encoding to WebVTT. Loaded on demand, because its libraries are large. */
export async function webVttOfFile(bytes: Uint8Array, name: string): Promise<string> {
  try {
    return await toWebVtt(bytes, { language: languageIn(name) });
  } catch (error) {
    const isEmpty = error instanceof EmptySubtitle;
    throw new Error(isEmpty ? CAPTION_ERRORS.empty : CAPTION_ERRORS.invalid, { cause: error });
  }
}

/** Names such as `movie.tr.srt` help to detect the encoding. */
function languageIn(name: string): string {
  return /\.([a-z]{2})(?:-[a-z]{2})?\.[a-z]{3,4}$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
