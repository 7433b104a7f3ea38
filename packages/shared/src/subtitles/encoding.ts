// Detects the encoding of subtitles, which rarely declare it.
import { analyse } from 'chardet';

export interface EncodingHints {
  /** ISO 639-1. */
  readonly language: string;
  /** The encoding that the service declares. */
  readonly encoding?: string | undefined;
}

/** Legacy encodings of each language, most common first. */
const BY_LANGUAGE: readonly (readonly [languages: string, encodings: readonly string[]])[] = [
  ['cs hr hu pl ro sk sl sq bs', ['windows-1250', 'iso-8859-2']],
  ['be bg mk ru uk', ['windows-1251', 'koi8-r', 'iso-8859-5']],
  ['sr', ['windows-1250', 'windows-1251', 'iso-8859-2']],
  ['el', ['windows-1253', 'iso-8859-7']],
  ['tr az', ['windows-1254']],
  ['he', ['windows-1255']],
  ['ar fa ur', ['windows-1256', 'iso-8859-6']],
  ['et lt lv', ['windows-1257']],
  ['vi', ['windows-1258']],
  ['th', ['windows-874']],
  ['zh', ['gb18030', 'big5']],
  ['ja', ['shift_jis', 'euc-jp', 'iso-2022-jp']],
  ['ko', ['euc-kr']],
];

/** Encodings to replace with their supersets. */
const SUPERSETS: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  'iso-2022-kr': 'euc-kr',
  gbk: 'gb18030',
};
const DEFAULT_ENCODING = 'windows-1252';
/** The detector is this confident only about correct multi-byte encodings. */
const MIN_CONFIDENCE = 95;
const SAMPLE_BYTES = 32 * 1024;

/** Decodes a text and removes the byte order mark. */
export function decode(bytes: Uint8Array, hints: EncodingHints): string {
  const encoding = unicodeOf(bytes) ?? legacyOf(bytes, hints);
  return new TextDecoder(encoding).decode(bytes);
}

function unicodeOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return utf16Of(bytes.subarray(0, 2_048)) ?? (isIn('utf-8', bytes) ? 'utf-8' : undefined);
}

/** Detects UTF-16 without a byte order mark: every second byte of a digit is 0. */
function utf16Of(sample: Uint8Array): string | undefined {
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  if (even + odd < sample.length / 8) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function legacyOf(bytes: Uint8Array, { language, encoding }: EncodingHints): string {
  const guesses = analyse(sampleOf(bytes)).flatMap(({ name, confidence }) => {
    const known = knownName(name);
    return known === undefined || confidence === 0 ? [] : [{ name: known, confidence }];
  });
  const [best] = guesses;
  const common = BY_LANGUAGE.find(([languages]) => languages.split(' ').includes(language))?.[1];
  const declared = encoding === undefined ? undefined : knownName(encoding);
  if (declared !== undefined && (common?.includes(declared) ?? true) && isIn(declared, bytes)) {
    return declared;
  }
  if (best && best.confidence >= MIN_CONFIDENCE) return best.name;
  const likely = guesses.find(({ name }) => common?.includes(name))?.name ?? common?.[0];
  return likely ?? byAlphabet(bytes, guesses);
}

interface Guess {
  readonly name: string;
  /** A percentage. */
  readonly confidence: number;
}

/** Prefers Western European, because the detector mistakes short Spanish texts for Romanian. */
const DEFAULT_BONUS = 15;

/** Returns the best guess with letters of a single language, if the language is unknown. */
function byAlphabet(bytes: Uint8Array, guesses: readonly Guess[]): string {
  const sample = sampleOf(bytes);
  const scored = [...guesses, { name: 'windows-1250', confidence: 0 }]
    .filter(({ name }) => fits(new TextDecoder(name).decode(sample), ALPHABETS[name]))
    .map(({ name, confidence }) => ({
      name,
      score: confidence + (name === DEFAULT_ENCODING ? DEFAULT_BONUS : 0),
    }))
    .toSorted((a, b) => b.score - a.score);
  return scored[0]?.name ?? DEFAULT_ENCODING;
}

const CENTRAL = [
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'ąćęłńóśźż',
  'áéíóöőúüű',
  'ăâîşţ',
  'čćđšž',
];
/** Non-ASCII letters of each encoding's languages. Western texts mix words such as *café* and *señor*. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1251': ['абвгдежзийклмнопрстуфхцчшщъыьэюяёѐђѓєѕіїјљњћќѝўџґ'],
  'windows-1252': ['àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœ'],
  'windows-1254': ['âçğıîöşûü'],
  'windows-1257': ['äöõüšž', 'āčēģīķļņšūž', 'ąčęėįšųūž'],
};

/** A symbol next to a letter, as in `³atwo`, indicates the wrong encoding. */
const MISREAD =
  /\p{L}[\u00a1-\u00bf]|[\u00a6-\u00aa\u00ac-\u00ba\u00bc-\u00be]\p{L}|[\u0080-\u009f\ufffd]/u;

function fits(text: string, alphabets: readonly string[] | undefined): boolean {
  if (!alphabets || MISREAD.test(text)) return false;
  const letters = new Set(
    text
      .toLowerCase()
      .match(/\p{L}/gu)
      ?.filter((letter) => letter > 'z'),
  );
  return alphabets.some((alphabet) => [...letters].every((letter) => alphabet.includes(letter)));
}

/** Returns a sample that starts just before the first non-ASCII byte. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const start = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 64);
  return bytes.subarray(start, start + SAMPLE_BYTES);
}

/** Returns the name for `TextDecoder`. Services also write `CP1252`. */
function knownName(name: string): string | undefined {
  const spelled = name.toLowerCase().replace(/^cp[-_]?(\d+)$/, 'windows-$1');
  try {
    const { encoding } = new TextDecoder(SUPERSETS[spelled] ?? spelled);
    return SUPERSETS[encoding] ?? encoding;
  } catch {
    return undefined;
  }
}

function isIn(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
