/** The reason for the operator why the import can't run, and what to do. */
export class ImportError extends Error {
  override name = 'ImportError';
}

/** The rows that were skipped or repaired for one reason. */
export interface ImportWarning {
  readonly reason: string;
  count: number;
  /** The IDs of the first twenty rows. */
  readonly examples: string[];
}

/** The counts of one table, which `--json` prints. */
export interface ImportStats {
  readonly name: string;
  read: number;
  taken: number;
  /** The number of new rows. Null in a dry run. */
  added: number | null;
  /** The number of updated rows. Null in a dry run. */
  changed: number | null;
  readonly skipped: Map<string, ImportWarning>;
  /** Rows that were imported without some of their values. */
  readonly mended: Map<string, ImportWarning>;
}

export interface DatabaseImportResult {
  readonly layout: string;
  readonly isDryRun: boolean;
  /** False if the import was stopped. Running it again imports the rest. */
  readonly isComplete: boolean;
  readonly tables: readonly ImportStats[];
}

const MAX_EXAMPLES = 20;

export const createStats = (name: string, isDryRun: boolean): ImportStats => ({
  name,
  read: 0,
  taken: 0,
  added: isDryRun ? null : 0,
  changed: isDryRun ? null : 0,
  skipped: new Map(),
  mended: new Map(),
});

export function addWarning(
  warnings: Map<string, ImportWarning>,
  reason: string,
  label: string,
): void {
  const known = warnings.get(reason) ?? { reason, count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < MAX_EXAMPLES) known.examples.push(label);
  warnings.set(reason, known);
}

const HEADINGS = ['table', 'read', 'imported', 'new', 'changed', 'skipped'];

const SESSIONS =
  "To keep people logged in, set CRYPTO_SECRET (or CRYPTO_SECRET_PREVIOUS) to the old server's secret.";

/** Returns the report for the terminal: a table, reasons for skipped rows, and the next step. */
export function formatText(result: DatabaseImportResult): string {
  const lines = [...formatTable([HEADINGS, ...result.tables.map(cellsOf)])];
  for (const { name, skipped, mended } of result.tables) {
    for (const warning of skipped.values())
      lines.push('', ...formatWarning(name, 'skipped', warning));
    for (const warning of mended.values())
      lines.push('', ...formatWarning(name, 'repaired', warning));
  }
  return `${[...lines, '', ...conclusion(result)].join('\n')}\n`;
}

function conclusion({ isDryRun, isComplete }: DatabaseImportResult): readonly string[] {
  if (!isComplete) return ['Stopped early. Run the same command again to finish.'];
  if (isDryRun) return ['Dry run: nothing was written.'];
  return ['Done. Running it again imports only new data.', SESSIONS];
}

function cellsOf({ name, read, taken, added, changed, skipped }: ImportStats): readonly string[] {
  const skippedRows = [...skipped.values()].reduce((total, { count }) => total + count, 0);
  return [name, read, taken, added ?? '-', changed ?? '-', skippedRows].map(String);
}

function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function formatWarning(table: string, verb: string, warning: ImportWarning): readonly string[] {
  const { reason, count, examples } = warning;
  return [
    `${table}: ${count} ${verb} (${reason})`,
    ...examples.map((example) => `  ${printable(example)}`),
  ];
}

/** Removes control characters. The source's text may contain escape sequences, which would move a terminal's cursor. */
const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, (character) => JSON.stringify(character).slice(1, -1))
    .replace(/[^\x20-\x7e]/g, '?');

/** Returns the report of `--json`. */
export function formatJson({ tables, ...result }: DatabaseImportResult): string {
  const listed = tables.map(({ skipped, mended, ...stats }) => ({
    ...stats,
    skipped: [...skipped.values()],
    mended: [...mended.values()],
  }));
  return `${JSON.stringify({ ...result, tables: listed }, null, 2)}\n`;
}
