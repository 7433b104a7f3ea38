import { z } from 'zod';
import { NotFoundError, type RunContext } from '#source.ts';
import { readJson } from '#read-json.ts';
import { Duration, Num, Text, Texts, imdbIdsIn, yearIn } from './archive-fields.ts';

/** Items of many files have long lists. */
const MOST_BYTES = 8 * 1024 * 1024;

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
  const answer = await context.fetch(`${base}/metadata/${identifier}`, { maxBytes: MOST_BYTES });
  if (answer.status === 404) throw new NotFoundError('the item is gone');
  return parseItem(identifier, readJson(answer, 'The Internet Archive'));
}

function parseItem(identifier: string, json: unknown): ArchiveItem {
  const { isEmpty, error, isDark } = signs(json);
  if (isEmpty) throw new NotFoundError('the item is gone');
  if (isDark) throw new NotFoundError('the item was taken down');
  if (error !== undefined) throw new Error(`The Internet Archive refused the item: ${error}`);
  const item = Item.safeParse(json);
  if (!item.success) throw new Error('The Internet Archive answered with an unknown shape');
  const { metadata } = item.data;
  if (metadata.isRestricted) throw new NotFoundError('the item is for lending only');
  if (metadata.mediatype !== 'movies') throw new NotFoundError(`the item is not a film`);
  return { identifier, metadata, files: item.data.files.flatMap(parseFile) };
}

function parseFile(row: unknown): readonly ItemFile[] {
  const file = ItemFile.safeParse(row);
  if (!file.success || file.data.name === undefined || file.data.isPrivate) return [];
  return [{ ...file.data, name: file.data.name }];
}

/** A missing item is a 200 with `{}` (or `[]`), a removed one is dark, and an error may come inside a 200. */
function signs(json: unknown) {
  const isEmpty = typeof json === 'object' && json !== null && Object.keys(json).length === 0;
  const found = z.object({ error: Text, is_dark: z.unknown().optional() }).safeParse(json);
  return {
    isEmpty,
    error: found.data?.error,
    isDark: found.data?.is_dark === true || found.data?.is_dark === 'true',
  };
}
