import { QUALITIES } from '@matinee/shared/media/stream';
import type { FileStream, Quality, Stream } from '@matinee/shared/media/stream';

import { isOpenWish, nearestSize } from './resolution.ts';
import type { QualityWish } from './resolution.ts';

/** 4k comes after 480: it is played when a person asks for it, once or for always, not by surprise. */
const PREFERENCE: readonly Quality[] = ['1080', '720', '480', '4k', '360', 'unknown'];

export interface ChosenFile {
  readonly quality: Quality;
  readonly url: string;
}

/** Best first; a quality without an address does not exist. */
export const fileQualities = (qualities: FileStream['qualities']): readonly Quality[] =>
  QUALITIES.filter((quality) => qualities[quality]?.url);

/** The wished file or the nearest to it; without a wish the best by preference. */
export function chooseFile(
  qualities: FileStream['qualities'],
  wish: QualityWish,
): ChosenFile | undefined {
  const offered = fileQualities(qualities);
  // "Unknown" says nothing about how large a picture is wanted.
  const quality =
    isOpenWish(wish) || wish === 'unknown'
      ? (wish === 'auto-4k' ? QUALITIES : PREFERENCE).find((one) => offered.includes(one))
      : nearestSize(wish, offered);
  const url = quality && qualities[quality]?.url;
  return url ? { quality, url } : undefined;
}

/** The qualities of a ladder that are left without one of its files; undefined when none is. */
export function withoutFile(stream: Stream, address: string): Stream | undefined {
  if (stream.type !== 'file') return undefined;
  const files = Object.entries(stream.qualities);
  const others = files.filter(([, { url }]) => URL.parse(url, document.baseURI)?.href !== address);
  // The quality that plays may be none of them.
  return others.length > 0 && others.length < files.length
    ? { ...stream, qualities: Object.fromEntries(others) }
    : undefined;
}
