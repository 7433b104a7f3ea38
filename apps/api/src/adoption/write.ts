import pg from 'pg';
import type { Taken } from './judge.ts';
import type { Step } from './step.ts';
import { remark, type Tally } from './tally.ts';
import type { Query, Target } from './target.ts';

/** One transaction; where PostgreSQL refuses something of it, that is found by halves and left out. */
export async function writePage(
  step: Step,
  rows: readonly Taken[],
  tally: Tally,
  target: Target,
): Promise<void> {
  try {
    await write(step, rows, tally, target);
  } catch (error) {
    const code = refusalOf(error);
    if (code === undefined) throw error;
    const [first] = rows;
    if (first && rows.length === 1) {
      tally.taken -= 1;
      remark(tally.skipped, `PostgreSQL does not take it (${code})`, first.label);
      return;
    }
    const half = Math.ceil(rows.length / 2);
    await writePage(step, rows.slice(0, half), tally, target);
    await writePage(step, rows.slice(half), tally, target);
  }
}

/** The code, when it is about what was to be written, such as a character that the database's encoding lacks. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '') ? error.code : undefined;

const OWNERS = 'SELECT id, public_key FROM users WHERE public_key = ANY($1) FOR KEY SHARE';

/** To the day, so that the pages of one account need not all write it. */
const NOTE_USE = `
  UPDATE users SET last_used_at = used.at
  FROM (
    SELECT user_id, date_trunc('day', max(at), 'UTC') AS at
    FROM jsonb_to_recordset($1) AS item(user_id text, at timestamptz) GROUP BY user_id
  ) used
  WHERE users.id = used.user_id AND users.last_used_at < used.at`;

async function write(
  step: Step,
  rows: readonly Taken[],
  tally: Tally,
  target: Target,
): Promise<void> {
  const { usedAt } = step;
  const { written, homeless } = await target.transaction(async (query) => {
    const owners = step.name === 'users' ? undefined : await ownersOf(query, rows);
    const homed = owners ? rows.filter(({ key }) => owners.has(key)) : rows;
    const items = homed.map(({ key, values }) => ({
      ...values,
      public_key: key,
      user_id: owners?.get(key),
    }));
    if (usedAt !== undefined) {
      const used = homed
        // That date is the day of this import.
        .filter(({ values }) => values.is_put_off !== true)
        .map(({ key, values }) => ({ user_id: owners?.get(key), at: values[usedAt] }));
      await query(NOTE_USE, [JSON.stringify(used)]);
    }
    return {
      written: await query(step.write, [JSON.stringify(items)]),
      homeless: owners ? rows.filter(({ key }) => !owners.has(key)) : [],
    };
  });
  const added = written.filter((row) => row.added === true).length;
  tally.added = (tally.added ?? 0) + added;
  tally.changed = (tally.changed ?? 0) + written.length - added;
  tally.taken -= homeless.length;
  for (const { label } of homeless) remark(tally.skipped, 'its account is not here', label);
}

async function ownersOf(
  query: Query,
  rows: readonly Taken[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(rows.map(({ key }) => key))];
  const owners = await query(OWNERS, [keys]);
  return new Map(owners.map(({ id, public_key: key }) => [String(key), String(id)]));
}
