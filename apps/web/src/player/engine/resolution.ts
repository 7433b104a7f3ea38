import { QUALITIES } from '@matinee/shared/media/stream';
import type { FileStream, Quality, Stream } from '@matinee/shared/media/stream';

import type { AutoQuality, Resolution, QualityPreference } from './engine.ts';

export const isAutoQuality = (wish: QualityPreference): wish is AutoQuality =>
  wish === 'auto' || wish === 'auto-4k';

const LINES: readonly (readonly [Resolution, number])[] = [
  ['4k', 2160],
  ['1440', 1440],
  ['1080', 1080],
  ['720', 720],
  ['480', 480],
  ['360', 360],
  ['240', 240],
];

/** Best first. */
export const RESOLUTIONS: readonly Resolution[] = [...LINES.map(([size]) => size), 'unknown'];

/** A picture cut to the shape of its film (1920 × 800) is as large as the uncut one of its width. */
export function resolutionOf(width: number, height: number): Resolution {
  if (width === 0 || height === 0) return 'unknown';
  const [long, short] = width > height ? [width, height] : [height, width];
  const lines = Math.max(short, (long * 9) / 16);
  const distance = (nominal: number) => Math.abs(Math.log(lines / nominal));
  const [nearest] = LINES.toSorted(([, a], [, b]) => distance(a) - distance(b));
  return nearest?.[0] ?? 'unknown';
}

/** The wished one, else the nearest below it, else the nearest above. */
export function nearestResolution<S extends Resolution>(
  wish: Resolution,
  offered: readonly S[],
): S | undefined {
  const at = RESOLUTIONS.indexOf(wish);
  const inTurn = [...RESOLUTIONS.slice(at), ...RESOLUTIONS.slice(0, at).toReversed()];
  for (const size of inTurn) {
    const found = offered.find((one) => one === size);
    if (found) return found;
  }
  return undefined;
}

/** The names that sources and the account's settings know. */
export function asQuality(size: Resolution): Quality {
  if (size === 'unknown') return size;
  const sized = QUALITIES.filter((quality) => quality !== 'unknown');
  return nearestResolution(size, sized) ?? 'unknown';
}

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
  wish: QualityPreference,
): ChosenFile | undefined {
  const offered = fileQualities(qualities);
  // "Unknown" says nothing about how large a picture is wanted.
  const quality =
    isAutoQuality(wish) || wish === 'unknown'
      ? (wish === 'auto-4k' ? QUALITIES : PREFERENCE).find((one) => offered.includes(one))
      : nearestResolution(wish, offered);
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
