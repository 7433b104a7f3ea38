// Databases of other servers, copied by the command as an operator runs it.
import { spawn, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { withClient } from '../support/database-server.ts';
import { checksum, createForeignDatabase, MANY, type Layout } from '../support/source-database.ts';
import { temporaryFolder } from '../support/process.ts';

const COMMAND = path.resolve(
  import.meta.dirname,
  '../../apps/api/src/database-import/import-database.ts',
);
interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly out: string;
  readonly err: string;
}

function start(source: string, target: string | undefined, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [COMMAND, source, ...flags], {
    cwd: os.tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: temporaryFolder(),
      ...(target && { DATABASE_URL: target }),
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function end(child: ChildProcess, onSaid: (err: string) => void = () => undefined): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => onSaid((err += chunk.toString())));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 0, out, err }));
  });
}

const Report = z.object({
  layout: z.string(),
  isDryRun: z.boolean(),
  isComplete: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      read: z.number(),
      taken: z.number(),
      added: z.number().nullable(),
      changed: z.number().nullable(),
      skipped: z.array(
        z.object({ reason: z.string(), count: z.number(), examples: z.array(z.string()) }),
      ),
    }),
  ),
});
type Report = z.infer<typeof Report>;

async function importOf(source: string, target: string, ...flags: string[]): Promise<Report> {
  const { code, out, err } = await end(start(source, target, ['--json', ...flags]));
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return Report.parse(JSON.parse(out));
}

const addedOf = ({ tables }: Report) => Object.fromEntries(tables.map((it) => [it.name, it.added]));
const countOf = async (url: string, table: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0]?.n ?? 0;
  });

/** The users' data, read from both kinds of database. */
const VALUES = {
  ours: [
    `SELECT user_id, tmdb_id, season_id, episode_id, season_number, episode_number, id, title, year, poster, type,
       duration, watched, updated_at FROM progress`,
    `SELECT user_id, tmdb_id, title, year, poster, type, updated_at FROM bookmarks`,
    `SELECT id, public_key, namespace, created_at, last_logged_in, icon FROM users`,
    `SELECT id, user_id, device, user_agent, created_at, accessed_at, expires_at FROM sessions`,
    `SELECT user_id, "values" ->> 'applicationTheme', "values" -> 'proxyUrls' FROM settings`,
  ],
  theirs: [
    `SELECT user_id, tmdb_id, trim(coalesce(season_id, ''), E'\\n'), trim(coalesce(episode_id, ''), E'\\n'),
       season_number, episode_number, id, meta ->> 'title', (meta ->> 'year')::int, meta ->> 'poster',
       meta ->> 'type', duration, watched, updated_at FROM progress_items`,
    `SELECT user_id, tmdb_id, meta ->> 'title', (meta ->> 'year')::int, meta ->> 'poster', meta ->> 'type',
       updated_at FROM bookmarks`,
    `SELECT id, public_key, namespace, created_at, last_logged_in, profile ->> 'icon' FROM users`,
    `SELECT id, "user", device, user_agent, created_at, accessed_at, expires_at FROM sessions`,
    `SELECT id, application_theme, to_jsonb(proxy_urls) FROM user_settings`,
  ],
};

const valuesOf = (url: string, kind: keyof typeof VALUES): Promise<readonly unknown[]> =>
  withClient(url, async (client) => {
    const sums: unknown[] = [];
    for (const values of VALUES[kind]) {
      const { rows } = await client.query(
        `SELECT count(*), md5(string_agg(line, ' ' ORDER BY line COLLATE "C")) AS sum
         FROM (SELECT ROW(them.*)::text AS line FROM (${values}) them) lines`,
      );
      sums.push(rows[0]);
    }
    return sums;
  });

