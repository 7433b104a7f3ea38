import type { Theme } from '../../../apps/web/src/data/preferences/theme.ts';

/** A missing theme does not compile. */
const NAMES: Readonly<Record<Theme, true>> = {
  blue: true,
  gray: true,
  red: true,
  teal: true,
  blck: true,
};

/** Without the default. */
export const THEMES: readonly string[] = Object.keys(NAMES);
