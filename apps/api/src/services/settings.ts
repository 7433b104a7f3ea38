import type { Settings, StoredSettings } from '@matinee/shared/contract/settings';
import type { Statements } from '#db/statements.ts';
import { holdOwner, ownerIsGone } from './owner.ts';
import { isoTime } from './title-columns.ts';

export interface SettingsService {
  get(userId: string): Promise<StoredSettings>;
  /** Members that are absent stay as they are; answers all of them. */
  put(userId: string, patch: Settings): Promise<StoredSettings>;
  /** Sets what was never set here, and leaves the rest alone: also what was cleared. */
  fill(userId: string, values: Settings): Promise<void>;
  /** Null: never set. */
  export(userId: string): Promise<{ readonly values: Settings; readonly updatedAt: string } | null>;
}

interface Row {
  readonly values: Settings;
  readonly updatedAt: string;
}

const COLUMNS = `"values", ${isoTime('updated_at')} AS "updatedAt"`;
const GET = `SELECT ${COLUMNS} FROM settings WHERE user_id = $1`;

/** One statement, so that of writes at the same time none is lost. */
const merge = (both: string): string => `
  INSERT INTO settings AS stored (user_id, "values", updated_at)
  SELECT owner.id, $2::jsonb, $3 FROM (${holdOwner('SHARE')}) AS owner
  ON CONFLICT (user_id) DO UPDATE SET "values" = ${both}, updated_at = excluded.updated_at
  RETURNING ${COLUMNS}`;

const PUT = merge('stored."values" || excluded."values"');
const FILL = merge('excluded."values" || stored."values"');

export function createSettings({ query }: Statements, now: () => number): SettingsService {
  const write = async (statement: string, userId: string, values: Settings): Promise<Row> => {
    const [row] = await query<Row>(statement, [userId, JSON.stringify(values), new Date(now())]);
    if (!row) throw ownerIsGone();
    return row;
  };
  return {
    get: async (userId) => {
      const [row] = await query<Row>(GET, [userId]);
      return { ...row?.values, id: userId };
    },
    put: async (userId, patch) => ({ ...(await write(PUT, userId, patch)).values, id: userId }),
    fill: async (userId, values) => void (await write(FILL, userId, values)),
    export: async (userId) => (await query<Row>(GET, [userId]))[0] ?? null,
  };
}