async function emptyTarget(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

const sources: Partial<Record<Layout, TestDatabase>> = {};
const sourceOf = (layout: Layout): string => sources[layout]!.url;
const before: Partial<Record<Layout, string>> = {};

beforeAll(async () => {
  await Promise.all(
    (['original', 'p-stream'] as const).map(async (layout) => {
      sources[layout] = await createForeignDatabase(layout, MANY);
      before[layout] = await checksum(sourceOf(layout));
    }),
  );
});
afterAll(async () => {
  for (const database of Object.values(sources)) await database.drop();
});

/** Several copies of up to 100,000 rows, on a machine that runs other tests. */
const PATIENT = { timeout: 240_000 };
/** Interrupts need a source that takes a while. */
const isLong = process.env.LONG_TESTS !== undefined;

const { users } = MANY;
const COMMON = {
  users,
  sessions: users * MANY.sessions,
  user_settings: users,
  bookmarks: users * MANY.bookmarks,
  progress_items: users * (MANY.movies + MANY.episodes),
};
const EXTRA = {
  user_group_order: users,
  ratings: users,
  lists: users,
  list_items: users,
  watch_history: users,
};

const OURS: Readonly<Record<string, string>> = {
  user_settings: 'settings',
  progress_items: 'progress',
  user_group_order: 'group_order',
};

test(
  'all rows of the original layout are imported once, however often the import runs',
  PATIENT,
  async () => {
    const source = sourceOf('original');
    const target = await emptyTarget();

    const dry = await importOf(source, target, '--dry-run');
    expect(await countOf(target, 'users')).toBe(0);

    const first = await importOf(source, target);
    expect(first).toMatchObject({ layout: 'original', isDryRun: false, isComplete: true });
    expect(addedOf(first)).toEqual(COMMON);
    const alike = ({ tables }: Report) =>
      tables.map(({ name, read, taken, skipped }) => ({ name, read, taken, skipped }));
    expect(alike(dry)).toEqual(alike(first));

    expect(await valuesOf(target, 'ours')).toEqual(await valuesOf(source, 'theirs'));

    const copied = await checksum(target);
    const again = await end(start(source, target));
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toMatch(/^table +read +imported +new +changed +skipped$/m);
    for (const [name, count] of Object.entries(COMMON)) {
      expect(again.out).toMatch(new RegExp(`^${name} +${count} +${count} +0 +0 +0$`, 'm'));
    }
    expect(again.out).toContain('To keep people logged in, set CRYPTO_SECRET');
    expect(await checksum(target)).toBe(copied);
    expect(await checksum(source)).toBe(before.original);
  },
);

test.runIf(isLong)(
  'all rows of the p-stream layout are imported completely after the import was killed half-way',
  PATIENT,
  async () => {
    const source = sourceOf('p-stream');
    const target = await emptyTarget();
    const child = start(source, target);
    const killed = await end(child, (err) => {
      if (err.includes('progress_items: 20000 read so far')) child.kill('SIGKILL');
    });
    expect(killed.code).toBe('SIGKILL');
    const arrived = await countOf(target, 'progress');
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(COMMON.progress_items);

    const { layout, isComplete, tables } = await importOf(source, target);
    expect({ layout, isComplete }).toEqual({ layout: 'p-stream', isComplete: true });
    expect(Object.fromEntries(tables.map(({ name, taken }) => [name, taken]))).toEqual({
      ...COMMON,
      ...EXTRA,
    });
    for (const [name, count] of Object.entries({ ...COMMON, ...EXTRA })) {
      expect(await countOf(target, OURS[name] ?? name)).toBe(count);
    }
    expect(await valuesOf(target, 'ours')).toEqual(await valuesOf(source, 'theirs'));
    expect(await checksum(source)).toBe(before['p-stream']);
  },
);

test.runIf(isLong)(
  'Ctrl-C ends the import after the page, and prints how to continue',
  async () => {
    const child = start(sourceOf('original'), undefined, ['--dry-run']);
    const { code, out } = await end(child, (err) => {
      if (err.includes('progress_items: 20000 read so far')) child.kill('SIGINT');
    });
    expect(code).toBe(130);
    expect(out).toContain('Stopped early. Run the same command again to finish.');
    const [, read = ''] = /^progress_items +(\d+)/m.exec(out) ?? [];
    expect(Number(read)).toBeGreaterThanOrEqual(20_000);
    expect(Number(read)).toBeLessThan(COMMON.progress_items);
  },
);

test('an invalid source is refused with a message, and nothing is changed', async () => {
  const target = await emptyTarget();
  const empty = await createEmptyDatabase();
  onTestFinished(() => empty.drop());
  const refused = async (source: string, into = target): Promise<string> => {
    const { code, err, out } = await end(start(source, into));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    return err;
  };
  const wrong = new URL(sourceOf('original'));
  wrong.pathname = '/nowhere';
  const responses = await Promise.all([
    refused(empty.url),
    refused(wrong.toString()),
    refused('not an address'),
    refused(sourceOf('original'), sourceOf('original')),
  ]);
  expect(responses[0]).toContain("doesn't contain users, sessions");
  expect(responses[1]).toMatch(/Can't read the source at .*: database "nowhere" does not exist/);
  expect(responses[2]).toContain('must be a URL such as postgresql://');
  expect(responses[3]).toContain('The source and the target are the same database');
  // The first import releases the lock.
  expect(await refused(target)).toContain('is already a Matinee database');
  expect(await checksum(sourceOf('original'))).toBe(before.original);
});
