import { z } from 'zod';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { WantedTitle, Upload } from '#match.ts';
import { isIdentifier } from './archive-api.ts';
import { type TitleMetadata, provenYear } from '#title-metadata.ts';
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
/** What an item is checked against. It travels in the fragment of the item's address. */
export type SearchTarget = z.infer<typeof SearchTarget> & WantedTitle;

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

export function itemLink(base: string, identifier: string, wanted: SearchTarget): string {
  return `${base}/details/${identifier}#${told(wanted)}`;
}

export function searchLink(base: string, wanted: SearchTarget): string {
  return `${base}/search#${told(wanted)}`;
}

function told(wanted: SearchTarget): string {
  const fragment = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) fragment.set(name, String(value));
  return fragment.toString();
}

/** The address may come from anywhere: only identifier and wishes are read, never host or trust. */
export function parseItemLink(
  link: string,
): { readonly identifier: string; readonly wanted: SearchTarget } | undefined {
  const identifier = URL.parse(link)?.pathname.match(/\/details\/([^/]+)$/)?.[1];
  const wanted = parseSearchLink(link);
  return isIdentifier(identifier) && wanted ? { identifier, wanted } : undefined;
}

export function parseSearchLink(link: string): SearchTarget | undefined {
  const fragment = URL.parse(link)?.hash.slice(1) ?? '';
  return SearchTarget.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data;
}

/** An item that a person has looked at and found to be this title. */
export interface KnownItem {
  readonly identifier: string;
  readonly file?: string;
  readonly of: StarterTitle;
}

let identifiers: ReadonlySet<string> | undefined;

export function isKnownItem(identifier: string): boolean {
  identifiers ??= new Set(
    loadStarter()
      .flatMap((title) => itemsOf(title))
      .map((item) => item.identifier),
  );
  return identifiers.has(identifier);
}

export function knownItems(wanted: SearchTarget): readonly KnownItem[] {
  const found = curatedTitle(wanted);
  return found ? itemsOf(found, wanted) : [];
}

/** The film as the starter catalogue knows it. Of a series only the listed episodes are known to be free. */
export function knownMovie(wanted: SearchTarget): TitleMetadata | undefined {
  const found = curatedTitle(wanted);
  if (found?.kind !== 'movie') return undefined;
  const { imdbId, originalTitle, title, year } = found;
  const titles = originalTitle === undefined ? [title] : [title, originalTitle];
  return { titles, year, imdbId };
}

function curatedTitle(wanted: SearchTarget): StarterTitle | undefined {
  const kind = wanted.kind === 'movie' ? 'movie' : 'tv';
  const found =
    findStarter(kind, wanted.tmdb) ??
    (wanted.imdbId === undefined ? undefined : findStarterByImdb(wanted.imdbId));
  return found?.kind === kind ? found : undefined;
}

function itemsOf(title: StarterTitle, wanted?: SearchTarget): readonly KnownItem[] {
  if (title.kind === 'movie') {
    return title.streams.flatMap((stream) =>
      stream.source === 'archive.org' ? [item(title, stream)] : [],
    );
  }
  return title.seasons
    .filter(({ number }) => !wanted || number === wanted.season)
    .flatMap(({ episodes }) => episodes)
    .filter(({ number }) => !wanted || number === wanted.episode)
    .map((episode) => item(title, episode));
}

function item(
  of: StarterTitle,
  { identifier, file }: { readonly identifier: string; readonly file?: string },
): KnownItem {
  return { identifier, of, ...(file === undefined ? {} : { file }) };
}

/** What may be shown of the Archive. */

export interface Archive {
  /** Without a trailing slash. */
  readonly base: string;
  readonly allowed?: RightsAllowList | undefined;
}

export interface ArchiveRules extends RightsRules {
  /** Of a film that may be old enough. */
  readonly facts: TitleMetadata | undefined;
  /** Facts about a movie of the starter catalogue. */
  readonly curated: TitleMetadata | undefined;
}

/** Only their curators add items to these, so the licences there are not those of strangers. */
const TRUSTED_COLLECTIONS = ['prelinger', 'nasa'];

export async function rulesOf(
  context: RunContext,
  { allowed }: Archive,
  wanted: SearchTarget,
): Promise<ArchiveRules> {
  const currentYear = new Date(context.now()).getUTCFullYear();
  const mayBeOld = wanted.kind === 'movie' && isOldEnough(wanted.year, currentYear);
  const facts = mayBeOld ? await context.getMetadata(String(wanted.tmdb)) : undefined;
  const trusted = { collections: TRUSTED_COLLECTIONS };
  return {
    currentYear,
    isCurated: isKnownItem,
    trusted,
    allowed,
    facts,
    curated: knownMovie(wanted),
  };
}

/** Judges the rights of an item, or of a search result, which has the same fields. */
export function checkUploadRights(
  upload: Upload & RightsClaim,
  rules: ArchiveRules,
): RightsDecision {
  const { curated, facts } = rules;
  return checkRights(
    {
      ...upload,
      provenYear: facts && provenYear(upload, facts),
      isCuratedWork: curated !== undefined && provenYear(upload, curated) !== undefined,
    },
    rules,
  );
}
