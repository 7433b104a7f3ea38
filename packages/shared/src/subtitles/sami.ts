// SAMI is HTML. The text after `<sync start=…>` is shown until the next `<sync>`.
import { Parser, type Handler } from 'htmlparser2';
import { colorClass } from './cue-styles.ts';
import type { Cue } from './cue.ts';
import { sanitizeCueText } from './markup.ts';

/** The duration of the last cue. */
const LAST_SECONDS = 4;
/** The maximum length of a sync in all languages. */
const MAX_SYNC_LENGTH = 4_000;

interface Sync {
  readonly start: number;
  /** The markup by language class. */
  readonly shown: Map<string, string>;
}

/** Reads `language`, or else the first language. Files may contain several languages as classes of `<p>`. */
export function readSami(text: string, language: string): Cue[] {
  const syncs = syncsOf(text);
  const classes = new Set(syncs.flatMap(({ shown }) => [...shown.keys()]));
  // Compare only the prefix, because classes have names such as `ENCC`, `KRCC` or `en-US`.
  const preferred = [...classes].find((name) => name.startsWith(PREFIXES[language] ?? language));
  const [first = ''] = classes;
  const chosen = syncs
    .flatMap(({ start, shown }) => {
      const markup = shown.get(preferred ?? first);
      return markup === undefined ? [] : [{ start, text: sanitizeCueText(markup) }];
    })
    .toSorted((a, b) => a.start - b.start);
  return chosen.map((cue, index) => ({
    ...cue,
    end: chosen[index + 1]?.start ?? cue.start + LAST_SECONDS,
  }));
}

/** Prefixes that differ from the language's code. */
const PREFIXES: Readonly<Record<string, string>> = { ko: 'kr', ja: 'j', zh: 'c' };

const OPTIONS = { decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true };

function syncsOf(text: string): Sync[] {
  const syncs: Sync[] = [];
  let className = '';
  const add = (markup: string): void => {
    const shown = syncs.at(-1)?.shown;
    shown?.set(className, (shown.get(className) ?? '') + markup);
  };
  const handler: Partial<Handler> = {
    onopentag: (name, attributes) => {
      if (name === 'sync') {
        syncs.push({ start: Number(attributes['start']) / 1_000, shown: new Map() });
        className = '';
      } else if (name === 'p') {
        className = (attributes['class'] ?? '').toLowerCase();
        // An empty paragraph hides the cue.
        add('');
      } else if (/^(?:br|b|i|u)$/.test(name)) add(`<${name}>`);
      else if (name === 'font') add(`<c.${colorClass(attributes['color'] ?? '') ?? ''}>`);
    },
    onclosetag: (name, isImplied) => {
      if (/^[biu]$/.test(name) && !isImplied) add(`</${name}>`);
      if (name === 'font' && !isImplied) add('</c>');
    },
    ontext: (part) => add(part),
  };
  // Syncs have no end tags, and htmlparser2 takes quadratic time for nested elements.
  for (const part of text.replaceAll(/\s*\n\s*/g, ' ').split(/(?=<sync\b)/i)) {
    new Parser(handler, OPTIONS).end(part.slice(0, MAX_SYNC_LENGTH));
  }
  return syncs;
}
