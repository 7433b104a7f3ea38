import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import type { RightsAllowList, RightsRules } from '#rights.ts';
import { NotFound } from '#source.ts';
import type {
  Embed,
  EmbedContext,
  RunContext,
  Source,
  SourceAddresses,
  SourceContext,
  SourceResult,
} from '#source.ts';
import { selectCandidates } from './candidates.ts';
import { curatedItems, isCurated } from './curated.ts';
import { fetchItem } from './item.ts';
import { resolveItem } from './resolve-item.ts';
import { imdbQuery, searchArchive, titleQuery } from './search.ts';
import { itemLink, parseItemLink, wantedOf } from './wanted.ts';
import type { Wanted } from './wanted.ts';

const EMBED_ID = 'internet-archive-item';
const MOST_ITEMS = 3;

interface Archive {
  readonly base: string;
  readonly allowed?: RightsAllowList | undefined;
}

export function internetArchive(
  addresses: SourceAddresses,
  allowed?: RightsAllowList,
): { readonly source: Source; readonly embed: Embed } {
  const archive = { base: addresses.internetArchive, allowed };
  const find = (context: SourceContext<ScrapeMedia>) => findItems(context, archive);
  return {
    source: {
      id: 'internet-archive',
      name: 'Internet Archive',
      rank: 200,
      movie: find,
      show: find,
    },
    embed: {
      id: EMBED_ID,
      name: 'Internet Archive item',
      rank: 200,
      run: (context) => playItem(context, archive),
    },
  };
}

async function findItems(context: SourceContext, archive: Archive): Promise<SourceResult> {
  const wanted = wantedOf(context.media);
  const known = curatedItems(wanted).map(({ identifier }) => identifier);
  const identifiers = known.length > 0 ? known : await search(context, archive, wanted);
  context.progress(100);
  const embeds = identifiers
    .slice(0, MOST_ITEMS)
    .map((identifier) => ({ embedId: EMBED_ID, url: itemLink(archive.base, identifier, wanted) }));
  return { embeds, streams: [] };
}

/** By IMDb id, which is exact but rare; then by title and year. */
async function search(
  context: RunContext,
  archive: Archive,
  wanted: Wanted,
): Promise<readonly string[]> {
  const imdb = wanted.imdbId === undefined ? undefined : imdbQuery(wanted.imdbId);
  const queries = [imdb, titleQuery(wanted)].filter((query) => query !== undefined);
  let unclear = 0;
  for (const [at, query] of queries.entries()) {
    const docs = await searchArchive(context, archive.base, query);
    const found = selectCandidates(docs, wanted, rulesOf(context, archive));
    if (found.candidates.length > 0) return found.candidates.map(({ identifier }) => identifier);
    unclear += found.unclear;
    context.progress(Math.round((100 * (at + 1)) / (queries.length + 1)));
  }
  throw new NotFound(
    unclear > 0 ? 'only uploads that nobody vouches for' : 'no upload bears this title',
  );
}

async function playItem(context: EmbedContext, archive: Archive): Promise<readonly Stream[]> {
  const link = parseItemLink(context.url);
  if (!link) throw new Error('This is not the address of an Internet Archive item');
  const item = await fetchItem(context, archive.base, link.identifier);
  context.progress(80);
  const rules = rulesOf(context, archive);
  return [resolveItem(item, link.wanted, { base: archive.base, rules })];
}

function rulesOf(context: RunContext, { allowed }: Archive): RightsRules {
  return { currentYear: new Date(context.now()).getUTCFullYear(), isCurated, allowed };
}
