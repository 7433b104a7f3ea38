import { z } from 'zod';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { type TargetTitle, type Upload, type TitleMetadata, verifiedYear } from '#match.ts';
import { isIdentifier } from './archive-api.ts';
import { findStarter, findStarterByImdb, loadStarter } from '#starter-catalog/starter-catalog.ts';
import type { StarterTitle } from '#starter-catalog/starter-title.ts';
import {
  isOldEnough,
  checkRights,
  type RightsAllowList,
  type RightsClaim,
  type RightsRules,
  type RightsDecision,
} from '#rights.ts';
import type { RunContext } from '#source.ts';

const digits = z.coerce.number().int().nonnegative();

const SearchTarget = z.object({
  kind: z.enum(['movie', 'show']),
  title: z.string().min(1),
  year: digits,
  tmdb: digits,
  imdbId: z.string().optional(),
  runtimeMin: z.coerce.number().positive().optional(),
  season: digits.optional(),
  episode: digits.optional(),
  episodeTitle: z.string().optional(),
});
/** The title that items are checked against. It is part of an embed's URL, in the fragment. */
export type SearchTarget = z.infer<typeof SearchTarget> & TargetTitle;

export function searchTargetOf(media: ScrapeMedia): SearchTarget {
  const title = {
    title: media.title,
    year: media.releaseYear,
    tmdb: Number(media.tmdbId),
    imdbId: media.imdbId,
    runtimeMin: media.runtime,
  };
  if (media.type === 'movie') return { kind: 'movie', ...title };
  const { season, episode } = media;
  return {
    kind: 'show',
    ...title,
    season: season.number,
    episode: episode.number,
    episodeTitle: episode.title,
  };
}

export function itemLink(base: string, identifier: string, target: SearchTarget): string {
  return `${base}/details/${identifier}#${toFragment(target)}`;
}

export function searchLink(base: string, target: SearchTarget): string {
  return `${base}/search#${toFragment(target)}`;
}

function toFragment(target: SearchTarget): string {
  const fragment = new URLSearchParams();
  for (const [name, value] of Object.entries(target))
    if (value !== undefined) fragment.set(name, String(value));
  return fragment.toString();
}

/** Reads only identifier and target, never the host, because URLs come from clients. */
export function parseItemLink(
  link: string,
): { readonly identifier: string; readonly target: SearchTarget } | undefined {
  const identifier = URL.parse(link)?.pathname.match(/\/details\/([^/]+)$/)?.[1];
  const target = parseSearchLink(link);
  return isIdentifier(identifier) && target ? { identifier, target } : undefined;
}

export function parseSearchLink(link: string): SearchTarget | undefined {
  const fragment = URL.parse(link)?.hash.slice(1) ?? '';
  return SearchTarget.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data;
}

/** An item that an editor has verified to be this title. */
export interface KnownItem {
  readonly identifier: string;
  readonly file?: string;
  readonly of: StarterTitle;
}

let identifiers: ReadonlySet<string> | undefined;

function isKnownItem(identifier: string): boolean {
  identifiers ??= new Set(
    loadStarter()
      .flatMap((title) => itemsOf(title))
      .map((item) => item.identifier),
  );
  return identifiers.has(identifier);
}

export function knownItems(target: SearchTarget): readonly KnownItem[] {
  const starter = curatedTitle(target);
  return starter ? itemsOf(starter, target) : [];
}

/** Returns the movie in the starter catalog. Undefined for shows, because only their listed episodes are free. */
function knownMovie(target: SearchTarget): TitleMetadata | undefined {
  const starter = curatedTitle(target);
  if (starter?.kind !== 'movie') return undefined;
  const { imdbId, originalTitle, title, year } = starter;
  const titles = originalTitle === undefined ? [title] : [title, originalTitle];
  return { titles, year, imdbId };
}

function curatedTitle(target: SearchTarget): StarterTitle | undefined {
  const kind = target.kind === 'movie' ? 'movie' : 'tv';
  const starter =
    findStarter(kind, target.tmdb) ??
    (target.imdbId === undefined ? undefined : findStarterByImdb(target.imdbId));
  return starter?.kind === kind ? starter : undefined;
}

function itemsOf(title: StarterTitle, target?: SearchTarget): readonly KnownItem[] {
  if (title.kind === 'movie') {
    return title.streams.flatMap((stream) =>
      stream.source === 'archive.org' ? [item(title, stream)] : [],
    );
  }
  return title.seasons
    .filter(({ number }) => !target || number === target.season)
    .flatMap(({ episodes }) => episodes)
    .filter(({ number }) => !target || number === target.episode)
    .map((episode) => item(title, episode));
}

function item(
  of: StarterTitle,
  { identifier, file }: { readonly identifier: string; readonly file?: string },
): KnownItem {
  return { identifier, of, ...(file === undefined ? {} : { file }) };
}

export interface Archive {
  /** Without a trailing slash. */
  readonly base: string;
  readonly allowed?: RightsAllowList | undefined;
}

export interface ArchiveRules extends RightsRules {
  /** Set only for movies that may be out of copyright. */
  readonly metadata: TitleMetadata | undefined;
  /** The metadata in the starter catalog. */
  readonly curated: TitleMetadata | undefined;
}

/** Only curators add items to these collections, so their licenses are reliable. */
const TRUSTED_COLLECTIONS = ['prelinger', 'nasa'];

export async function rulesOf(
  context: RunContext,
  { allowed }: Archive,
  target: SearchTarget,
): Promise<ArchiveRules> {
  const currentYear = new Date(context.now()).getUTCFullYear();
  const mayBeOld = target.kind === 'movie' && isOldEnough(target.year, currentYear);
  const metadata = mayBeOld ? await context.getMetadata(String(target.tmdb)) : undefined;
  const trusted = { collections: TRUSTED_COLLECTIONS };
  return {
    currentYear,
    isCurated: isKnownItem,
    trusted,
    allowed,
    metadata,
    curated: knownMovie(target),
  };
}

/** Checks an item or a search result, which have the same fields. */
export function checkUploadRights(
  upload: Upload & RightsClaim,
  rules: ArchiveRules,
): RightsDecision {
  const { curated, metadata } = rules;
  return checkRights(
    {
      ...upload,
      verifiedYear: metadata && verifiedYear(upload, metadata),
      isCuratedWork: curated !== undefined && verifiedYear(upload, curated) !== undefined,
    },
    rules,
  );
}
