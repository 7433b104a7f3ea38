// The form in which the browser gets a part of a language: its texts in the order of English. Only English has keys.
// A language is three files, of at most 14 KiB each, so that a visit loads the texts of the first page alone.
// `npm run bench:home` counts 214.8 KiB of script, and 229.6 with all English texts in the first load (limit: 230).

/** A file of a language: for the first load, or for rarely opened pages. */
export type TextsPart = 'main' | 'side' | 'admin';

/** The forms of a plural by their CLDR category. */
export type PluralForms = Readonly<Record<string, string>>;
/** A number skips that many missing texts. */
export type PackedTexts = readonly (string | number | PluralForms)[];

/** The members of an array get their position as a key. */
export function flatten(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]];
  if (typeof value !== 'object' || value === null) return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, child]) =>
    flatten(child, prefix === '' ? key : `${prefix}.${key}`),
  );
}

const FORM = /^(?<stem>.*)_(?<category>zero|one|two|few|many|other)$/;

interface PluralForm {
  readonly stem: string;
  readonly category: string;
}

/** The stem and category of a plural form; undefined for other keys. i18next requires the form `other`. */
export function pluralForm(
  key: string,
  texts: { readonly has: (key: string) => boolean },
): PluralForm | undefined {
  const { stem, category } = FORM.exec(key)?.groups ?? {};
  if (stem === undefined || category === undefined || !texts.has(`${stem}_other`)) return undefined;
  return { stem, category };
}

/** The keys of texts; the forms of a plural share one. */
export function stems(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...texts.keys()].map((key) => pluralForm(key, texts)?.stem ?? key))];
}

/** Packs the texts that the English part has. */
export function packTexts(
  texts: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): PackedTexts {
  const plurals = new Map<string, Record<string, string>>();
  for (const [key, text] of texts) {
    const { stem, category } = pluralForm(key, english) ?? pluralForm(key, texts) ?? {};
    if (stem === undefined || category === undefined) continue;
    plurals.set(stem, { ...plurals.get(stem), [category]: text });
  }
  const packed: (string | number | PluralForms)[] = [];
  let skipped = 0;
  for (const stem of stems(english)) {
    const text = plurals.get(stem) ?? texts.get(stem);
    if (text === undefined) skipped += 1;
    else {
      if (skipped > 0) packed.push(skipped);
      packed.push(text);
      skipped = 0;
    }
  }
  return packed;
}

/**
 * Unpacks texts by dotted key, with the same part of English. Browsers without the plural rules of a language choose an
 * English form. If the language lacks that form, it gets the text of `other`.
 */
export function unpackTexts(
  packed: PackedTexts,
  english: object,
): Readonly<Record<string, string>> {
  const keys = stems(new Map(flatten(english)));
  const texts: Record<string, string> = {};
  let at = 0;
  for (const item of packed) {
    if (typeof item === 'number') {
      at += item;
      continue;
    }
    const stem = keys[at++] ?? '';
    if (typeof item === 'string') texts[stem] = item;
    else {
      for (const [category, text] of Object.entries(item)) texts[`${stem}_${category}`] = text;
      if (item.other !== undefined) texts[stem] = item.other;
    }
  }
  return texts;
}
