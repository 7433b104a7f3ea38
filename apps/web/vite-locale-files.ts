// Writes the texts of each language as three files, without keys (src/i18n/packed-texts.ts), and the formats of some. A
// visit loads the texts of the first page alone: `npm run bench:home` counts 214.8 KiB of script, and 229.6 with all
// English texts in the first load (limit: 230). Each file of another language is at most 14 KiB
// (scripts/locales/files.test.ts).
// 1. `partOfFile` gives each source file a part: `main` (the first page), `side` (pages such as the settings), or
//    `admin`.
// 2. `selectors` finds the keys that a source file reads, such as `$.media.types[type]`.
// 3. `partsOfStems` gives each text the first part that reads it.
// 4. `readLanguages` packs the texts of a part, and the plugin serves them as the module `de.json?side`. English has
//    keys.
import { globSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { cldrDataOf } from './vite-cldr-data.ts';
import { isInvented, LANGUAGES } from './src/i18n/languages.ts';
import {
  flatten,
  packTexts,
  pluralForm,
  stems,
  type PackedTexts,
  type TextsPart,
} from './src/i18n/packed-texts.ts';

const SOURCE = join(import.meta.dirname, 'src');
const LOCALES = join(SOURCE, 'i18n/locales');
const STATES = join(SOURCE, 'i18n/states');
/** Only the router's side pages use these files. A text that no other file reads is not needed earlier. */
const SIDE_FILES = [
  'features/{account,onboarding,settings}/**',
  'app/pages/SettingsPage.tsx',
  'i18n/failure-text.ts',
];
/** The same for pages of administrators and developers. */
const ADMIN_FILES = ['features/{dev-video,diagnostics}/**', 'app/pages/AdminInfoPage.tsx'];
/** The header and the footer use these files. */
const MAIN_FILES = [
  'features/account/settings/SignOut.tsx',
  'features/account/useApiRequest.ts',
  'features/legal/useSocialLinks.ts',
];

/** `$.media.types[type]`, also over several lines. */
const CHAIN = /\$((?:\s*\.\s*\w+|\s*\[[^\]]+\])+)/g;
const PART = /\.\s*(\w+)|\[\s*([^\]]+?)\s*\]/g;
const LITERAL = /^'([^']*)'$/;
/** Stands for every member of an object. */
export const ANY = '*';

/** The keys that the selectors of a source read, with `*` for computed members. */
export function selectors(source: string): readonly string[] {
  return [...source.matchAll(CHAIN)].map(([, chain = '']) =>
    [...chain.matchAll(PART)]
      .map(([, name, computed = '']) => name ?? LITERAL.exec(computed)?.[1] ?? ANY)
      .join('.'),
  );
}

const isIn = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesGlob(path, pattern));

/** Returns the part with the texts that a source file reads. */
export function partOfFile(path: string): TextsPart {
  if (isIn(path, ADMIN_FILES)) return 'admin';
  return isIn(path, SIDE_FILES) && !MAIN_FILES.includes(path) ? 'side' : 'main';
}

const textsOf = (file: string): ReadonlyMap<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(LOCALES, `${file}.json`), 'utf8'))));

function keysByPart(): Readonly<Record<TextsPart, ReadonlySet<string>>> {
  const found = { main: new Set<string>(), side: new Set<string>(), admin: new Set<string>() };
  for (const path of globSync('**/*.{ts,tsx}', { cwd: SOURCE })) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const part = partOfFile(path);
    for (const key of selectors(readFileSync(join(SOURCE, path), 'utf8'))) found[part].add(key);
  }
  return found;
}

/** Returns whether these selectors read a text. */
function readBy(keys: ReadonlySet<string>): (stem: string) => boolean {
  const computed = [...keys].filter((key) => key.includes(ANY)).map((key) => key.split('.'));
  return (stem) => {
    const parts = stem.split('.');
    return (
      keys.has(stem) ||
      computed.some(
        (names) =>
          names.length === parts.length &&
          names.every((name, at) => name === ANY || name === parts[at]),
      )
    );
  };
}

