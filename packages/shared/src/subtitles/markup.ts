import { Parser } from 'htmlparser2';
import { colorClass, styleOfClass, voiceClass, type CueStyles } from './cue-styles.ts';

const KEPT_TAGS: ReadonlySet<string> = new Set(['b', 'i', 'u']);
const BREAKS: ReadonlySet<string> = new Set(['br', 'p']);

/** Escapes a text for WebVTT. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const NO_STYLES: CueStyles = new Map();

interface Open {
  readonly name: string;
  readonly end: string;
}

/**
 * Keeps bold, italic, underline, color, and classes with a style. Drops all other tags and closes open ones.
 */
export function sanitizeCueText(text: string, styles = NO_STYLES): string {
  const plain = text.replaceAll(/\{\\[^{}]*\}/g, '').replaceAll(/\{\/?[biu]\}/gi, toTag);
  if (!/[<&>]/.test(plain)) return dropEmptyLines(plain);
  let out = '';
  const open: Open[] = [];
  const parser = new Parser(
    {
      ontext: (part) => (out += escaped(part)),
      onopentag: (name, attributes) => {
        if (BREAKS.has(name) && out !== '') out += '\n';
        if (name === 'font') {
          const classes = classesOf(attributes, styles);
          open.push({ name, end: classes === '' ? '' : '</c>' });
          if (classes !== '') out += `<c${classes}>`;
        }
        if (!KEPT_TAGS.has(name) || open.some((one) => one.name === name)) return;
        open.push({ name, end: `</${name}>` });
        out += `<${name}>`;
      },
      onclosetag: (name, isImplied) => {
        if (isImplied || open.at(-1)?.name !== name) return;
        out += open.pop()?.end ?? '';
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  parser.end(withFonts(plain));
  return dropEmptyLines(
    out +
      open
        .toReversed()
        .map(({ end }) => end)
        .join(''),
  );
}

/** Converts classes and voices of WebVTT to tags that an HTML parser accepts. */
function withFonts(text: string): string {
  return text
    .replaceAll(
      /<[cv]((?:\.[^\s<>.]+)*)(?:\s+([^<>]*))?>/g,
      (_tag, classes: string, voice = '') => {
        const names = [
          ...classes.split('.').slice(1),
          ...(voice === '' ? [] : [voiceClass(voice)]),
        ];
        return `<font class="${escaped(names.join(' ')).replaceAll('"', '')}">`;
      },
    )
    .replaceAll(/<\/[cv]>/g, '</font>');
}

function classesOf({ class: names = '', color = '' }: Record<string, string>, styles: CueStyles) {
  const ofColor = colorClass(color);
  const known = names.split(' ').filter((name) => styleOfClass(name) ?? styles.get(`.${name}`));
  return [...known, ...(ofColor === undefined ? [] : [ofColor])].map((name) => `.${name}`).join('');
}

const toTag = (mark: string): string => `<${mark.slice(1, -1).toLowerCase()}>`;

/** Trims lines and drops empty ones, which would end a cue. */
export function dropEmptyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replaceAll(/<\/?(?:[biu]|c(?:\.[^>]*)?)>/g, '').trim() !== '')
    .join('\n');
}
