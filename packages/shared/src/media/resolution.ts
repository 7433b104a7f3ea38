// The nominal heights of resolutions.

/** Lower limits, because encoders crop some pixels. */
const RESOLUTIONS = [
  { lines: 2_160, width: 3_400, height: 2_000 },
  { lines: 1_440, width: 2_400, height: 1_400 },
  { lines: 1_080, width: 1_800, height: 1_000 },
  { lines: 720, width: 1_200, height: 700 },
];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the nominal height. Wide movies have fewer lines. */
export function namedLines({ width, height }: Size): number {
  const found = RESOLUTIONS.find((each) => width >= each.width || height >= each.height);
  return found?.lines ?? height;
}
