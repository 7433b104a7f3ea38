import { QUALITIES } from '@matinee/shared/media/stream';
import type { FileStream, Quality, Stream } from '@matinee/shared/media/stream';

import type { AutoQuality, Resolution, QualityPreference } from './engine.ts';

export const isAutoQuality = (preference: QualityPreference): preference is AutoQuality =>
  preference === 'auto' || preference === 'auto-4k';

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

/** A cropped video (1920 × 800) counts by its width. */
export function resolutionOf(width: number, height: number): Resolution {
  if (width === 0 || height === 0) return 'unknown';
  const [long, short] = width > height ? [width, height] : [height, width];
  const lines = Math.max(short, (long * 9) / 16);
  const distance = (nominal: number) => Math.abs(Math.log(lines / nominal));
  const [nearest] = LINES.toSorted(([, a], [, b]) => distance(a) - distance(b));
  return nearest?.[0] ?? 'unknown';
}

/** Returns the preferred resolution, else the nearest below it, else the nearest above it. */
export function nearestResolution<S extends Resolution>(
  preference: Resolution,
  offered: readonly S[],
): S | undefined {
  const at = RESOLUTIONS.indexOf(preference);
  const inTurn = [...RESOLUTIONS.slice(at), ...RESOLUTIONS.slice(0, at).toReversed()];
  for (const size of inTurn) {
    const found = offered.find((one) => one === size);
    if (found) return found;
  }
  return undefined;
}

/** Maps to the names that sources and stored settings use. */
export function asQuality(size: Resolution): Quality {
  if (size === 'unknown') return size;
  const sized = QUALITIES.filter((quality) => quality !== 'unknown');
  return nearestResolution(size, sized) ?? 'unknown';
}

/** 4k comes after 480: 4k files are large and play only if the viewer chooses them. */
const PREFERENCE: readonly Quality[] = ['1080', '720', '480', '4k', '360', 'unknown'];

export interface ChosenFile {
  readonly quality: Quality;
  readonly url: string;
}

/** Best first; a quality without a URL is left out. */
export const fileQualities = (qualities: FileStream['qualities']): readonly Quality[] =>
  QUALITIES.filter((quality) => qualities[quality]?.url);

/** Returns the preferred file or the nearest one. The automatic choice is the first of `PREFERENCE`. */
export function chooseFile(
  qualities: FileStream['qualities'],
  preference: QualityPreference,
): ChosenFile | undefined {
  const offered = fileQualities(qualities);
  // "unknown" does not name a size.
  const quality =
    isAutoQuality(preference) || preference === 'unknown'
      ? (preference === 'auto-4k' ? QUALITIES : PREFERENCE).find((one) => offered.includes(one))
      : nearestResolution(preference, offered);
  const url = quality && qualities[quality]?.url;
  return url ? { quality, url } : undefined;
}

/** The stream without one of its files; undefined when no other file is left. */
export function withoutFile(stream: Stream, address: string): Stream | undefined {
  if (stream.type !== 'file') return undefined;
  const files = Object.entries(stream.qualities);
  const others = files.filter(([, { url }]) => URL.parse(url, document.baseURI)?.href !== address);
  // The current file may belong to an earlier version of the stream.
  return others.length > 0 && others.length < files.length
    ? { ...stream, qualities: Object.fromEntries(others) }
    : undefined;
}
