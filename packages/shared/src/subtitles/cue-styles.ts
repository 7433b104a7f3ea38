// Colors of WebVTT: classes in the text, and rules in STYLE blocks.

/** The supported declarations of a rule. */
export interface CueStyle {
  /** A CSS color. */
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}

/** Styles by `.class`. The empty selector applies to every cue. */
export type CueStyles = ReadonlyMap<string, CueStyle>;

const MOST_RULES = 500;
const HEAD_CHARACTERS = 256 * 1024;
const BLOCK = /(?:^|\n)STYLE[ \t]*\n((?:[^\n]+(?:\n|$))*)/g;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const SELECTOR = /::cue(?:\(([^()]*)\))?/g;

/** Reads the STYLE blocks before the first cue. */
export function readStyles(text: string): CueStyles {
  const styles = new Map<string, CueStyle>();
  if (!/^\uFEFF?WEBVTT/.test(text)) return styles;
  const [head = ''] = text.slice(0, HEAD_CHARACTERS).split('-->', 1);
  const blocks = [...head.replaceAll(/\r\n?/g, '\n').matchAll(BLOCK)].map(
    ([, block = '']) => block,
  );
  for (const [, selectors = '', body = ''] of blocks.join('\n').matchAll(RULE)) {
    const style = styleIn(body);
    for (const [, list = ''] of selectors.matchAll(SELECTOR)) {
      for (const selector of list.split(',')) {
        const name = nameOf(selector.trim());
        if (name !== undefined) styles.set(name, { ...styles.get(name), ...style });
      }
    }
    if (styles.size > MOST_RULES) break;
  }
  return styles;
}

/** Returns a STYLE block. Empty if there are no rules. */
export function writeStyles(styles: CueStyles): string {
  const rules = [...styles].flatMap(([name, style]) => {
    const body = bodyOf(style);
    return body === '' ? [] : [`::cue${name === '' ? '' : `(${name})`} { ${body} }`];
  });
  return rules.length === 0 ? '' : `STYLE\n${rules.join('\n')}\n\n`;
}

const CLASS = /^[cvbiu]?(\.[\w-]+)$/;
const VOICE = /^v?\[voice=["']?([^"'\]]+)["']?\]$/;

function nameOf(selector: string): string | undefined {
  const voice = VOICE.exec(selector)?.[1];
  if (voice !== undefined) return `.${voiceClass(voice)}`;
  return selector === '' ? selector : CLASS.exec(selector)?.[1];
}

const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/]{3,60}\))$/i;

function styleIn(body: string): CueStyle {
  let style: CueStyle = {};
  for (const declaration of body.split(';')) {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim().toLowerCase());
    if (name === 'color' && COLOR.test(value)) style = { ...style, color: value };
    if (/^background(?:-color)?$/.test(name) && COLOR.test(value)) {
      style = { ...style, background: value };
    }
    if (name === 'font-weight') style = { ...style, bold: /^(?:bold|[6-9]00)/i.test(value) };
    if (name === 'font-style') style = { ...style, italic: /^(?:italic|oblique)/i.test(value) };
    if (name === 'text-decoration') style = { ...style, underline: /underline/i.test(value) };
  }
  return style;
}

function bodyOf({ color, background, bold, italic, underline }: CueStyle): string {
  const declarations = [
    color && `color: ${color}`,
    background && `background-color: ${background}`,
    bold && 'font-weight: bold',
    italic && 'font-style: italic',
    underline && 'text-decoration: underline',
  ];
  return declarations.filter(Boolean).join('; ');
}

/** WebVTT's default color classes. */
const NAMED = ['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'] as const;
const COLOR_CLASS = /^color-(?:([\da-f]{6})|([a-z]{3,20}))$/;

/** Returns the style of a class without a rule in the file. */
export function styleOfClass(name: string): CueStyle | undefined {
  const color = NAMED.find((known) => known === name);
  if (color) return { color };
  const background = NAMED.find((known) => `bg_${known}` === name);
  if (background) return { background };
  const [, hex, word] = COLOR_CLASS.exec(name) ?? [];
  if (hex !== undefined) return { color: `#${hex}` };
  return word === undefined ? undefined : { color: word };
}

/** Returns the class for the color of a `<font>`. Undefined if invalid, and for white, the default. */
export function colorClass(color: string): string | undefined {
  const value = color.trim().toLowerCase();
  const short = /^#?([\da-f])([\da-f])([\da-f])$/.exec(value);
  const hex = short
    ? short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')
    : /^#?([\da-f]{6})(?:[\da-f]{2})?$/.exec(value)?.[1];
  if (value === 'white' || hex === 'ffffff') return undefined;
  if (hex !== undefined) return `color-${hex}`;
  if (NAMED.some((known) => known === value)) return value;
  return /^[a-z]{3,20}$/.test(value) ? `color-${value}` : undefined;
}

export function voiceClass(voice: string): string {
  return `v-${voice
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Returns rules for the color classes in these texts, for other players. */
export function stylesOfColors(texts: readonly string[]): CueStyles {
  const names = texts.flatMap((text) => text.match(/(?<=[<.])color-[\da-z]{3,20}(?=[.>])/g) ?? []);
  return new Map(
    [...new Set(names)].flatMap((name) => {
      const style = styleOfClass(name);
      return style ? [[`.${name}`, style] as const] : [];
    }),
  );
}
