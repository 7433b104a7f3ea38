const LAYERS = 6;

/** Parts of a film: both ends, then the middles of all gaps, again and again. Soon there is a picture near any second. */
export function thumbnailPlaces(): readonly number[] {
  const layers = Array.from({ length: LAYERS }, (_, layer) =>
    Array.from({ length: 2 ** layer }, (_gap, at) => (2 * at + 1) / 2 ** (layer + 1)),
  );
  return [0, 1, ...layers.flat()];
}
