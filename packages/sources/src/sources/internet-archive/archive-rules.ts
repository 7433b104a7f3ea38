/** What may be shown of the Archive. */
import type { FilmFacts } from '#facts.ts';
import { isOldEnough, type RightsAllowList, type RightsRules } from '#rights.ts';
import type { RunContext } from '#source.ts';
import { isCurated } from './curated.ts';
import type { Wanted } from './wanted.ts';

export interface Archive {
  /** Without a trailing slash. */
  readonly base: string;
  readonly allowed?: RightsAllowList | undefined;
}

export interface ArchiveRules extends RightsRules {
  /** Of a film that may be old enough. */
  readonly facts: FilmFacts | undefined;
}

export async function rulesOf(
  context: RunContext,
  { allowed }: Archive,
  { kind, year, tmdb }: Wanted,
): Promise<ArchiveRules> {
  const currentYear = new Date(context.now()).getUTCFullYear();
  const mayBeOld = kind === 'movie' && isOldEnough(year, currentYear);
  const facts = mayBeOld ? await context.factsOf(String(tmdb)) : undefined;
  return { currentYear, isCurated, allowed, facts };
}
