import { z } from 'zod';
import { type RunContext, NotFoundError } from '#source.ts';
import { readJson } from '#parse-response.ts';
import type { TargetTitle } from '#match.ts';

/** Accepts a scalar or an array, and numbers as strings, because any field may vary. */
const Texts = z
  .unknown()
  .optional()
  .transform((value): readonly string[] =>
    [value]
      .flat()
      .filter((each) => typeof each === 'string' || typeof each === 'number')
      .map(String),
  );

const Text = Texts.transform((texts) => texts[0]);

const Num = Text.transform((text) => {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
});

/** Seconds: `5732.5`, `1:35:32` or `42:10`. */
const Duration = Text.transform((text) => {
  if (text === undefined || !/^(?:\d+:){0,2}\d+(?:\.\d+)?$/.test(text.trim())) return undefined;
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds > 0 ? seconds : undefined;
});

/** Finds the year in `1940`, `1940-01-01T00:00:00Z` or `[1940]`. */
function yearIn(...texts: readonly (string | undefined)[]): number | undefined {
  for (const text of texts) {
    const year = text?.match(/(?:^|\D)(1[89]\d\d|20\d\d)(?!\d)/)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}

/** Reads `urn:imdb:tt0032599` and URLs of imdb.com. */
function imdbIdsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => (/imdb/i.test(text) ? (text.match(/tt\d{5,}/g) ?? []) : []));
}

const IDENTIFIER = /^[A-Za-z0-9@][A-Za-z0-9_.-]{1,99}$/;

export function isIdentifier(text: string | undefined): text is string {
  return text !== undefined && IDENTIFIER.test(text);
}

const FIELDS = [
  'identifier',
  'title',
  'year',
  'date',
  'mediatype',
  'collection',
  'creator',
  'licenseurl',
  'external-identifier',
  'downloads',
  'runtime',
  'format',
];
const MAX_ROWS = 50;

const Doc = z
  .object({
    identifier: Text,
    title: Text,
    year: Text,
    date: Text,
    mediatype: Text,
    collection: Texts,
    creator: Texts,
    licenseurl: Text,
    'external-identifier': Texts,
    downloads: Num,
    runtime: Duration,
    format: Texts,
  })
  .transform((doc) => ({
    identifier: doc.identifier ?? '',
    title: doc.title ?? '',
    year: yearIn(doc.year, doc.date),
    mediatype: doc.mediatype ?? 'movies',
    collections: doc.collection,
    people: doc.creator,
    licenceUrl: doc.licenseurl,
    imdbIds: imdbIdsIn(doc['external-identifier']),
    downloads: doc.downloads ?? 0,
    seconds: doc.runtime,
    formats: doc.format,
  }));
export type ArchiveDoc = z.infer<typeof Doc>;

const SearchResponse = z.union([
  z.object({ response: z.object({ docs: z.array(z.unknown()) }) }),
  z.object({ error: z.unknown() }),
]);

export function imdbQuery(imdbId: string): string {
  return `external-identifier:"urn:imdb:${imdbId}" AND mediatype:movies`;
}

