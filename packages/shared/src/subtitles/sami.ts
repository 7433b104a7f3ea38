// SAMI is HTML; the text after `<sync start=…>` is shown until the next one.
import { Parser } from 'htmlparser2';
import { colorClass } from './cue-styles.ts';
import type { Cue } from './cue.ts';
import { sanitizeCueText } from './markup.ts';

/** Duration of the last cue. */
const LAST_SECONDS = 4;

interface Sync {
  readonly start: number;
  /** Markup by language class. */
  readonly shown: Map<string, string>;
}

/** Files may contain several languages as classes of `<p>`. Reads `language`, or else the first. */
export function readSami(text: string, language: string): Cue[] {
  const syncs = syncsOf(text);
  const classes = new Set(syncs.flatMap(({ shown }) => [...shown.keys()]));
  // Classes are called `ENCC`, `KRCC` or `en-US`, so only their prefix is reliable.
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

function syncsOf(text: string): Sync[] {
  const syncs: Sync[] = [];
  let className = '';
  let isShown = false;
  const add = (markup: string): void => {
    const shown = isShown ? syncs.at(-1)?.shown : undefined;
    shown?.set(className, (shown.get(className) ?? '') + markup);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === 'sync') {
          syncs.push({ start: Number(attributes['start']) / 1_000, shown: new Map() });
          isShown = true;
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
        if (name === 'body') isShown = false;
      },
      ontext: (part) => add(part),
    },
    { decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text.replaceAll(/\s*\n\s*/g, ' '));
  return syncs;
}
