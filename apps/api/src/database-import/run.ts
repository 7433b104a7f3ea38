import pg from 'pg';
import {
  addWarning,
  createStats,
  ImportError,
  type ImportStats,
  type DatabaseImportResult,
} from './report.ts';
import { LOCK_OWNERS, UPDATE_LAST_USED } from './run.sql.ts';
import type { RawRow, SourceDatabase } from './source-database.ts';
import { selectRows, validateRow, type TableImporter, type ValidRow } from './table-importer.ts';
import { sessions, settings, users } from './tables/accounts.ts';
import { bookmarks, groupOrder } from './tables/bookmarks.ts';
import { listItems, lists, ratings } from './tables/lists.ts';
import { progress, watchHistoryImporter } from './tables/viewing.ts';
import { IMPORT_LOCK, type Query, type TargetDatabase } from './target-database.ts';

export interface ImportOptions {
  readonly source: SourceDatabase;
  /** If undefined, or with `isDryRun`, the import reads and validates everything, but writes nothing. */
  readonly target: TargetDatabase | undefined;
  readonly isDryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ends the import after the current page. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

const PROGRESS_EVERY_PAGES = 10;

/** Accounts come first, because all other rows belong to one. Lists come before their items. */
const importersAt = (now: number): readonly TableImporter[] => [
  users(now),
  sessions(now),
  settings(),
  bookmarks(now),
  progress(now),
  groupOrder(),
  ratings(now),
  lists(now),
  listItems(now),
  watchHistoryImporter(now),
];

/** Copies everything, each page in its own transaction. A second run changes nothing. */
export async function runImport(options: ImportOptions): Promise<DatabaseImportResult> {
  const { source, target, isDryRun, signal } = options;
  const { schema } = source;
  if (target && (await source.isTarget(IMPORT_LOCK))) {
    throw new ImportError(
      'The source and the target are the same database. Specify the URL of the old one.',
    );
  }
  if (!isDryRun) await target?.prepare();
  options.progress(`the source has the ${schema.layout} layout`);
  const tables: ImportStats[] = [];
  for (const importer of importersAt(options.now)) {
    const { name } = importer;
    const selection = selectRows(importer, schema);
    if (selection === undefined) {
      if (schema.tables.has(name)) options.progress(`${name}: unknown columns, skipped`);
      continue;
    }
    if (signal.aborted) break;
    const stats = createStats(name, isDryRun);
    tables.push(stats);
    await copyTable(importer, selection, stats, options);
    options.progress(`${name}: ${stats.read} read`);
  }
  return { layout: schema.layout, isDryRun, isComplete: !signal.aborted, tables };
}

async function copyTable(
  importer: TableImporter,
  selection: string,
  stats: ImportStats,
  { source, target, isDryRun, signal, progress: report }: ImportOptions,
): Promise<void> {
  let pages = 0;
  for await (const page of source.pages(selection)) {
    const rows = validatePage(importer, page, stats);
    if (target && !isDryRun && rows.length > 0) await writePage(importer, rows, stats, target);
    pages += 1;
    if (pages % PROGRESS_EVERY_PAGES === 0) report(`${importer.name}: ${stats.read} read so far`);
    if (signal.aborted) return;
  }
}

function validatePage(
  importer: TableImporter,
  page: readonly RawRow[],
  stats: ImportStats,
): readonly ValidRow[] {
  const valid: ValidRow[] = [];
  for (const raw of page) {
    const repairs = new Set<string>();
    const rows = validateRow(importer, raw, (what) => repairs.add(what));
    for (const row of rows) {
      stats.read += 1;
      if ('skipped' in row) addWarning(stats.skipped, row.skipped, row.label);
      else valid.push(row);
    }
    const repaired = rows.find((row) => !('skipped' in row));
    if (!repaired) continue;
    for (const repair of repairs) addWarning(stats.mended, repair, repaired.label);
  }
  stats.taken += valid.length;
  return valid;
}

/** Writes a page in one transaction. Halves the page to find and skip rows that PostgreSQL rejects. */
async function writePage(
  importer: TableImporter,
  rows: readonly ValidRow[],
  stats: ImportStats,
  target: TargetDatabase,
): Promise<void> {
  try {
    await writeRows(importer, rows, stats, target);
  } catch (error) {
    const code = dataErrorCode(error);
    if (code === undefined) throw error;
    const [first] = rows;
    if (first && rows.length === 1) {
      stats.taken -= 1;
      addWarning(stats.skipped, `rejected by PostgreSQL (${code})`, first.label);
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await writePage(importer, rows.slice(0, half), stats, target);
    await writePage(importer, rows.slice(half), stats, target);
  }
}

/** Returns codes of classes 22 and 23: errors in the data, such as a character that the database's encoding lacks. */
const dataErrorCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '') ? error.code : undefined;

async function writeRows(
  importer: TableImporter,
  rows: readonly ValidRow[],
  stats: ImportStats,
  target: TargetDatabase,
): Promise<void> {
  const { usedAt } = importer;
  const { written, withoutAccount } = await target.transaction(async (query) => {
    const owners = importer.name === 'users' ? undefined : await lockOwners(query, rows);
    const owned = owners ? rows.filter(({ key }) => owners.has(key)) : rows;
    const items = owned.map(({ key, values }) => ({
      ...values,
      public_key: key,
      user_id: owners?.get(key),
    }));
    if (usedAt !== undefined) {
      const used = owned
        // Skip limited dates, which are the day of this import.
        .filter(({ values }) => values.is_clamped !== true)
        .map(({ key, values }) => ({ user_id: owners?.get(key), at: values[usedAt] }));
      await query(UPDATE_LAST_USED, [JSON.stringify(used)]);
    }
    return {
      written: await query(importer.write, [JSON.stringify(items)]),
      withoutAccount: owners ? rows.filter(({ key }) => !owners.has(key)) : [],
    };
  });
  const added = written.filter((row) => row.added === true).length;
  stats.added = (stats.added ?? 0) + added;
  stats.changed = (stats.changed ?? 0) + written.length - added;
  stats.taken -= withoutAccount.length;
  for (const { label } of withoutAccount) {
    addWarning(stats.skipped, 'its account is missing', label);
  }
}

/** Returns the IDs of the rows' accounts on this server, by key. */
async function lockOwners(
  query: Query,
  rows: readonly ValidRow[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(rows.map(({ key }) => key))];
  const owners = await query(LOCK_OWNERS, [keys]);
  return new Map(owners.map(({ id, public_key: key }) => [String(key), String(id)]));
}
