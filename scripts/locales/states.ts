// The state of each translated text: the last kind of reader, and the English text that it was translated from.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { pluralForm, stems } from '../../apps/web/src/i18n/packed-texts.ts';
import type { Texts } from './texts.ts';

export const STATES = 'apps/web/src/i18n/states';
/** Translated by a machine, reviewed by a reader, reviewed by a native speaker. */
const NAMES = ['machine', 'read', 'native'] as const;
export type StateName = (typeof NAMES)[number];
export const StateName = z.enum(NAMES);

/**
 * The hashes of English texts by state and group, separated by spaces. Keys for all texts would be ten times longer.
 */
export type StateFile = z.infer<typeof StateFile>;
export const StateFile = z.partialRecord(StateName, z.record(z.string(), z.string()));

/** The state by hash. */
export type States = ReadonlyMap<string, StateName>;

/** Returns a hash of the key and all English forms of a text. */
export function englishHash(stem: string, english: Texts): string {
  const forms = [...english].filter(
    ([key]) => key === stem || pluralForm(key, english)?.stem === stem,
  );
  const text = JSON.stringify([stem, forms.map(([, form]) => form)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}

export function parseStates(file: StateFile): States {
  return new Map(
    NAMES.flatMap((state) =>
      Object.values(file[state] ?? {}).flatMap((hashes) =>
        hashes.split(' ').map((hash) => [hash, state] as const),
      ),
    ),
  );
}

export function readStates(file: string): States {
  const path = `${STATES}/${file}.json`;
  if (!existsSync(path)) return new Map();
  return parseStates(StateFile.parse(JSON.parse(readFileSync(path, 'utf8'))));
}

export interface StateReport {
  /** Keys of texts whose English has changed since the translation, and of texts without a state. */
  readonly stale: readonly string[];
  /** Keys by the state of their current text. */
  readonly known: Readonly<Record<StateName, readonly string[]>>;
}

const isIn = (stem: string, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.some((one) => stem === one || stem.startsWith(`${one}.`));

export function reportStates(texts: Texts, english: Texts, states: States): StateReport {
  const stateOf = stateReader(english, states);
  const translated = stems(texts).filter(
    (stem) => english.has(stem) || english.has(`${stem}_other`),
  );
  const having = (state: StateName | undefined) =>
    translated.filter((stem) => stateOf(stem) === state);
  return {
    stale: having(undefined),
    known: { machine: having('machine'), read: having('read'), native: having('native') },
  };
}

function stateReader(english: Texts, states: States): (stem: string) => StateName | undefined {
  return (stem) => states.get(englishHash(stem, english));
}

/** Returns the content of a language's file after setting the state of texts with these keys, or of all texts. */
export function marked(
  { texts, english, states }: { texts: Texts; english: Texts; states: States },
  state: StateName,
  prefixes: readonly string[],
): StateFile {
  const stateOf = stateReader(english, states);
  const file: StateFile = {};
  for (const stem of stems(english)) {
    if (!texts.has(stem) && !texts.has(`${stem}_other`)) continue;
    const next = isIn(stem, prefixes) ? state : stateOf(stem);
    if (!next) continue;
    const groups = (file[next] ??= {});
    const group = stem.split('.')[0] ?? '';
    const hash = englishHash(stem, english);
    groups[group] = groups[group] === undefined ? hash : `${groups[group]} ${hash}`;
  }
  return file;
}
