import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { createHostBackoff } from '#host-backoff.ts';
import { type RightsAllowList, isOldEnough, type RightsRules } from '#rights.ts';
import {
  type Embed,
  type EmbedContext,
  type RunContext,
  type Source,
  type SourceAddresses,
  type SourceContext,
  type SourceResult,
  NotFoundError,
} from '#source.ts';
import {
  rulesOf,
  type Archive,
  itemLink,
  parseItemLink,
  parseSearchLink,
  searchLink,
  searchTargetOf,
  type SearchTarget,
  knownItems,
  checkUploadRights,
  type ArchiveRules,
} from './search-target.ts';
import { fetchItem, imdbQuery, searchArchive, titleQuery, type ArchiveDoc } from './archive-api.ts';
import { resolveItem } from './resolve-item.ts';
import { matchUpload, runtimeFit } from '#match.ts';
import { itemHolds } from './recordings.ts';

const ITEM_EMBED_ID = 'internet-archive-item';
const SEARCH_EMBED_ID = 'internet-archive-search';

export function internetArchive(
  addresses: SourceAddresses,
  allowed?: RightsAllowList,
): { readonly source: Source; readonly item: Embed; readonly search: Embed } {
  const archive = { base: addresses.internetArchive, allowed };
  const quiet = createHostBackoff();
  const find = (context: SourceContext<ScrapeMedia>) => findEmbeds(quiet.apply(context), archive);
  const source: Source = {
    id: 'internet-archive',
    name: 'Internet Archive',
    rank: 200,
    runsIn: 'anywhere',
    movie: find,
    show: find,
  };
  const item: Embed = {
    id: ITEM_EMBED_ID,
    name: 'Internet Archive item',
    rank: 200,
    run: (context) => playItem(quiet.apply(context), archive),
  };
  const search: Embed = {
    id: SEARCH_EMBED_ID,
    name: 'Internet Archive search',
    rank: 195,
    run: (context) => playSearch(quiet.apply(context), archive),
  };
  return { source, item, search };
}

async function findEmbeds(context: SourceContext, archive: Archive): Promise<SourceResult> {
  const wanted = searchTargetOf(context.media);
  const checked = checkedItems(wanted);
  const identifiers = checked.length > 0 ? checked : await searchItems(context, archive, wanted);
  context.progress(100);
  const items = identifiers.map((identifier) => ({
    embedId: ITEM_EMBED_ID,
    url: itemLink(archive.base, identifier, wanted),
  }));
  // Items vanish, also those that people have checked. The search for others waits until its turn comes.
  const search = { embedId: SEARCH_EMBED_ID, url: searchLink(archive.base, wanted) };
  return { embeds: checked.length > 0 ? [...items, search] : items, streams: [] };
}

async function playItem(context: EmbedContext, archive: Archive): Promise<readonly Stream[]> {
  const link = parseItemLink(context.url);
  if (!link) throw new Error('This is not the address of an Internet Archive item');
  const stream = await streamOf(context, archive, link.identifier, link.wanted);
  return [stream];
}

async function playSearch(context: EmbedContext, archive: Archive): Promise<readonly Stream[]> {
  const wanted = parseSearchLink(context.url);
  if (!wanted) throw new Error('This is not the address of an Internet Archive search');
  const identifiers = await searchItems(context, archive, wanted, checkedItems(wanted));
  const tried = await Promise.allSettled(
    identifiers.map((identifier) => streamOf(context, archive, identifier, wanted)),
  );
  const streams = tried.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  const failure = tried.find((it) => it.status === 'rejected');
  if (streams.length === 0 && failure) throw failure.reason;
  return streams;
}

async function streamOf(
  context: RunContext,
  archive: Archive,
  identifier: string,
  wanted: SearchTarget,
): Promise<FileStream> {
  const item = await fetchItem(context, archive.base, identifier);
  context.progress(80);
  const rules = await rulesOf(context, archive, wanted);
  return resolveItem(item, wanted, { base: archive.base, rules });
}

/** Where a title may be in the Archive: in items that people have checked, else in what a search brings. */

const MOST_ITEMS = 3;