/** Returns words in lower case, because AND, OR, NOT and TO are operators. Undefined if no word remains. */
export function titleQuery(target: TargetTitle): string | undefined {
  const words = target.title
    .toLowerCase()
    .replace(/["():[\]{}\\^~*?!+\-&|/<>=;,.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return undefined;
  const title = `title:(${words}) AND mediatype:movies`;
  if (target.kind === 'show') return title;
  const years = [target.year, target.year - 1, target.year + 1].map((year) => `year:${year}`);
  return `${title} AND (${years.join(' OR ')})`;
}

export async function searchArchive(
  context: RunContext,
  base: string,
  query: string,
): Promise<readonly ArchiveDoc[]> {
  const response = await context.fetch(`${base}/advancedsearch.php`, {
    query: {
      q: query,
      fl: FIELDS.join(','),
      'sort[]': 'downloads desc',
      rows: MAX_ROWS,
      page: 1,
      output: 'json',
    },
  });
  const parsed = SearchResponse.safeParse(readJson(response, 'The Internet Archive'));
  if (!parsed.success) throw new Error('The Internet Archive sent an unexpected response');
  if (!('response' in parsed.data)) {
    const [why] = Texts.parse(parsed.data.error);
    throw new Error(`The Internet Archive rejected the search: ${why ?? 'no reason given'}`);
  }
  return parsed.data.response.docs.flatMap((row) => {
    const doc = Doc.safeParse(row);
    return doc.success && isIdentifier(doc.data.identifier) ? [doc.data] : [];
  });
}

/** Items can have thousands of files. */
const MAX_ITEM_BYTES = 8 * 1024 * 1024;

const ItemFile = z
  .object({
    name: Text,
    format: Text,
    original: Text,
    size: Num,
    length: Duration,
    width: Num,
    height: Num,
    private: Text,
  })
  .transform(({ private: isPrivate, ...file }) => ({ ...file, isPrivate: isPrivate === 'true' }));
export type ItemFile = z.infer<typeof ItemFile> & { readonly name: string };

const Metadata = z
  .object({
    title: Text,
    mediatype: Text,
    collection: Texts,
    creator: Texts,
    director: Texts,
    date: Text,
    year: Text,
    licenseurl: Text,
    language: Text,
    uploader: Text,
    'external-identifier': Texts,
    'access-restricted-item': Text,
  })
  .transform((metadata) => ({
    title: metadata.title ?? '',
    mediatype: metadata.mediatype ?? 'movies',
    collections: metadata.collection,
    creators: metadata.creator,
    people: [...metadata.creator, ...metadata.director],
    year: yearIn(metadata.year, metadata.date),
    licenceUrl: metadata.licenseurl,
    language: metadata.language,
    uploader: metadata.uploader,
    imdbIds: imdbIdsIn(metadata['external-identifier']),
    isRestricted: metadata['access-restricted-item'] === 'true',
  }));

const Item = z.object({
  metadata: Metadata,
  files: z.array(z.unknown()),
  is_dark: z.unknown().optional(),
});

export interface ArchiveItem {
  readonly identifier: string;
  readonly metadata: z.infer<typeof Metadata>;
  readonly files: readonly ItemFile[];
}

export async function fetchItem(
  context: RunContext,
  base: string,
  identifier: string,
): Promise<ArchiveItem> {
  const response = await context.fetch(`${base}/metadata/${identifier}`, {
    maxBytes: MAX_ITEM_BYTES,
  });
  if (response.status === 404) throw new NotFoundError('the item no longer exists');
  return parseItem(identifier, readJson(response, 'The Internet Archive'));
}

function parseItem(identifier: string, json: unknown): ArchiveItem {
  const { isEmpty, error, isDark } = itemStatus(json);
  if (isEmpty) throw new NotFoundError('the item no longer exists');
  if (isDark) throw new NotFoundError('the item was taken down');
  if (error !== undefined) throw new Error(`The Internet Archive rejected the item: ${error}`);
  const item = Item.safeParse(json);
  if (!item.success) throw new Error('The Internet Archive sent an unexpected response');
  const { metadata } = item.data;
  if (metadata.isRestricted) throw new NotFoundError('the item can only be borrowed');
  if (metadata.mediatype !== 'movies') throw new NotFoundError("the item isn't a movie");
  return { identifier, metadata, files: item.data.files.flatMap(parseFile) };
}

function parseFile(row: unknown): readonly ItemFile[] {
  const file = ItemFile.safeParse(row);
  if (!file.success || file.data.name === undefined || file.data.isPrivate) return [];
  return [{ ...file.data, name: file.data.name }];
}

/** Reads the status of an item. Missing items are `{}` or `[]`, removed ones are dark. Errors may have status 200. */
function itemStatus(json: unknown) {
  const isEmpty = typeof json === 'object' && json !== null && Object.keys(json).length === 0;
  const parsed = z.object({ error: Text, is_dark: z.unknown().optional() }).safeParse(json);
  return {
    isEmpty,
    error: parsed.data?.error,
    isDark: parsed.data?.is_dark === true || parsed.data?.is_dark === 'true',
  };
}
