import type { Theme } from '../../../apps/web/src/data/preferences/theme.ts';

/** A theme that is missing here does not compile. */
const NAMES: Readonly<Record<Theme, true>> = {
  blue: true,
  gray: true,
  red: true,
  teal: true,
  blck: true,
};

/** Besides the default. */
export const THEMES: readonly string[] = Object.keys(NAMES);
