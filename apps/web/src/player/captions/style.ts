/** The viewer's caption style. Fractions are 0-1. */
export interface CaptionStyle {
  /** A hex color in lower case. */
  readonly color: string;
  readonly backgroundOpacity: number;
  /** 1 is the default size. */
  readonly size: number;
  readonly backgroundBlur: number;
  readonly bold: boolean;
  /** The height above the default position, as a fraction of the way to the top. */
  readonly position: number;
}

export const DEFAULT_STYLE: CaptionStyle = {
  color: '#ffffff',
  backgroundOpacity: 0.5,
  size: 1,
  backgroundBlur: 0,
  bold: false,
  position: 0,
};

const MAX_DELAY = 500;

/** Rounds to tenths, which the interface shows. */
export function roundedDelay(seconds: number): number {
  const tenths = Math.round(Math.min(MAX_DELAY, Math.max(-MAX_DELAY, seconds)) * 10) / 10;
  // Avoids -0, which is formatted with a sign.
  return tenths === 0 ? 0 : tenths;
}

const MOST_BLUR_PX = 64;

/** The custom properties that the caption style sheets read. */
export function captionVariables(style: CaptionStyle): Readonly<Record<string, string>> {
  const { color, backgroundOpacity, size, backgroundBlur, bold, position } = style;
  const blur = Math.floor(backgroundBlur * MOST_BLUR_PX);
  return {
    '--caption-color': color,
    '--caption-opacity': `${Math.round(backgroundOpacity * 100)}%`,
    '--caption-size': String(size),
    '--caption-blur': blur > 0 ? `blur(${blur}px)` : 'none',
    '--caption-weight': bold ? '700' : '400',
    '--caption-lift': String(position),
  };
}
