// Copies TMDB's texts of the library's titles in the languages that users open them in. Users' requests fetch the texts
// anyway.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { FIRST_STARTER_ID } from '#catalog/starter.ts';
import { countLookup } from '#lib/measurements.ts';
import { throttleLog } from '#lib/throttle-log.ts';
import { CopiedDetails, CopiedSeason } from './catalog-copies.ts';
import { MAX_COPIED_MIB, MEBIBYTE, type CopiedTitle, type CopyRows } from './copy-rows.ts';

/** A response about a title. */
export interface CopiedText {
  readonly title: CopiedTitle;
  /** The path in TMDB's API. */
  readonly path: string;
  readonly isSeason: boolean;
  /** TMDB's code: `de-DE`. Undefined: English. */
  readonly language: string | undefined;
}

export interface LanguageCopies {
  /** Stores a response of the catalog in the background. Ignores English ones, which the server copies itself. */
  readonly keep: (text: CopiedText, body: string) => void;
  /** Returns the copy in the text's language, or else in English. */
  readonly get: (text: CopiedText) => Promise<object | undefined>;
  /** Resolves when everything is stored. */
  readonly settle: () => Promise<void>;
}

interface LanguageCopiesOptions {
  readonly rows: Pick<CopyRows, 'get' | 'save'>;
  /** Whether the server copies titles. */
  readonly isCopying: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** The rest is reserved for pictures and English copies, which users' languages must not displace. */
const MAX_MIB = MAX_COPIED_MIB / 2;
/** TMDB's texts change. The catalog caches them for as long. */
const STORE_EVERY_MS = 24 * 60 * 60_000;
const MAX_REMEMBERED = 10_000;
/** Texts over this limit are stored at the next visit. */
const MAX_WAITING = 20;

export function createLanguageCopies(options: LanguageCopiesOptions): LanguageCopies {
  const { rows, isCopying, now } = options;
  const warn = throttleLog(options.warn, now);
  /** The time at which this process stored each copy. */
  const storedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  let waiting = 0;
  let storing: Promise<void> = Promise.resolve();
  let isFull = false;

  async function store(text: CopiedText, path: string, body: string): Promise<void> {
    const content = contentOf(text, body);
    if (!content) return;
    const maxBytes = MAX_MIB * MEBIBYTE;
    const isStored = await rows.save({ title: text.title, path, content, maxBytes });
    if (!isStored && !isFull) {
      const reason = `copies of TMDB's texts and pictures fill ${MAX_MIB} MiB`;
      options.warn(`${reason}: no more texts in other languages are kept`);
    }
    isFull = !isStored;
  }

  return {
    keep: (text, body) => {
      const path = translatedPath(text);
      if (path === undefined || text.title.id >= FIRST_STARTER_ID || !isCopying()) return;
      const isKnown = now() - (storedAt.get(path) ?? -Infinity) < STORE_EVERY_MS;
      countLookup('language copies', isKnown ? 'hit' : 'miss');
      if (isKnown || waiting >= MAX_WAITING) return;
      storedAt.set(path, now());
      waiting += 1;
      storing = storing
        .then(() => store(text, path, body))
        .catch((error: unknown) => {
          storedAt.delete(path);
          warn(`texts of TMDB not copied: ${String(error)}`);
        })
        .finally(() => (waiting -= 1));
    },
    get: async (text) => {
      const path = translatedPath(text);
      const english = await readCopy(rows, text.path);
      const translated = path === undefined ? undefined : await readCopy(rows, path);
      return translated ? withImagesOf(english, translated) : english;
    },
    settle: () => storing,
  };
}

/** Undefined for English. */
const translatedPath = ({ path, language }: CopiedText): string | undefined =>
  language === undefined || /^en\b/.test(language) ? undefined : `${path}?language=${language}`;

/** Lists of other titles are left out. */
function contentOf({ isSeason }: CopiedText, body: string): Buffer | undefined {
  const { data } = (isSeason ? CopiedSeason : CopiedDetails).safeParse(JSON.parse(body));
  if (!data) return undefined;
  const { similar: _others, videos: _trailers, ...texts } = data;
  return Buffer.from(JSON.stringify(texts));
}

const Copy = z.looseObject({
  poster_path: z.unknown().optional(),
  backdrop_path: z.unknown().optional(),
  seasons: z
    .array(z.looseObject({ season_number: z.number(), poster_path: z.unknown().optional() }))
    .optional(),
});
type Copy = z.infer<typeof Copy>;

/** Ignores failures of the database, because the index has the most important texts. */
async function readCopy({ get }: Pick<CopyRows, 'get'>, path: string): Promise<Copy | undefined> {
  const bytes = await get(path).catch(() => undefined);
  return bytes && Copy.parse(JSON.parse(Buffer.from(bytes).toString()));
}

/** Uses the English pictures. TMDB has posters in many languages, but only English ones are copied. */
function withImagesOf(english: Copy | undefined, translated: Copy): Copy {
  if (!english) return translated;
  const { poster_path, backdrop_path } = english;
  const posters = new Map(
    english.seasons?.map((season) => [season.season_number, season.poster_path] as const),
  );
  const seasons = translated.seasons?.map((season) => ({
    ...season,
    poster_path: posters.get(season.season_number) ?? season.poster_path,
  }));
  return { ...english, ...translated, poster_path, backdrop_path, ...(seasons && { seasons }) };
}
