// How a title without a picture looks: the same title always gets the same face.

export interface PosterFace {
  /** Degrees on the colour wheel. */
  readonly hue: number;
  /** Where the light falls from, percent of the width. */
  readonly light: number;
  /** Of the letters, percent of the poster's width. */
  readonly letters: number;
}

/** From large to small. Few, as a browser takes longer for the first letters of a size than for all the rest of a card. */
const SIZES = [19, 16.3, 14, 12, 10.2, 8.8];
const SMALLEST = 7.5;
// A bold letter is about 0.62 of its size wide, and the words have 82 % of the poster.
const FITS_ONE_LINE = 82 / 0.62;
// Together the lines may cover the lower two thirds or so.
const FITS_THE_AREA = 72;

export function posterFace(title: string): PosterFace {
  const hash = hashOf(title);
  const letters = Array.from(title).length;
  const longestWord = Math.max(1, ...title.split(/[\s-]+/).map((word) => Array.from(word).length));
  const fitting = Math.min(FITS_ONE_LINE / longestWord, FITS_THE_AREA / Math.sqrt(letters || 1));
  return {
    hue: hash % 360,
    light: 15 + ((hash >>> 9) % 71),
    letters: SIZES.find((size) => size <= fitting) ?? SMALLEST,
  };
}

/** FNV-1a with a final stir, so that neighbours in the alphabet do not look alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
