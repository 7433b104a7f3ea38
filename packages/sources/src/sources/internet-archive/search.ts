import { z } from 'zod';
import type { RunContext } from '#source.ts';
import { readJson } from '#read-json.ts';
import { Duration, Num, Text, Texts, imdbIdsIn, isIdentifier, yearIn } from './archive-fields.ts';
import type { SearchTarget } from './search-target.ts';

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
const MOST_ROWS = 50;

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

const Answer = z.union([
  z.object({ response: z.object({ docs: z.array(z.unknown()) }) }),
  z.object({ error: z.unknown() }),
]);

export function imdbQuery(imdbId: string): string {
  return `external-identifier:"urn:imdb:${imdbId}" AND mediatype:movies`;
}

/** Lower case, because AND, OR, NOT and TO in a title would be operators; empty when nothing is left to ask for. */
export function titleQuery(wanted: SearchTarget): string | undefined {
  const words = wanted.title
    .toLowerCase()
    .replace(/["():[\]{}\\^~*?!+\-&|/<>=;,.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return undefined;
  const title = `title:(${words}) AND mediatype:movies`;
  if (wanted.kind === 'show') return title;
  const years = [wanted.year, wanted.year - 1, wanted.year + 1].map((year) => `year:${year}`);
  return `${title} AND (${years.join(' OR ')})`;
}

export async function searchArchive(
  context: RunContext,
  base: string,
  query: string,
): Promise<readonly ArchiveDoc[]> {
  const answer = await context.fetch(`${base}/advancedsearch.php`, {
    query: {
      q: query,
      fl: FIELDS.join(','),
      'sort[]': 'downloads desc',
      rows: MOST_ROWS,
      page: 1,
      output: 'json',
    },
  });
  const found = Answer.safeParse(readJson(answer, 'The Internet Archive'));
  if (!found.success) throw new Error('The Internet Archive answered with an unknown shape');
  if (!('response' in found.data)) {
    const [why] = Texts.parse(found.data.error);
    throw new Error(`The Internet Archive refused the search: ${why ?? 'no reason given'}`);
  }
  return found.data.response.docs.flatMap((row) => {
    const doc = Doc.safeParse(row);
    return doc.success && isIdentifier(doc.data.identifier) ? [doc.data] : [];
  });
}
