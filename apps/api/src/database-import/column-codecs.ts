// Converts columns of the source. Repairs drop invalid parts to make the row importable.
import {
  MAX_FAVOURITE_CHARACTERS,
  MAX_FAVORITES,
  MAX_GROUP_NAME,
} from '@matinee/shared/contract/bookmarks';
import {
  Id,
  MAX_POSTER,
  MAX_TITLE,
  OptionalId,
  OptionalNumber,
} from '@matinee/shared/contract/fields';
import { z } from 'zod';

const MAX_DATE = Date.UTC(9999, 11, 31);

/** Dates that both PostgreSQL and JavaScript can store. */
const Moment = z
  .date()
  .transform((time) => new Date(Math.min(Math.max(time.getTime(), 0), MAX_DATE)));

export const Deadline = Moment.transform((time) => time.toISOString());

/** Limits a time to `now`, because a time in the future would override later writes. */
export const pastTime = (now: number) =>
  Moment.transform((time) => new Date(Math.min(time.getTime(), now)).toISOString());

/** Returns whether `pastTime` may have limited a time. Such a row is imported only if it is new. */
export const isClamped = (time: string, now: number): boolean =>
  time === new Date(now).toISOString();

/** The driver returns int8 and numeric as text. */
export const Numeric = z.union([z.number(), z.string().transform(Number)]);

/** Null if the ID isn't a UUID. The row then gets a new one. */
export const RowId = z.guid().nullable().catch(null);

/** '' for a movie. Sources store NULL or a newline. */
export const PartId = OptionalId.transform((id) => id ?? '');

export const PartNumber = Numeric.nullish().pipe(OptionalNumber);

/**
 * Returns false for NUL and lone surrogates, which text columns reject. JSON columns accept them, but none of these
 * tables needs them.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
  }
  return true;
}

/** Records that a value of an imported row was dropped or replaced. */
export type ReportRepair = (what: string) => void;

/** Repairs a value. Returns values of other types unchanged, which the codec rejects later. */
export type Repair = (value: unknown, report: ReportRepair) => unknown;

const Members = z.record(z.string(), z.unknown());

export const repairMeta: Repair = (meta, report) => {
  const members = Members.safeParse(meta).data;
  if (!members) return meta;
  const { title, year, poster } = members;
  return {
    ...members,
    ...(typeof title === 'string' && { title: shorten(title, MAX_TITLE, 'meta.title', report) }),
    year: repairYear(year, report),
    poster: repairPoster(poster, report),
  };
};

function repairYear(year: unknown, report: ReportRepair): number | null {
  if (year === undefined || year === null) return null;
  if (typeof year === 'number' && Math.abs(year) <= 9_999) return year;
  const [digits] = typeof year === 'string' ? (/^\s*\d{4}(?!\d)/.exec(year) ?? []) : [];
  report(
    digits === undefined ? 'meta.year: invalid, removed' : 'meta.year: text, read as a number',
  );
  return digits === undefined ? null : Number(digits);
}

/** Drops an invalid poster, because a truncated URL would be useless. */
function repairPoster(poster: unknown, report: ReportRepair): string | null {
  if (poster === undefined || poster === null) return null;
  if (typeof poster === 'string' && poster.length <= MAX_POSTER) return poster;
  report('meta.poster: invalid, removed');
  return null;
}

/** Repairs each name separately, to keep the others if one is invalid. */
export const repairGroups =
  (column: string, max: number): Repair =>
  (groups, report) => {
    if (!Array.isArray(groups)) return groups;
    const usable = groups.filter((group) => typeof group === 'string' && isStorable(group));
    if (usable.length < groups.length) report(`${column}: invalid name, removed`);
    const short = usable.map((group) => shorten(String(group), MAX_GROUP_NAME, column, report));
    const unique = [...new Set(short)];
    if (unique.length > max) report(`${column}: more than ${max}, the rest removed`);
    return unique.slice(0, max);
  };

export const repairFavorites: Repair = (ids, report) => {
  if (!Array.isArray(ids)) return ids;
  let characters = 0;
  const valid = ids
    .filter((id) => Id.safeParse(id).success && isStorable(id))
    .filter((id) => (characters += String(id).length) <= MAX_FAVOURITE_CHARACTERS)
    .slice(0, MAX_FAVORITES);
  if (valid.length < ids.length) report('favorite_episodes: invalid entries, removed');
  return valid;
};

function shorten(text: string, max: number, name: string, report: ReportRepair): string {
  if (text.length <= max) return text;
  report(`${name}: too long, shortened`);
  // Don't end with half a surrogate pair.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
