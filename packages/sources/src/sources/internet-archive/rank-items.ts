/** Which search results deserve a closer look, the likeliest first. */
import { matchUpload, runtimeFit } from '#match.ts';
import { isOldEnough, type RightsRules } from '#rights.ts';
import { itemHolds } from './episodes.ts';
import { checkUploadRights, type ArchiveRules } from './archive-rules.ts';
import type { ArchiveDoc } from './search.ts';
import type { SearchTarget } from './search-target.ts';

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
