import { QUALITIES } from '@matinee/shared/media/stream';
import type { Quality } from '@matinee/shared/media/stream';

/** What the size of a picture is called. Sources name only the first kind; playlists also have what lies between. */
export type PictureSize = Quality | '1440' | '240';

/** The medium, or our order of preference, decides; `auto-4k`: the largest files are welcome too. */
type OpenWish = 'auto' | 'auto-4k';
export type QualityWish = PictureSize | OpenWish;

export const isOpenWish = (wish: QualityWish): wish is OpenWish =>
  wish === 'auto' || wish === 'auto-4k';

const LINES: readonly (readonly [PictureSize, number])[] = [
  ['4k', 2160],
  ['1440', 1440],
  ['1080', 1080],
  ['720', 720],
  ['480', 480],
  ['360', 360],
  ['240', 240],
];

/** Best first. */
export const PICTURE_SIZES: readonly PictureSize[] = [...LINES.map(([size]) => size), 'unknown'];

/** A picture cut to the shape of its film (1920 × 800) is as large as the uncut one of its width. */
export function pictureSize(width: number, height: number): PictureSize {
  if (width === 0 || height === 0) return 'unknown';
  const [long, short] = width > height ? [width, height] : [height, width];
  const lines = Math.max(short, (long * 9) / 16);
  const distance = (nominal: number) => Math.abs(Math.log(lines / nominal));
  const [nearest] = LINES.toSorted(([, a], [, b]) => distance(a) - distance(b));
  return nearest?.[0] ?? 'unknown';
}

/** The wished one, else the nearest below it, else the nearest above. */
export function nearestSize<S extends PictureSize>(
  wish: PictureSize,
  offered: readonly S[],
): S | undefined {
  const at = PICTURE_SIZES.indexOf(wish);
  const inTurn = [...PICTURE_SIZES.slice(at), ...PICTURE_SIZES.slice(0, at).toReversed()];
  for (const size of inTurn) {
    const found = offered.find((one) => one === size);
    if (found) return found;
  }
  return undefined;
}

/** The names that sources and the account's settings know. */
export function asQuality(size: PictureSize): Quality {
  if (size === 'unknown') return size;
  const sized = QUALITIES.filter((quality) => quality !== 'unknown');
  return nearestSize(size, sized) ?? 'unknown';
}
