// Rows that are more than ours hold lose what does not fit, instead of being left out as a whole.
import {
  MAX_FAVOURITE_CHARACTERS,
  MAX_FAVOURITES,
  MAX_GROUP_NAME,
} from '@matinee/shared/contract/bookmarks';
import { Id, MAX_POSTER, MAX_TITLE } from '@matinee/shared/contract/fields';
import { z } from 'zod';
import { isStorable } from './judge.ts';
import type { Judging } from './step.ts';

type Mend = Judging['mend'];

/** Mends rows that have their title in a column: other servers store titles of 300 kB. */
export const TITLED_ROW_BYTES = 512 * 1024;

const Members = z.record(z.string(), z.unknown());

/** Leaves a value of another type as it is; validation refuses it later. */
export function mendMeta(meta: unknown, mend: Mend): unknown {
  const members = Members.safeParse(meta).data;
  if (!members) return meta;
  const { title, year, poster } = members;
  return {
    ...members,
    ...(typeof title === 'string' && { title: shorten(title, MAX_TITLE, 'meta.title', mend) }),
    year: mendYear(year, mend),
    poster: mendPoster(poster, mend),
  };
}

function mendYear(year: unknown, mend: Mend): number | null {
  if (year === undefined || year === null) return null;
  if (typeof year === 'number' && Math.abs(year) <= 9_999) return year;
  const [digits] = typeof year === 'string' ? (/^\s*\d{4}(?!\d)/.exec(year) ?? []) : [];
  mend(
    digits === undefined ? 'meta.year: not usable, left out' : 'meta.year: text, read as a number',
  );
  return digits === undefined ? null : Number(digits);
}

/** Half an address leads nowhere. */
function mendPoster(poster: unknown, mend: Mend): string | null {
  if (poster === undefined || poster === null) return null;
  if (typeof poster === 'string' && poster.length <= MAX_POSTER) return poster;
  mend('meta.poster: not usable, left out');
  return null;
}

/** Mends each field by itself, so that one bad field does not cost the others. */
export function mendGroups(
  groups: unknown,
  { max, name, mend }: { readonly max: number; readonly name: string; readonly mend: Mend },
): unknown {
  if (!Array.isArray(groups)) return groups;
  const usable = groups.filter((group) => typeof group === 'string' && isStorable(group));
  if (usable.length < groups.length) mend(`${name}: a name that is not usable, left out`);
  const short = usable.map((group) => shorten(String(group), MAX_GROUP_NAME, name, mend));
  const unique = [...new Set(short)];
  if (unique.length > max) mend(`${name}: more than ${max}, the rest left out`);
  return unique.slice(0, max);
}

export function mendFavourites(ids: unknown, mend: Mend): unknown {
  if (!Array.isArray(ids)) return ids;
  let characters = 0;
  const kept = ids
    .filter((id) => Id.safeParse(id).success && isStorable(id))
    .filter((id) => (characters += String(id).length) <= MAX_FAVOURITE_CHARACTERS)
    .slice(0, MAX_FAVOURITES);
  if (kept.length < ids.length) mend('favorite_episodes: what does not fit, left out');
  return kept;
}

function shorten(text: string, max: number, name: string, mend: Mend): string {
  if (text.length <= max) return text;
  mend(`${name}: too long, shortened`);
  // Half a character is none.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
