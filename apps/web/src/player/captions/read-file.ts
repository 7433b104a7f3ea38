import { EmptySubtitle, toWebVtt } from '@matinee/shared/subtitles/convert';

import { CAPTION_FAULTS } from './faults.ts';

/** A file of whatever format and encoding as WebVTT. Heavy: it is loaded when there is such a file. */
export async function webVttOfFile(bytes: Uint8Array, name: string): Promise<string> {
  try {
    return await toWebVtt(bytes, { language: languageIn(name) });
  } catch (error) {
    const isEmpty = error instanceof EmptySubtitle;
    throw new Error(isEmpty ? CAPTION_FAULTS.empty : CAPTION_FAULTS.invalid, { cause: error });
  }
}

/** People name files `film.tr.srt`: it helps to tell encodings apart. */
function languageIn(name: string): string {
  return /\.([a-z]{2})(?:-[a-z]{2})?\.[a-z]{3,4}$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
