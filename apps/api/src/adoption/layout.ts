import { Refusal } from './refusal.ts';

/** The types of a table's columns by name. */
export type Columns = ReadonlyMap<string, string>;

export interface Layout {
  readonly name: 'original' | 'p-stream';
  readonly schema: string;
  readonly tables: ReadonlyMap<string, Columns>;
}

export interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  users: ['id', 'public_key'],
  sessions: ['id', 'user', 'expires_at'],
  bookmarks: ['tmdb_id', 'user_id', 'meta'],
  progress_items: ['tmdb_id', 'user_id', 'meta', 'duration', 'watched'],
  user_settings: ['id'],
};
const OURS = ['users', 'progress', 'settings', 'deletions'];
const LATER = ['lists', 'list_items', 'user_group_order', 'watch_history'];

export function detectLayout(schema: string, rows: readonly ColumnRow[]): Layout {
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>();
    tables.set(table, columns.set(column, type));
  }
  if (OURS.every((table) => tables.has(table))) {
    throw new Refusal(
      'The source is a database of Matinee already: move it with pg_dump and pg_restore instead.',
    );
  }
  const missing = missingFrom(tables);
  if (missing.length > 0) {
    throw new Refusal(
      `The source has neither of the known layouts: it lacks ${missing.join(', ')} in its schema "${schema}". ` +
        'Check the address, add ?schema=NAME if the tables are in another schema, and that this user may read them.',
    );
  }
  const isLater =
    tables.get('users')?.has('nickname') === true ||
    tables.get('bookmarks')?.has('group') === true ||
    LATER.some((table) => tables.has(table));
  return { name: isLater ? 'p-stream' : 'original', schema, tables };
}

function missingFrom(tables: ReadonlyMap<string, Columns>): readonly string[] {
  return Object.entries(EXPECTED).flatMap(([table, columns]) => {
    const there = tables.get(table);
    if (!there) return [table];
    return columns.filter((column) => !there.has(column)).map((column) => `${table}.${column}`);
  });
}
