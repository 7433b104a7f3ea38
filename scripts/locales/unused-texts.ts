// Finds English texts that no code reads.
import { ANY, selectors } from '../../apps/web/vite-locale-files.ts';
import { pluralForm } from '../../apps/web/src/i18n/packed-texts.ts';
import type { Texts } from './texts.ts';

/** Returns names that may be the value of a computed member: strings, and keys of objects. */
export function namesIn(source: string): readonly string[] {
  return [...source.matchAll(/'([^'\n]+)'|\b(\w+)\??:/g)].map(([, text, key]) => text ?? key ?? '');
}

/** Returns unused texts. A text that is read by a computed name counts as used if the name is somewhere in the code. */
export function unusedTexts(english: Texts, sources: readonly string[]): readonly string[] {
  const read = new Set(sources.flatMap(selectors));
  const names = new Set(sources.flatMap(namesIn));
  const nested = new Set(
    [...english.values()].flatMap((text) =>
      [...text.matchAll(/\$t\(\s*([\w.]+)/g)].map(([, key = '']) => key),
    ),
  );
  return [...english.keys()].filter((key) => {
    const stem = pluralForm(key, english)?.stem ?? key;
    return !nested.has(stem) && !isRead(stem.split('.'), read, names);
  });
}

function isRead(
  parts: readonly string[],
  read: ReadonlySet<string>,
  names: ReadonlySet<string>,
  at = 0,
): boolean {
  if (read.has(parts.join('.'))) return true;
  return parts.slice(at).some((name, offset) => {
    if (!names.has(name)) return false;
    return isRead(parts.with(at + offset, ANY), read, names, at + offset + 1);
  });
}
