// Limits the length of texts where the layout requires it.
import type { Texts } from './texts.ts';

export interface LengthBudget {
  /** A key, or the beginning of keys with a dot at its end. */
  readonly keys: readonly string[];
  /** Characters as a reader counts them. */
  readonly most: number;
}

const characters = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

const isIn = (key: string, keys: readonly string[]): boolean =>
  keys.some((one) => (one.endsWith('.') ? key.startsWith(one) : key === one));

export function lengthFaults(texts: Texts, budgets: readonly LengthBudget[]): readonly string[] {
  return budgets.flatMap(({ keys, most }) =>
    [...texts].flatMap(([key, text]) => {
      const length = isIn(key, keys) ? characters(text) : 0;
      return length > most ? [`${key} has ${length} characters, more than ${most}`] : [];
    }),
  );
}
