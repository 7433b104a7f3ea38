// Finds the display order of H.264 frames, for containers that don't store display times.
import { readParameters, type H264Parameters } from './h264-parameters.ts';
import { IDR_SLICE, isReference, frameNumbersOf } from './h264-slices.ts';
import { isOfType, sliceIn, type UnitFormat } from './h264-units.ts';
import { InvalidMediaError } from '../../media-errors.ts';

export interface FrameOrderOptions {
  readonly format: UnitFormat;
  /** The parameter sets to use if the frames contain none. */
  readonly sets: readonly Uint8Array[];
}

/**
 * Returns the position of each frame of a group in display order. `frames`: from a keyframe up to the next, in decode
 * order. Returns decode order if the frames are damaged.
 */
export function displayOrder(
  frames: readonly Uint8Array[],
  { format, sets }: FrameOrderOptions,
): readonly number[] {
  const units = frames.map(format.split);
  const places = frames.map((_, at) => at);
  try {
    const parameters = readParameters(units[0] ?? []) ?? readParameters(sets);
    if (parameters?.picOrderCntBits === undefined) return places;
    const orders = ordersOf(units, parameters, parameters.picOrderCntBits);
    const shown = places.toSorted((a, b) => (orders[a] ?? 0) - (orders[b] ?? 0));
    const shownAt = [...places];
    for (const [place, frame] of shown.entries()) shownAt[frame] = place;
    return shownAt;
  } catch (error) {
    if (error instanceof InvalidMediaError) return places;
    throw error;
  }
}

/** Larger than the order of any frame. Orders restart at 0 with each IDR frame. */
const PERIOD = 2 ** 33;

/** Unwraps the order counts in slices, which overflow (ISO 14496-10, 8.2.1.1). */
function ordersOf(
  frames: readonly (readonly Uint8Array[])[],
  parameters: H264Parameters,
  picOrderCntBits: number,
): readonly number[] {
  const range = 2 ** picOrderCntBits;
  let previous: number | undefined;
  let start = 0;
  return frames.map((units) => {
    const slice = sliceIn(units);
    if (!slice) throw new InvalidMediaError('its video is damaged');
    if (isOfType(IDR_SLICE)(slice)) {
      if (previous !== undefined) start += PERIOD;
      previous = 0;
      return start;
    }
    const { picOrderCnt: low } = frameNumbersOf(slice, parameters);
    const near = previous ?? low;
    const order = low + range * Math.round((near - low) / range);
    if (isReference(slice) || previous === undefined) previous = order;
    return start + order;
  });
}
