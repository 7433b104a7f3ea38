import { Parser } from 'htmlparser2';

const KEPT: ReadonlySet<string> = new Set(['b', 'i', 'u']);
const BREAKS: ReadonlySet<string> = new Set(['br', 'p']);

/** Escaped for WebVTT. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Bold, italic and underlined stay, everything else that looks like a tag goes; what is open at the end is closed. */
export function reduced(text: string): string {
  const plain = text.replaceAll(/\{\\[^{}]*\}/g, '').replaceAll(/\{\/?[biu]\}/gi, toTag);
  if (!/[<&>]/.test(plain)) return tidied(plain);
  let out = '';
  const open: string[] = [];
  const parser = new Parser(
    {
      ontext: (part) => (out += escaped(part)),
      onopentagname: (name) => {
        if (BREAKS.has(name) && out !== '') out += '\n';
        if (!KEPT.has(name) || open.includes(name)) return;
        open.push(name);
        out += `<${name}>`;
      },
      onclosetag: (name, isImplied) => {
        if (isImplied || open.at(-1) !== name) return;
        open.pop();
        out += `</${name}>`;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  parser.end(plain);
  return tidied(
    out +
      open
        .toReversed()
        .map((name) => `</${name}>`)
        .join(''),
  );
}

const toTag = (mark: string): string => `<${mark.slice(1, -1).toLowerCase()}>`;

/** Without what a line begins and ends with, and without empty lines, which would end a cue. */
export function tidied(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replaceAll(/<\/?[biu]>/g, '').trim() !== '')
    .join('\n');
}
