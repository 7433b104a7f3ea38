import { captionFormatOf } from '@matinee/shared/subtitles/formats';

import { CAPTION_FAULTS } from '../captions/caption-errors.ts';
import type { CaptionEntry } from '../captions/track.ts';

/** Stands for a file that is still being read, or was none. */
export const NEW_FILE = 'new-file';
/** Of the first file. */
const CUSTOM_ID = 'custom-caption';
const CUSTOM_LANGUAGE = 'custom';
const LARGEST_FILE = 8 * 1024 * 1024;
const LARGEST_PICTURES = 128 * 1024 * 1024;

/** A file of the viewer's; rejects with what the viewer is told. */
export async function fileEntry(
  file: File,
  earlier: readonly CaptionEntry[],
): Promise<CaptionEntry> {
  const largest = captionFormatOf(file.name)?.kind === 'image' ? LARGEST_PICTURES : LARGEST_FILE;
  if (file.size > largest) throw new Error(CAPTION_FAULTS.invalid);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { readCaptionFile } = await import('../captions/read-file.ts');
  const { text, styled } = await readCaptionFile(bytes, file.name);
  const own = earlier.filter(({ origin }) => origin === 'file').length;
  return {
    id: own === 0 ? CUSTOM_ID : `${CUSTOM_ID}-${own + 1}`,
    type: styled?.kind === 'pgs' ? 'pgs' : 'vtt',
    url: '',
    hasCorsRestrictions: false,
    language: CUSTOM_LANGUAGE,
    origin: 'file',
    label: file.name,
    text,
    styled,
  };
}
