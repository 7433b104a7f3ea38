import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { createHostBackoff } from '#host-backoff.ts';
import { type RightsAllowList, isOldEnough, type RightsRules } from '#rights.ts';
import {
  type Embed,
  type EmbedContext,
  type RunContext,
  type Source,
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

/** `base`: the URL of the Internet Archive, or of its stand-in. */
export function internetArchive(
  base: string,
  allowed?: RightsAllowList,
): { readonly source: Source; readonly item: Embed; readonly search: Embed } {
  const archive = { base, allowed };
  const backoff = createHostBackoff();
  const find = (context: SourceContext<ScrapeMedia>) => findEmbeds(backoff.apply(context), archive);
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
    name: 'Internet Archive: item',
    rank: 200,
    run: (context) => playItem(backoff.apply(context), archive),
  };
  const search: Embed = {
    id: SEARCH_EMBED_ID,
    name: 'Internet Archive: search',
    rank: 195,
    run: (context) => playSearch(backoff.apply(context), archive),
  };
  return { source, item, search };
}

async function findEmbeds(context: SourceContext, archive: Archive): Promise<SourceResult> {
  const target = searchTargetOf(context.media);
  const checked = knownIdentifiers(target);
  const identifiers = checked.length > 0 ? checked : await searchItems(context, archive, target);
  context.progress(100);
  const items = identifiers.map((identifier) => ({
    embedId: ITEM_EMBED_ID,
    url: itemLink(archive.base, identifier, target),
  }));
  // Add an embed that searches for others, because known items may have been deleted.
  const search = { embedId: SEARCH_EMBED_ID, url: searchLink(archive.base, target) };
  return { embeds: checked.length > 0 ? [...items, search] : items, streams: [] };
}

async function playItem(context: EmbedContext, archive: Archive): Promise<readonly Stream[]> {
  const link = parseItemLink(context.url);
  if (!link) throw new Error("This isn't an Internet Archive item URL");
  const stream = await streamOf(context, archive, link.identifier, link.target);
  return [stream];
}

async function playSearch(context: EmbedContext, archive: Archive): Promise<readonly Stream[]> {
  const target = parseSearchLink(context.url);
  if (!target) throw new Error("This isn't an Internet Archive search URL");
  const identifiers = await searchItems(context, archive, target, knownIdentifiers(target));
  const tried = await Promise.allSettled(
    identifiers.map((identifier) => streamOf(context, archive, identifier, target)),
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
  target: SearchTarget,
): Promise<FileStream> {
  const item = await fetchItem(context, archive.base, identifier);
  context.progress(80);
  const rules = await rulesOf(context, archive, target);
  return resolveItem(item, target, { base: archive.base, rules });
}

const MAX_ITEMS = 3;

function knownIdentifiers(target: SearchTarget): readonly string[] {
  return knownItems(target)
    .map(({ identifier }) => identifier)
    .slice(0, MAX_ITEMS);
}

/** Searches by IMDb ID, which few uploads have, then by title and year. */
async function searchItems(
  context: RunContext,
  archive: Archive,
  target: SearchTarget,
  tried: readonly string[] = [],
): Promise<readonly string[]> {
  const imdb = target.imdbId === undefined ? undefined : imdbQuery(target.imdbId);
  const queries = [imdb, titleQuery(target)].filter((query) => query !== undefined);
  const rules = await rulesOf(context, archive, target);
  let rejection: string | undefined;
  for (const [at, query] of queries.entries()) {
    const docs = await searchArchive(context, archive.base, query);
    const fresh = docs.filter(({ identifier }) => !tried.includes(identifier));
    const found = rankItems(fresh, target, rules);
    if (found.candidates.length > 0) {
      return found.candidates.map(({ identifier }) => identifier).slice(0, MAX_ITEMS);
    }
    rejection ??= found.rejection;
    context.progress(Math.round((100 * (at + 1)) / (queries.length + 1)));
  }
  throw new NotFoundError(
    rejection === undefined ? 'no upload has this title' : `the upload was rejected: ${rejection}`,
  );
}

interface RankedItem {
  readonly identifier: string;
  readonly score: number;
}

interface Selection {
  readonly candidates: readonly RankedItem[];
  /** The reason why the rights gate rejected the first matching upload. */
  readonly rejection: string | undefined;
}

function rankItems(
  docs: readonly ArchiveDoc[],
  target: SearchTarget,
  rules: ArchiveRules,
): Selection {
  const matching = docs.flatMap((doc) => {
    const match = matchDoc(doc, target);
    return match && doc.mediatype === 'movies' ? [{ doc, ...match }] : [];
  });
  // The exact year distinguishes movies with the same name that are a year apart.
  const exact = matching.filter(({ isSure }) => isSure);
  const pool = exact.length > 0 ? exact : matching;
  const checked = pool.map(({ doc }) => ({ doc, rights: checkUploadRights(doc, rules) }));
  const candidates = checked
    .filter(({ rights }) => rights.accepted)
    .map(({ doc }) => ({ identifier: doc.identifier, score: score(doc, target, rules) }))
    .toSorted((a, b) => b.score - a.score);
  const [rejection] = checked.flatMap(({ rights }) => (rights.accepted ? [] : [rights.reason]));
  return { candidates, rejection };
}

function matchDoc(doc: ArchiveDoc, target: SearchTarget): { readonly isSure: boolean } | undefined {
  if (target.kind === 'show') {
    const isOfSeries = target.imdbId !== undefined && doc.imdbIds.includes(target.imdbId);
    return itemHolds(doc.title, target, isOfSeries) === 'other' ? undefined : { isSure: false };
  }
  const rights = matchUpload(doc, target);
  if (!rights.matches) return undefined;
  return { isSure: rights.by === 'imdb' || rights.isExactYear };
}

function score(doc: ArchiveDoc, target: SearchTarget, rules: RightsRules): number {
  const isTagged = target.imdbId !== undefined && doc.imdbIds.includes(target.imdbId);
  const isMp4 = doc.formats.some((format) => format.toLowerCase().startsWith('h.264'));
  return (
    (isTagged ? 100 : 0) +
    (rules.isCurated(doc.identifier) ? 80 : 0) +
    (doc.collections.includes('feature_films') ? 20 : 0) +
    (isMp4 ? 20 : 0) +
    (doc.year === target.year ? 10 : 0) +
    (runtimeFit(doc.seconds, target.runtimeMin, 0.05) === 'fits' ? 15 : 0) +
    // Prefer age, which is a fact, to a license, which is only the uploader's claim.
    (isOldEnough(target.year, rules.currentYear) ? 5 : 0) +
    Math.log10(doc.downloads + 1)
  );
}
