// Tests the unmodified `prisma` command with our replacement of its engine and the project's own schema.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../tests/support/database.ts';
import type { TestDatabase } from '../../tests/support/database.ts';
import { withClient } from '../../tests/support/database-server.ts';
import { migrate } from '../../apps/api/src/database/migrate.ts';

const root = path.resolve(import.meta.dirname, '../..');
const patience = { timeout: 120_000 };
/** Only for `npm run test:long`, because each runs the command for many seconds. */
const isLong = process.env.LONG_TESTS !== undefined;

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prisma-'));
  fs.cpSync(path.join(root, 'prisma'), folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'prisma.config.mjs'),
    `export default { schema: 'schema.prisma', migrations: { path: 'migrations' },
       datasource: { url: process.env.DATABASE_URL } };`,
  );
});

afterEach(async () => {
  fs.rmSync(folder, { recursive: true });
  await database.drop();
});

const prisma = (...args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const cli = path.join(root, 'node_modules/prisma/build/index.js');
    const config = ['--config', path.join(folder, 'prisma.config.mjs')];
    const child = spawn(process.execPath, [cli, ...args, ...config], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'scripts/schema-engine.mjs'),
        CHECKPOINT_DISABLE: '1',
        // The engine's first line runs `node`, which must be this one.
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });

const query = (sql: string) =>
  withClient(database.url, async (client) => (await client.query<object>(sql)).rows);

const migrateOurWay = () =>
  migrate({ url: database.url, migrations: path.join(folder, 'migrations'), log: () => undefined });

const schema = () => path.join(folder, 'schema.prisma');
const addModel = (model: string) => fs.appendFileSync(schema(), `\n${model}\n`);

const newest = () => {
  const names = fs.readdirSync(path.join(folder, 'migrations'), { withFileTypes: true });
  const last = names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return path.join(folder, 'migrations', last.sort().at(-1) ?? '', 'migration.sql');
};

const compare = () =>
  prisma('migrate', 'diff', '--from-config-datasource', '--to-schema', schema(), '--exit-code');

describe('a database that the server has migrated', () => {
  beforeEach(async () => {
    await migrateOurWay();
  });

  test('is up to date and without drift for Prisma', patience, async () => {
    expect((await prisma('migrate', 'status')).said).toContain('Database schema is up to date!');
    expect(await compare()).toMatchObject({ code: 0 });
  });

  test.runIf(isLong)('has nothing to do for `migrate deploy` and `dev`', patience, async () => {
    expect((await prisma('migrate', 'deploy')).said).toContain('No pending migrations');
    expect((await prisma('migrate', 'dev')).said).toContain('Already in sync');
  });

  test('gets a new migration from `migrate dev`, and keeps its rows', patience, async () => {
    await query(`INSERT INTO challenges (code, flow, expires_at)
      VALUES ('00000000-0000-4000-8000-000000000000', 'login', now())`);
    addModel('model Note {\n  id Int @id\n  text String?\n  @@unique([id, text])\n}');
    const dev = await prisma('migrate', 'dev', '--name', 'notes');
    expect(dev.said).toContain('Your database is now in sync with your schema.');
    expect(fs.readFileSync(newest(), 'utf8')).toContain('CREATE TABLE "Note"');
    expect(await query('SELECT flow FROM challenges')).toEqual([{ flow: 'login' }]);
    expect(await migrateOurWay()).toEqual([]);
  });

  test.runIf(isLong)(
    'may have NULLS NOT DISTINCT, which Prisma’s schema cannot express',
    patience,
    async () => {
      addModel('model Note {\n  id Int @id\n  text String?\n  @@unique([id, text])\n}');
      await prisma('migrate', 'dev', '--create-only', '--name', 'notes');
      const sql = fs.readFileSync(newest(), 'utf8');
      expect(sql).toMatch(/ON "Note"\("id", "text"\);/);
      fs.writeFileSync(newest(), sql.replace('"text");', '"text") NULLS NOT DISTINCT;'));
      expect((await prisma('migrate', 'dev')).said).toContain('now in sync');
      expect(await compare()).toMatchObject({ code: 0 });
      expect((await prisma('migrate', 'dev')).said).toContain('Already in sync');
    },
  );

  test.runIf(isLong)('shows a manual change as drift', patience, async () => {
    await query('ALTER TABLE bookmarks ADD COLUMN secret text');
    expect(await compare()).toMatchObject({ code: 2 });
    expect((await prisma('migrate', 'status')).code).toBe(0);
    expect((await prisma('migrate', 'dev')).said).toContain('Drift detected');
  });
});

test.runIf(isLong)(
  'a migration that stopped half-way continues after `migrate resolve`',
  patience,
  async () => {
    const name = '20990101000000_half';
    const file = path.join(folder, 'migrations', name, 'migration.sql');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, 'BEGIN; CREATE TABLE a (id int); COMMIT; SELECT nothing;');
    await expect(migrateOurWay()).rejects.toThrow('nothing');
    expect((await prisma('migrate', 'status')).said).toContain('have failed');
    await query('DROP TABLE a');
    expect(await prisma('migrate', 'resolve', '--rolled-back', name)).toMatchObject({ code: 0 });
    fs.writeFileSync(file, 'CREATE TABLE a (id int)');
    expect(await migrateOurWay()).toEqual([name]);
    expect((await prisma('migrate', 'status')).said).toContain('up to date');
  },
);

test('`migrate deploy` and the server accept each other’s migrations', patience, async () => {
  const [deployed, ours] = await Promise.all([prisma('migrate', 'deploy'), migrateOurWay()]);
  expect(deployed.code).toBe(0);
  const isPrismas = deployed.said.includes('following migration(s) have been applied');
  expect(isPrismas).toBe(ours.length === 0);
});

test.runIf(isLong)('a wrong password is Prisma’s P1000', patience, async () => {
  const url = new URL(database.url);
  url.password = 'wrong';
  const real = database;
  database = { ...real, url: url.toString() };
  const { code, said } = await prisma('migrate', 'deploy');
  database = real;
  expect(code).toBe(1);
  expect(said).toContain('P1000');
});