/** Returns the part of each text: the first part that shows it, also within another text. */
function partsOfStems(english: ReadonlyMap<string, string>): ReadonlyMap<string, TextsPart> {
  const keys = keysByPart();
  const parts = new Map<string, TextsPart>();
  for (const part of ['admin', 'side', 'main'] as const) {
    const isRead = readBy(keys[part]);
    for (const [key, text] of english) {
      const stem = pluralForm(key, english)?.stem ?? key;
      if (!isRead(stem)) continue;
      parts.set(stem, part);
      for (const [, inner = ''] of text.matchAll(/\$t\(\s*([\w.]+)/g)) parts.set(inner, part);
    }
  }
  return parts;
}

interface Languages {
  /** A part of English, with the structure and the keys of its file. */
  readonly english: (part: TextsPart) => object;
  readonly pack: (file: string, part: TextsPart) => PackedTexts;
}

export function readLanguages(): Languages {
  const parts = partsOfStems(textsOf('en'));
  const texts = z.looseObject({}).parse(JSON.parse(readFileSync(join(LOCALES, 'en.json'), 'utf8')));
  const all = textsOf('en');
  const english = (part: TextsPart): object =>
    including(texts, (key) => (parts.get(pluralForm(key, all)?.stem ?? key) ?? 'main') === part);
  return {
    english,
    pack: (file, part) => packTexts(textsOf(file), new Map(flatten(english(part)))),
  };
}

/** Copies an object, at all depths, with only the members that are included by dotted key. */
function including(texts: object, isIncluded: (key: string) => boolean, prefix = ''): object {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
      const key = `${prefix}${name}`;
      if (typeof value !== 'object' || value === null)
        return isIncluded(key) ? [[name, value]] : [];
      const inner = including(value, isIncluded, `${key}.`);
      return Object.keys(inner).length > 0 ? [[name, inner]] : [];
    }),
  );
}

const isPart = (name: string | undefined): name is TextsPart =>
  name === 'main' || name === 'side' || name === 'admin';

const FILE = /i18n.locales.(?<file>[\w-]+)\.json\?(?:import&)?(?<part>main|side|admin|cldr)$/;

/** Translations have their own folder: the service worker caches the ones that a user has, and all of English. */
export function localeFileName({ facadeModuleId }: { readonly facadeModuleId: string | null }) {
  const { file, part } = FILE.exec(facadeModuleId ?? '')?.groups ?? {};
  if (part === undefined) return 'assets/[name]-[hash].js';
  return `assets/${file === 'en' ? '' : 'texts/'}[name]-${part}-[hash].js`;
}

/** Returns texts by locale. The server describes the search and the installed app with them. */
function siteTexts(): Readonly<Record<string, object>> {
  const named = LANGUAGES.filter(({ locale }) => !isInvented(locale)).flatMap(
    ({ file, locale }) => {
      const texts = textsOf(file);
      const search = texts.get('home.search.label');
      const description = texts.get('footer.tagline');
      return search === undefined || description === undefined
        ? []
        : [[locale, { search, description }] as const];
    },
  );
  return Object.fromEntries(named);
}

const jsonModule = (value: object) => ({
  code: `export default ${JSON.stringify(value)}`,
  moduleType: 'js' as const,
});

export function localeFiles(): Plugin {
  let languages: Languages | undefined;
  return {
    name: 'locale-files',
    enforce: 'pre',
    load(id) {
      const { file, part } = FILE.exec(id)?.groups ?? {};
      if (file === undefined) return undefined;
      if (part === 'cldr') return jsonModule(cldrDataOf(file));
      if (!isPart(part)) return undefined;
      languages ??= readLanguages();
      return jsonModule(file === 'en' ? languages.english(part) : languages.pack(file, part));
    },
    generateBundle() {
      const source = JSON.stringify(siteTexts());
      this.emitFile({ type: 'asset', fileName: 'site-texts.json', source });
    },
    handleHotUpdate() {
      languages = undefined;
    },
  };
}

const States = z.looseObject({ native: z.record(z.string(), z.string()).default({}) });
/** The original, and the variant that rules make from it. */
const ENGLISH_FILES = ['en', 'en-GB'];

/** Returns the files in which native speakers have read all texts, except for one in twenty. */
export function nativeLanguages(): readonly string[] {
  const total = stems(textsOf('en')).length;
  const files = globSync('*.json', { cwd: STATES }).filter((name) => {
    const { native } = States.parse(JSON.parse(readFileSync(join(STATES, name), 'utf8')));
    const read = Object.values(native).flatMap((hashes) => hashes.split(' '));
    return read.length >= total * 0.95;
  });
  return [...ENGLISH_FILES, ...files.map((name) => basename(name, '.json'))];
}
