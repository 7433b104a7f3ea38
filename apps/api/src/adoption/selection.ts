import pg from 'pg';
import type { Layout } from './layout.ts';
import type { Step } from './step.ts';

const MAX_BYTES = 256 * 1024;

/** What a row may hold; above it only its size is read, so that nobody's 20 MiB title fills the memory. */
export const maxBytesOf = (step: Step): number => step.maxBytes ?? MAX_BYTES;

const quoted = (name: string): string => pg.escapeIdentifier(name);

/** Undefined: the source has no such table, or not the columns that matter. */
export function selectionOf(step: Step, layout: Layout): string | undefined {
  const { parent, where } = step;
  const columns = layout.tables.get(step.table);
  if (!columns || !step.required.every((column) => columns.has(column))) return undefined;
  if (parent && !layout.tables.has(parent.table)) return undefined;

  const own = [...step.required, ...step.columns].filter((column) => columns.has(column));
  const lent = parent?.columns ?? [];
  const names = [...own, ...lent.map((column) => `${parent?.table}.${column}`)];
  const values = [
    ...own.map((column) => valueOf(column, columns.get(column))),
    ...lent.map((column) => `parent.${quoted(column)}`),
  ];
  const user = parent ? `parent.${quoted(parent.owner)}` : `own.${quoted(step.owner)}`;
  const fields = values.map((value, place) => `${value} AS ${quoted(names[place] ?? '')}`);
  const at = (table: string): string => `${quoted(layout.schema)}.${quoted(table)}`;
  const from = parent
    ? `${at(step.table)} own LEFT JOIN ${at(parent.table)} parent ON parent.id::text = own.${quoted(step.owner)}::text`
    : `${at(step.table)} own`;
  const label = step.label
    .filter((column) => columns.has(column))
    .map((column) => `left(it.${quoted(column)}::text, 100)`);
  // OFFSET 0 keeps the planner from measuring the row anew for each column.
  return `
    SELECT measured.bytes AS "$bytes", concat_ws(' ', ${label.join(', ')}) AS "$label",
      left(account.id::text, 300) AS "$owner", left(account.public_key, 300) AS "$key",
      ${names.map((name) => bounded(name, maxBytesOf(step))).join(', ')}
    FROM (SELECT ${fields.join(', ')}, ${user}::text AS "$user" FROM ${from}) it
    CROSS JOIN LATERAL (SELECT octet_length(it::text) AS bytes OFFSET 0) measured
    LEFT JOIN ${at('users')} account ON account.id::text = it."$user"
    ${where ? `WHERE ${where}` : ''}`;
}

const bounded = (name: string, max: number): string =>
  `CASE WHEN measured.bytes <= ${max} THEN it.${quoted(name)} END AS ${quoted(name)}`;

/** A time without a zone is one of the server's, which are set to UTC. */
const valueOf = (column: string, type: string | undefined): string =>
  type === 'timestamp without time zone'
    ? `own.${quoted(column)} AT TIME ZONE 'UTC'`
    : `own.${quoted(column)}`;
