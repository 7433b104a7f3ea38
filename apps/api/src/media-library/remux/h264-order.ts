// The order in which frames of H.264 are shown, for containers that don't state their times.
import { readParameters, type H264Parameters } from './h264-parameters.ts';
import { IDR_SLICE, isReference, numbersOf } from './h264-slices.ts';
import { isOfType, sliceIn, type UnitFormat } from './h264-units.ts';
import { InvalidMediaError } from './media-errors.ts';

export interface FrameOrderOptions {
  readonly format: UnitFormat;
  /** The parameter sets that are valid where the frames have none. */
  readonly sets: readonly Uint8Array[];
}

/**
 * The place of each frame of a group among those that are shown. `frames`: from a keyframe up to the next, in the order in which
 * they are decoded. It's the same order if they are damaged.
 */
export function shownOrder(
  frames: readonly Uint8Array[],
  { format, sets }: FrameOrderOptions,
): readonly number[] {
  const units = frames.map(format.split);
  const places = frames.map((_, at) => at);
  try {
    const parameters = readParameters(units[0] ?? []) ?? readParameters(sets);
    if (parameters?.orderBits === undefined) return places;
    const orders = ordersOf(units, parameters, parameters.orderBits);
    const shown = places.toSorted((a, b) => (orders[a] ?? 0) - (orders[b] ?? 0));
    const shownAt = [...places];
    for (const [place, frame] of shown.entries()) shownAt[frame] = place;
    return shownAt;
  } catch (error) {
    if (error instanceof InvalidMediaError) return places;
    throw error;
  }
}

/** More than the order of any frame after an IDR frame, which counts from 0. */
const PERIOD = 2 ** 33;

/** Counts on where the numbers in the slices begin anew (ISO 14496-10, 8.2.1.1). */
function ordersOf(
  frames: readonly (readonly Uint8Array[])[],
  parameters: H264Parameters,
  orderBits: number,
): readonly number[] {
  const range = 2 ** orderBits;
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
    const { order: low } = numbersOf(slice, parameters);
    const near = previous ?? low;
    const order = low + range * Math.round((near - low) / range);
    if (isReference(slice) || previous === undefined) previous = order;
    return start + order;
  });
}
