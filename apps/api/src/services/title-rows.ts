// What the rows of bookmarks and progress have in common.
import type { TitleMeta } from '@matinee/shared/contract/fields';
import { jsonOf, orNull, sparseObject } from './json-columns.ts';

export interface TitleColumns {
  readonly type: string;
  readonly title: string;
  readonly year: number | null;
  readonly poster: string | null;
}

export function toMeta({ title, year, poster, type }: TitleColumns): TitleMeta {
  return { title, year, poster: poster ?? undefined, type };
}

/** The same, written by PostgreSQL. */
export const JSON_META = sparseObject<TitleMeta>({
  title: jsonOf('title'),
  year: orNull('year'),
  poster: jsonOf('poster'),
  type: jsonOf('type'),
});

/** A time as the wire writes it. PostgreSQL formats it: reading hundreds into dates costs a third of a whole answer. */
export const isoTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Clients that know no year or poster send none, which must not empty what another client stored. */
const KEPT_WHERE_UNKNOWN: ReadonlySet<string> = new Set(['year', 'poster']);

/** A row that is there gives way column by column where the condition holds; either way it is there to be returned. */
export const replaceWhere = (
  condition: string,
  table: string,
  columns: readonly string[],
): string =>
  columns
    .map((name) => {
      const given = KEPT_WHERE_UNKNOWN.has(name)
        ? `COALESCE(excluded.${name}, ${table}.${name})`
        : `excluded.${name}`;
      return `${name} = CASE WHEN ${condition} THEN ${given} ELSE ${table}.${name} END`;
    })
    .join(', ');