export function checkedItems(wanted: SearchTarget): readonly string[] {
  return knownItems(wanted)
    .map(({ identifier }) => identifier)
    .slice(0, MOST_ITEMS);
}

/** By IMDb id, which is exact but rare; then by title and year. What has been tried already does not count. */
export async function searchItems(
  context: RunContext,
  archive: Archive,
  wanted: SearchTarget,
  tried: readonly string[] = [],
): Promise<readonly string[]> {
  const imdb = wanted.imdbId === undefined ? undefined : imdbQuery(wanted.imdbId);
  const queries = [imdb, titleQuery(wanted)].filter((query) => query !== undefined);
  const rules = await rulesOf(context, archive, wanted);
  let refused: string | undefined;
  for (const [at, query] of queries.entries()) {
    const docs = await searchArchive(context, archive.base, query);
    const fresh = docs.filter(({ identifier }) => !tried.includes(identifier));
    const found = rankItems(fresh, wanted, rules);
    if (found.candidates.length > 0) {
      return found.candidates.map(({ identifier }) => identifier).slice(0, MOST_ITEMS);
    }
    refused ??= found.refused;
    context.progress(Math.round((100 * (at + 1)) / (queries.length + 1)));
  }
  throw new NotFoundError(
    refused === undefined ? 'no upload bears this title' : `its upload was refused: ${refused}`,
  );
}

/** Which search results deserve a closer look, the likeliest first. */

export interface RankedItem {
  readonly identifier: string;
  readonly score: number;
}

export interface Selection {
  readonly candidates: readonly RankedItem[];
  /** Why the rights gate refused the first upload of this very title that it refused. */
  readonly refused: string | undefined;
}

export function rankItems(
  docs: readonly ArchiveDoc[],
  wanted: SearchTarget,
  rules: ArchiveRules,
): Selection {
  const matching = docs.flatMap((doc) => {
    const match = judgeDoc(doc, wanted);
    return match && doc.mediatype === 'movies' ? [{ doc, ...match }] : [];
  });
  // Two films of one name, a year apart: the exact year decides.
  const exact = matching.filter(({ isSure }) => isSure);
  const pool = exact.length > 0 ? exact : matching;
  const judged = pool.map(({ doc }) => ({ doc, verdict: checkUploadRights(doc, rules) }));
  const candidates = judged
    .filter(({ verdict }) => verdict.accepted)
    .map(({ doc }) => ({ identifier: doc.identifier, score: score(doc, wanted, rules) }))
    .toSorted((a, b) => b.score - a.score);
  const [refused] = judged.flatMap(({ verdict }) => (verdict.accepted ? [] : [verdict.reason]));
  return { candidates, refused };
}

function judgeDoc(doc: ArchiveDoc, wanted: SearchTarget): { readonly isSure: boolean } | undefined {
  if (wanted.kind === 'show') {
    const isOfSeries = wanted.imdbId !== undefined && doc.imdbIds.includes(wanted.imdbId);
    return itemHolds(doc.title, wanted, isOfSeries) === 'other' ? undefined : { isSure: false };
  }
  const verdict = matchUpload(doc, wanted);
  if (!verdict.matches) return undefined;
  return { isSure: verdict.by === 'imdb' || verdict.isExactYear };
}

function score(doc: ArchiveDoc, wanted: SearchTarget, rules: RightsRules): number {
  const isTagged = wanted.imdbId !== undefined && doc.imdbIds.includes(wanted.imdbId);
  const isMp4 = doc.formats.some((format) => format.toLowerCase().startsWith('h.264'));
  return (
    (isTagged ? 100 : 0) +
    (rules.isCurated(doc.identifier) ? 80 : 0) +
    (doc.collections.includes('feature_films') ? 20 : 0) +
    (isMp4 ? 20 : 0) +
    (doc.year === wanted.year ? 10 : 0) +
    (runtimeFit(doc.seconds, wanted.runtimeMin, 0.05) === 'fits' ? 15 : 0) +
    // A licence is the uploader's word; age is a fact.
    (isOldEnough(wanted.year, rules.currentYear) ? 5 : 0) +
    Math.log10(doc.downloads + 1)
  );
}
