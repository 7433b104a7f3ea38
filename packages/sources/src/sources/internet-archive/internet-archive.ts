import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { FileStream, Stream } from '@matinee/shared/media/stream';
import { createHostBackoff } from '#host-backoff.ts';
import type { RightsAllowList } from '#rights.ts';
import type {
  Embed,
  EmbedContext,
  RunContext,
  Source,
  SourceAddresses,
  SourceContext,
  SourceResult,
} from '#source.ts';
import { rulesOf, type Archive } from './archive-rules.ts';
import { checkedItems, searchItems } from './find-items.ts';
import { fetchItem } from './item.ts';
import { resolveItem } from './resolve-item.ts';
import {
  itemLink,
  parseItemLink,
  parseSearchLink,
  searchLink,
  searchTargetOf,
  type SearchTarget,
} from './search-target.ts';

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
