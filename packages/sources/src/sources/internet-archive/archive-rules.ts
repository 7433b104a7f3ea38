/** What may be shown of the Archive. */
import { provenYear, type TitleMetadata } from '#title-metadata.ts';
import type { Upload } from '#match.ts';
import {
  isOldEnough,
  checkRights,
  type RightsAllowList,
  type RightsClaim,
  type RightsRules,
  type RightsDecision,
} from '#rights.ts';
import type { RunContext } from '#source.ts';
import { knownMovie, isKnownItem } from './known-items.ts';
import type { SearchTarget } from './search-target.ts';

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
