// Limits the length of texts if the layout requires it.
import type { Texts } from './texts.ts';

export interface LengthBudget {
  /** A key, or a prefix of keys that ends in a dot. */
  readonly keys: readonly string[];
  /** The maximum number of characters, as a reader counts them. */
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
