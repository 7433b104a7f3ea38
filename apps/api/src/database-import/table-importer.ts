// Importers, one for each kind of row: source columns with their codecs, and the statement that writes them.
import { canonicalKey } from '@matinee/shared/identity/keys';
import pg from 'pg';
import { z } from 'zod';
import { isStorable, type Repair, type ReportRepair } from './column-codecs.ts';
import type { RawRow, SourceSchema } from './source-database.ts';

type Values = Readonly<Record<string, unknown>>;

/** The result for one row, or for one entry of a row with several. */
export type RowResult = { readonly values: Values } | { readonly skipped: string };

interface SourceTable {
  /** The name in the report. */
  readonly name: string;
  readonly table: string;
  /**
   * The columns that the table must have. Others may be missing, because schemas grew over the years.
   */
  readonly required: readonly string[];
  /** The column with the account's ID, or with the ID of the row in `parent` that contains it. */
  readonly owner: string;
  readonly parent?: {
    readonly table: string;
    readonly owner: string;
    readonly columns: readonly string[];
  };
  readonly where?: string;
  /** The columns that identify a row in the report. They must not reveal titles. */
  readonly label: readonly string[];
  /** The maximum size of a row. A title of 20 MiB must not fill the memory. */
  readonly maxBytes?: number;
  /** Whether to import a larger row without its columns instead of skipping it. */
  readonly isImportedCut?: true;
}

interface TargetTable {
  /**
   * The statement. `$1`: a JSON array of rows with `user_id` and `public_key`. Returns a row for each written one.
   * `added`: whether the row is new.
   */
  readonly write: string;
  /** The name of the value with the time of last use. */
  readonly usedAt?: string;
}

export interface TableImporter extends SourceTable, TargetTable {
  readonly columns: readonly string[];
  readonly convert: (raw: RawRow, report: ReportRepair) => readonly RowResult[];
}

interface Mapping<S extends z.ZodRawShape> extends SourceTable, TargetTable {
  /** A codec for each column that is read. */
  readonly columns: z.ZodObject<S>;
  /** Applied to a column before its codec. */
  readonly repairs?: Readonly<Record<string, Repair>>;
  /** Maps source columns to target columns. Unset: the names are the same. */
  readonly toTarget?: (values: z.output<z.ZodObject<S>>) => Values;
  /** Returns the reason to skip a row. */
  readonly skip?: (raw: RawRow) => string | undefined;
}

/** Returns an importer for a table in which each row becomes one row. */
export function mapTable<S extends z.ZodRawShape>(mapping: Mapping<S>): TableImporter {
  const { columns, repairs = {}, toTarget = (values) => values, skip, ...table } = mapping;
  return {
    ...table,
    columns: Object.keys(columns.shape),
    convert: (raw, report) => {
      const reason = skip?.(raw);
      if (reason !== undefined) return [{ skipped: reason }];
      const repaired = { ...raw };
      for (const [column, repair] of Object.entries(repairs)) {
        repaired[column] = repair(raw[column], report);
      }
      const { data, error } = columns.safeParse(repaired);
      return [error ? { skipped: reasonOf(error) } : { values: toTarget(data) }];
    },
  };
}

/** The limit for tables with titles. Other servers store titles of 300 kB, which are repaired. */
export const TITLED_ROW_BYTES = 512 * 1024;
const MAX_BYTES = 256 * 1024;

const maxBytesOf = ({ maxBytes = MAX_BYTES }: SourceTable): number => maxBytes;
const quoted = (name: string): string => pg.escapeIdentifier(name);

