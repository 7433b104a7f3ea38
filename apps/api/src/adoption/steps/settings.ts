import { Settings } from '@matinee/shared/contract/settings';
import type { z } from 'zod';
import { isStorable } from '../judge.ts';
import type { Judging, Raw, Step, Verdict } from '../step.ts';

const column = (member: string): string =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const MEMBERS: readonly (readonly [string, z.ZodType])[] = Object.entries(Settings.shape);

/** NULL says nothing there: not set, or cleared. What is absent here is for the client to decide. */
function judge(raw: Raw, { mend }: Judging): readonly Verdict[] {
  const values: Record<string, unknown> = {};
  for (const [member, schema] of MEMBERS) {
    const value = raw[column(member)] ?? null;
    if (value === null) continue;
    const { success, data } = schema.safeParse(value);
    if (success && isStorable(data)) values[member] = data;
    else mend(`${column(member)}: not usable, left out`);
  }
  return [{ values: { source_id: raw.id, values } }];
}

export const settings = (): Step => ({
  name: 'user_settings',
  table: 'user_settings',
  columns: MEMBERS.map(([member]) => column(member)),
  required: ['id'],
  owner: 'id',
  label: ['id'],
  judge,
  // Member by member, for several accounts of one key may each bring some.
  write: `
    WITH members AS (
      SELECT DISTINCT ON (user_id, key) user_id, key, value
      FROM jsonb_to_recordset($1) AS item(user_id text, source_id text, "values" jsonb), jsonb_each("values")
      ORDER BY user_id, key, source_id
    )
    INSERT INTO settings AS old (user_id, "values")
    SELECT user_id, jsonb_object_agg(key, value) FROM members GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET "values" = excluded."values" || old."values", updated_at = now()
    WHERE NOT old."values" ?& ARRAY(SELECT jsonb_object_keys(excluded."values"))
    RETURNING xmax = 0 AS added`,
});
