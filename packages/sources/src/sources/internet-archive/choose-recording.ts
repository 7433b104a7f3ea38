import { noiseWord, runtimeFit } from '#match.ts';
import { claimOf, readableName, type Claim } from './file-name.ts';
import type { SearchTarget } from './search-target.ts';
import { areSameLength, mergeRecordings, type Recording } from './recordings.ts';

export type Choice =
  | { readonly work: Recording }
  /** For the viewer: "doesn't have it, because …". */
  | { readonly reason: string };

/** How much longer than everything else a file must be to be the film among its extras. */
const DOMINANT = 1.5;

/** The one recording in an item that is the wanted film. */
export function chooseMovie(
  works: readonly Recording[],
  wanted: SearchTarget,
  alsoKnownAs: readonly string[] = [],
): Choice {
  const named = works
    .filter(({ root }) => noiseWord(readableName(root), wanted) === undefined)
    .map((work) => ({ work, claim: claimOf(work.root, wanted, alsoKnownAs) }))
    .filter(({ claim }) => claim !== 'another');
  if (named.length === 0) return { reason: 'its files bear another title' };
  const fitting = named.filter(({ work }) => runtimeFit(work.seconds, wanted.runtimeMin) !== 'off');
  if (fitting.length === 0) {
    return {
      reason: isInParts(named, wanted) ? 'only in parts' : 'its files are of another length',
    };
  }
  return chooseAmong(fitting);
}

/** One work, or several of one length; otherwise the one that dwarfs the rest. */
function chooseAmong(
  fitting: readonly { readonly work: Recording; readonly claim: Claim }[],
): Choice {
  const bearers = fitting.filter(({ claim }) => claim === 'same');
  const pool = (bearers.length > 0 ? bearers : fitting)
    .map(({ work }) => work)
    .toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
  const [longest] = pool;
  if (!longest) return { reason: 'no file that plays' };
  const twins = pool.filter((work) => work === longest || areSameLength(work, longest));
  const next = pool.find((work) => !twins.includes(work));
  const isDominant = !next || (longest.seconds ?? 0) >= DOMINANT * (next.seconds ?? Infinity);
  // Two recordings of one length are one film only when both say so by name.
  const isOneFilm = twins.length === 1 || bearers.length > 0;
  const work = isDominant && isOneFilm ? mergeRecordings(twins) : undefined;
  return work ? { work } : { reason: 'it holds several works' };
}

function isInParts(named: readonly { readonly work: Recording }[], wanted: SearchTarget): boolean {
  const total = named.reduce((sum, { work }) => sum + (work.seconds ?? 0), 0);
  return named.length > 1 && runtimeFit(total, wanted.runtimeMin) === 'fits';
}