/** Undefined if the source lacks the table or a required column. */
export function selectRows(importer: TableImporter, source: SourceSchema): string | undefined {
  const { parent, where } = importer;
  const types = source.tables.get(importer.table);
  if (!types || !importer.required.every((column) => types.has(column))) return undefined;
  if (parent && !source.tables.has(parent.table)) return undefined;

  const declaredColumns = [...new Set([...importer.required, ...importer.columns])].filter(
    (column) => types.has(column),
  );
  const fields = declaredColumns.map((column) => ({
    name: column,
    value: valueOf(column, types.get(column)),
  }));
  for (const column of parent?.columns ?? []) {
    fields.push({ name: `${parent?.table}.${column}`, value: `parent.${quoted(column)}` });
  }
  const user = parent ? `parent.${quoted(parent.owner)}` : `own.${quoted(importer.owner)}`;
  const at = (table: string): string => `${quoted(source.schema)}.${quoted(table)}`;
  const from = parent
    ? `${at(importer.table)} own LEFT JOIN ${at(parent.table)} parent ON parent.id::text = own.${quoted(importer.owner)}::text`
    : `${at(importer.table)} own`;
  const label = importer.label
    .filter((column) => types.has(column))
    .map((column) => `left(it.${quoted(column)}::text, 100)`);
  const bounded = (name: string): string =>
    `CASE WHEN measured.bytes <= ${maxBytesOf(importer)} THEN it.${quoted(name)} END AS ${quoted(name)}`;
  // OFFSET 0 keeps the planner from measuring the row again for each column.
  return `
    SELECT measured.bytes AS "$bytes", concat_ws(' ', ${label.join(', ')}) AS "$label",
      left(account.id::text, 300) AS "$owner", left(account.public_key, 300) AS "$key",
      ${fields.map(({ name }) => bounded(name)).join(', ')}
    FROM (
      SELECT ${fields.map(({ name, value }) => `${value} AS ${quoted(name)}`).join(', ')}, ${user}::text AS "$user"
      FROM ${from}
    ) it
    CROSS JOIN LATERAL (SELECT octet_length(it::text) AS bytes OFFSET 0) measured
    LEFT JOIN ${at('users')} account ON account.id::text = it."$user"
    ${where ? `WHERE ${where}` : ''}`;
}

/** Reads a time without a zone as UTC, because servers run in UTC. */
const valueOf = (column: string, type: string | undefined): string =>
  type === 'timestamp without time zone'
    ? `own.${quoted(column)} AT TIME ZONE 'UTC'`
    : `own.${quoted(column)}`;

/** A row to write, with the key of its account. */
export interface ValidRow {
  readonly key: string;
  readonly label: string;
  readonly values: Values;
}
export type ValidatedRow = ValidRow | { readonly label: string; readonly skipped: string };

/** The columns that `selectRows` adds to each row. */
const Envelope = z.object({
  $bytes: z.number(),
  $label: z.string(),
  $owner: z.string().nullable(),
  $key: z.string().nullable(),
});

const MAX_ID = 255;

export function validateRow(
  importer: TableImporter,
  raw: RawRow,
  report: ReportRepair,
): readonly ValidatedRow[] {
  const { $bytes, $label: label, $owner, $key } = Envelope.parse(raw);
  if ($owner === null || $key === null) return [{ label, skipped: "doesn't belong to an account" }];
  const key = canonicalKey($key);
  if (key === undefined || $owner.length > MAX_ID) {
    const reason = key === undefined ? 'public_key: not a valid key' : 'id: too long';
    return [{ label, skipped: importer.table === 'users' ? reason : "its account isn't imported" }];
  }
  const maxBytes = maxBytesOf(importer);
  if ($bytes > maxBytes && !importer.isImportedCut) {
    return [{ label, skipped: `larger than ${maxBytes / 1024} KiB` }];
  }
  return importer.convert(raw, report).map((result) => {
    if ('skipped' in result) return { label, skipped: result.skipped };
    if (!isStorable(result.values))
      return { label, skipped: 'contains a NUL character or half a character' };
    return { label, key, values: result.values };
  });
}

/** Returns the invalid column and the reason, but not the value, which may be a title. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const names = (issue?.path ?? []).filter((name) => typeof name === 'string').slice(0, 2);
  const reason = issue ? describeIssue(issue) : 'not known';
  return names.length === 0 ? reason : `${names.join('.')}: ${reason}`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'number' ? 'too large a number' : 'too long';
    case 'too_small':
      return issue.origin === 'number' ? 'too small a number' : 'empty';
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return 'of the wrong type';
    default:
      return 'in the wrong format';
  }
}
