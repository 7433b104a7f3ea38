// Typographic rules that differ by language: quotation marks, punctuation and spaces around it.
import { NO_WORDS, type Texts } from './texts.ts';

interface Quotes {
  readonly open: string;
  readonly close: string;
  readonly files: readonly string[];
}

/** Languages with other quotation marks than “these”. */
const QUOTES: readonly Quotes[] = [
  {
    open: '«',
    close: '»',
    files: ['ar', 'ca', 'ca-ES', 'el', 'es', 'fa', 'fr', 'gl', 'it', 'pt-PT', 'ru', 'uk'],
  },
  { open: '„', close: '“', files: ['bg', 'cs', 'de', 'is', 'sl'] },
  { open: '„', close: '”', files: ['et', 'hu', 'lv', 'pl', 'ro'] },
  { open: '”', close: '”', files: ['da', 'fi', 'sv'] },
  { open: '”', close: '“', files: ['he'] },
  { open: '「', close: '」', files: ['ja', 'zh-Hant'] },
];
const OTHERS: Quotes = { open: '“', close: '”', files: [] };

const QUOTE = /["“”„‟«»「」『』]/g;
/** Apple's menus quote the name of the app inside the item’s own quotation marks. */
const APPLE_MENU = /“ファイル”/g;

function quoteFaults(file: string, text: string): readonly string[] {
  const { open, close } = QUOTES.find(({ files }) => files.includes(file)) ?? OTHERS;
  const marks = text.replaceAll(APPLE_MENU, '').match(QUOTE) ?? [];
  const isPaired = marks.every((mark, index) => mark === (index % 2 === 0 ? open : close));
  return isPaired && marks.length % 2 === 0
    ? []
    : [`has other quotation marks than ${open}${close}`];
}

interface Rule {
  readonly files: readonly string[];
  readonly wrong: RegExp;
  readonly fault: string;
}

const CHINESE_JAPANESE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;

const RULES: readonly Rule[] = [
  {
    files: ['fr'],
    wrong: /(?<!\u202f)[?!;](?!\u202f)|[\u0020\u202f]:|«[^\u00a0]|[^\u00a0\u202f]»/u,
    fault: 'lacks a no-break space before ? ! ; : or inside « »',
  },
  {
    files: ['ja', 'zh', 'zh-Hant'],
    wrong: new RegExp(`${CHINESE_JAPANESE}(?:[,;:!?]|\\.(?!\\w))|[,;:!?]${CHINESE_JAPANESE}`, 'u'),
    fault: 'has a mark of half width beside a letter of full width',
  },
  {
    files: ['ar', 'fa'],
    wrong: /\p{Script=Arabic}[,;?]/u,
    fault: 'has a Latin comma, semicolon or question mark',
  },
  { files: ['el'], wrong: /\?/, fault: 'has a Latin question mark' },
  {
    files: ['bn', 'hi', 'ne', 'pa'],
    wrong: /[\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gurmukhi}]\.(?:\s|$)/u,
    fault: 'ends a sentence with a Latin period',
  },
  {
    files: ['es'],
    wrong: /^[^¿]*\?|^[^¡]*!/u,
    fault: 'lacks the mark that opens a question or an exclamation',
  },
];

/** Languages with faces, such as :3 and ;w;, as words. */
const HAS_FACES: ReadonlySet<string> = new Set(['uwu']);
/** Matches a space before a mark. A separate colon is allowed, because a text describes it. */
const SPACE_BEFORE_MARK = /\p{L}[\u0020\u00a0\u202f]+[?!;:](?:\s\p{L}|$)/u;

function markFaults(file: string, text: string): readonly string[] {
  const isSpaced = file !== 'fr' && !HAS_FACES.has(file) && SPACE_BEFORE_MARK.test(text);
  return [
    ...RULES.filter(({ files, wrong }) => files.includes(file) && wrong.test(text)).map(
      ({ fault }) => fault,
    ),
    ...(isSpaced ? ['has a space before ? ! ; or :'] : []),
    ...(text.includes('...') ? ['has three periods instead of …'] : []),
  ];
}

/** Finds the rarer kind of apostrophe, because a language should use only one. */
function apostropheFaults(texts: Texts): readonly string[] {
  const having = (mark: string): string[] =>
    [...texts].flatMap(([key, text]) =>
      new RegExp(`\\p{L}${mark}\\p{L}`, 'u').test(text) ? [key] : [],
    );
  const [straight, curved] = [having("'"), having('’')];
  const rarer = straight.length < curved.length ? straight : curved;
  return rarer.map((key) => `${key} has another apostrophe than the other texts`);
}

export function typographyFaults(file: string, texts: Texts): readonly string[] {
  const faults = [...texts].flatMap(([key, text]) => {
    const words = text.replaceAll(NO_WORDS, '_');
    return [...quoteFaults(file, words), ...markFaults(file, words)].map(
      (fault) => `${key} ${fault}`,
    );
  });
  return [...faults, ...apostropheFaults(texts)];
}
