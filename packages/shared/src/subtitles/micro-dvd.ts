// MicroDVD counts frames, and often says in its first line how many a second has. No kept library gets its times right.
import { AT_THE_TOP, type Cue } from './cue.ts';
import { escaped, tidied } from './markup.ts';

const LINE = /^\{(\d{1,7})\}\{(\d{1,7})\}(.*)$/;
/** What films have that nothing is known of. */
const FILM_FPS = 23.976;
const MOST_FPS = 240;
/** For a cue that says when it begins only. */
const USUAL_SECONDS = 3;

export function readMicroDvd(lines: readonly string[], toldFps: number | undefined): Cue[] {
  const rows = lines.flatMap((line) => {
    const [, from, to, text = ''] = LINE.exec(line) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to), text }];
  });
  const [first] = rows;
  const inFile = first && first.from <= 1 && first.to <= 1 ? fpsOf(first.text) : undefined;
  const fps = inFile ?? fpsOf(String(toldFps)) ?? FILM_FPS;
  return (inFile === undefined ? rows : rows.slice(1)).map(({ from, to, text }) => ({
    start: from / fps,
    end: to > from ? to / fps : from / fps + USUAL_SECONDS,
    text: tidied(text.split('|').map(lineOf).join('\n')),
    ...(/^\{P:0\}/i.test(text) && { settings: AT_THE_TOP }),
  }));
}

function fpsOf(text: string): number | undefined {
  const fps = Number(text.trim().replace(',', '.'));
  return fps >= 1 && fps <= MOST_FPS ? fps : undefined;
}

/** `{y:b,i}` and `/` at the beginning change how it looks; all other braces go. */
function lineOf(line: string): string {
  const styles = [...line.matchAll(/\{y:([^{}]{1,20})\}/gi)].flatMap(([, list = '']) =>
    list.toLowerCase().split(','),
  );
  const bare = line.replaceAll(/\{[a-z]:[^{}]*\}/gi, '').trim();
  const isSlanted = bare.startsWith('/');
  const text = escaped(isSlanted ? bare.slice(1) : bare);
  return ['u', 'i', 'b'].reduce(
    (inner, name) =>
      inner !== '' && (styles.includes(name) || (name === 'i' && isSlanted))
        ? `<${name}>${inner}</${name}>`
        : inner,
    text,
  );
}
