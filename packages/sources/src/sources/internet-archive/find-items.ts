/** Where a title may be in the Archive: in items that people have checked, else in what a search brings. */
import { NotFoundError, type RunContext } from '#source.ts';
import { rankItems } from './rank-items.ts';
import { rulesOf, type Archive } from './archive-rules.ts';
import { knownItems } from './known-items.ts';
import { imdbQuery, searchArchive, titleQuery } from './search.ts';
import type { SearchTarget } from './search-target.ts';

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
