import { FadeImage } from './FadeImage.tsx';
import styles from './Poster.module.css';

declare module 'react' {
  interface CSSProperties {
    [custom: `--${string}`]: string | number;
  }
}

interface PosterProps {
  readonly title: string;
  readonly src?: string | undefined;
}

/** Decorative: callers show the title as text. Draws the title until the image loads, and if it fails. */
export function Poster({ title, src }: PosterProps) {
  const { hue, light, letters } = posterFallback(title);
  const style = { '--poster-hue': hue, '--poster-light': `${light}%`, '--letters': letters };
  return (
    <span className={styles.poster} style={style} aria-hidden>
      <span className={styles.face} dir="auto">
        {title}
      </span>
      {src !== undefined && (
        <FadeImage key={src} className={styles.image} src={src} width={342} height={513} />
      )}
    </span>
  );
}

/** Derived only from the title, so it never changes. */
interface PosterFallback {
  /** Degrees on the color wheel. */
  readonly hue: number;
  /** Horizontal position of the highlight, percent of the width. */
  readonly light: number;
  /** Font size, percent of the poster's width. */
  readonly letters: number;
}

/** Only a few sizes: browsers rasterize glyphs for each size, which takes longer than the rest of the card. */
const SIZES = [19, 16.3, 14, 12, 10.2, 8.8];
const SMALLEST = 7.5;
// A bold letter is about 0.62 em wide; the text has 82 % of the poster's width.
const FITS_ONE_LINE = 82 / 0.62;
// All lines together fill about two thirds of the poster.
const FITS_THE_AREA = 72;

export function posterFallback(title: string): PosterFallback {
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

/** FNV-1a with a final mix, so that similar titles get different colors. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
