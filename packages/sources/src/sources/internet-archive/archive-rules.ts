/** What may be shown of the Archive. */
import { provenYear, type FilmFacts } from '#facts.ts';
import type { Candidate } from '#match.ts';
import {
  isOldEnough,
  judgeRights,
  type RightsAllowList,
  type RightsClaim,
  type RightsRules,
  type RightsVerdict,
} from '#rights.ts';
import type { RunContext } from '#source.ts';
import { curatedFilm, isCurated } from './curated.ts';
import type { Wanted } from './wanted.ts';

export interface Archive {
  /** Without a trailing slash. */
  readonly base: string;
  readonly allowed?: RightsAllowList | undefined;
}

export interface ArchiveRules extends RightsRules {
  /** Of a film that may be old enough. */
  readonly facts: FilmFacts | undefined;
  /** Facts about a movie of the starter catalogue. */
  readonly curated: FilmFacts | undefined;
}

/** Only their curators add items to these, so the licences there are not those of strangers. */
const TRUSTED_COLLECTIONS = ['prelinger', 'nasa'];

export async function rulesOf(
  context: RunContext,
  { allowed }: Archive,
  wanted: Wanted,
): Promise<ArchiveRules> {
  const currentYear = new Date(context.now()).getUTCFullYear();
  const mayBeOld = wanted.kind === 'movie' && isOldEnough(wanted.year, currentYear);
  const facts = mayBeOld ? await context.factsOf(String(wanted.tmdb)) : undefined;
  const trusted = { collections: TRUSTED_COLLECTIONS };
  return { currentYear, isCurated, trusted, allowed, facts, curated: curatedFilm(wanted) };
}

/** Judges the rights of an item, or of a search result, which has the same fields. */
export function judgeUpload(upload: Candidate & RightsClaim, rules: ArchiveRules): RightsVerdict {
  const { curated, facts } = rules;
  return judgeRights(
    {
      ...upload,
      provenYear: facts && provenYear(upload, facts),
      isCuratedWork: curated !== undefined && provenYear(upload, curated) !== undefined,
    },
    rules,
  );
}
