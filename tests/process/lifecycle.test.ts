// Start and stop of the built server with its embedded database.
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { createTestDatabase } from '../support/database.ts';
import { withClient } from '../support/database-server.ts';
import { databaseUrl, dataFolder, until, type Matinee } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import manifest from '../../package.json' with { type: 'json' };

const postgresOf = (dataDir: string): number => {
  const server = runningPostmaster(dataFolder(dataDir));
  if (!server) throw new Error('no PostgreSQL is running');
  return server.pid;
};

const isServed = (dataDir: string) => runningPostmaster(dataFolder(dataDir)) !== undefined;

/** Queries the database of a running instance as its owner. */
async function query(dataDir: string, sql: string): Promise<readonly object[]> {
  return withClient(databaseUrl(dataDir), async (client) => (await client.query<object>(sql)).rows);
}

const ADD_ROW = `INSERT INTO challenges (code, flow, expires_at)
  VALUES ('00000000-0000-4000-8000-000000000000', 'login', now())`;
const COUNT_ROWS = 'SELECT count(*)::int AS rows FROM challenges';

const readiness = async (matinee: Matinee) => {
  const response = await fetch(`${await matinee.ready()}/readyz`);
  return { status: response.status, body: await response.json() };
};
const READY = { status: 200, body: { ready: true, database: true, migrations: true } };

const killNow = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
};

test('the ready message has the address at which a container is published', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const published = { PUBLISHED_HOST: '::1', PUBLISHED_PORT: '5301' };
  const environment = { ...published, DATABASE_URL: database.url };
  const matinee = startMatinee({ dataDir: temporaryFolder(), environment });
  expect(await matinee.ready()).toBe('http://[::1]:5301');
  expect(matinee.printed()).toContain(`"version":"${manifest.version}"`);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
});

describe('a start', () => {
  test('creates the given folder and a database, which the next start finds; SIGTERM and a double Ctrl-C end both cleanly', async () => {
    const dataDir = path.join(temporaryFolder(), 'not/yet/there');
    const first = startMatinee({ dataDir });
    expect(await readiness(first)).toEqual(READY);
    const mode = (file: string) => fs.statSync(path.join(dataDir, file)).mode & 0o777;
    expect(mode('.')).toBe(0o700);
    expect(mode('postgres/data')).toBe(0o700);
    expect(mode('postgres/data/embedded.password')).toBe(0o600);
    expect(mode('postgres/server.log')).toBe(0o600);
    const postgres = postgresOf(dataDir);
    await query(dataDir, ADD_ROW);
    first.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    const log = fs.readFileSync(path.join(dataDir, 'postgres/server.log'), 'utf8');
    expect(log.trimEnd()).toMatch(/database system is shut down$/);

    const second = startMatinee({ dataDir });
    expect(await readiness(second)).toEqual(READY);
    expect(await query(dataDir, COUNT_ROWS)).toEqual([{ rows: 1 }]);
    expect(second.printed()).not.toContain('applied migrations');
    const restarted = postgresOf(dataDir);
    // Ctrl-C arrives twice from npm.
    second.kill('SIGINT');
    second.kill('SIGINT');
    expect(await second.ended()).toBe(0);
    await until(() => !isAlive(restarted));
    expect(fs.existsSync(path.join(dataFolder(dataDir), 'postmaster.pid'))).toBe(false);
  });

  test('makes a folder private that an earlier version left readable, and connects without superuser rights', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    fs.chmodSync(dataDir, 0o755);
    fs.chmodSync(path.join(dataDir, 'postgres'), 0o711);
    expect(await readiness(startMatinee({ dataDir }))).toEqual(READY);
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
    const roles = await query(
      dataDir,
      `SELECT DISTINCT usename, rolsuper FROM pg_stat_activity JOIN pg_roles ON rolname = usename
       WHERE datname = 'matinee' AND pid <> pg_backend_pid()`,
    );
    expect(roles).toEqual([{ usename: 'matinee', rolsuper: false }]);
  });

  test('with another server on the same folder shares the database until the last one stops', async () => {
    const dataDir = temporaryFolder();
    const both = [startMatinee({ dataDir }), startMatinee({ dataDir })] as const;
    expect(await Promise.all(both.map(readiness))).toEqual([READY, READY]);
    const postgres = postgresOf(dataDir);
    both[0].kill('SIGTERM');
    expect(await both[0].ended()).toBe(0);
    expect(await readiness(both[1])).toEqual(READY);
    both[1].kill('SIGTERM');
    expect(await both[1].ended()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });
});

test('a stop while the database is being created leaves nothing running and nothing broken', async () => {
  const dataDir = temporaryFolder();
  const matinee = startMatinee({ dataDir });
  await until(() => fs.existsSync(path.join(dataDir, 'postgres/server.log')));
  matinee.kill('SIGTERM');
  await matinee.ended();
  await until(() => !isServed(dataDir));
  expect(await readiness(startMatinee({ dataDir }))).toEqual(READY);
});

describe('after kill -9', () => {
  test('of the server, the next start takes over its database and stops it at the end', async () => {
    const dataDir = temporaryFolder();
    const first = startMatinee({ dataDir });
    await first.ready();
    const postgres = postgresOf(dataDir);
    await query(dataDir, ADD_ROW);
    first.kill('SIGKILL');
    expect(await first.ended()).toBe('SIGKILL');
    expect(isAlive(postgres)).toBe(true);
    const second = startMatinee({ dataDir });
    expect(await readiness(second)).toEqual(READY);
    expect(postgresOf(dataDir)).toBe(postgres);
    expect(await query(dataDir, COUNT_ROWS)).toEqual([{ rows: 1 }]);
    second.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test('of both, the next start recovers, even if the pid file has the pid of another program', async () => {
    const dataDir = temporaryFolder();
    const killBoth = async (matinee: Matinee) => {
      const postgres = postgresOf(dataDir);
      matinee.kill('SIGKILL');
      await killNow(postgres);
      await matinee.ended();
    };
    const first = startMatinee({ dataDir });
    await first.ready();
    await query(dataDir, ADD_ROW);
    await killBoth(first);
    const second = startMatinee({ dataDir });
    expect(await readiness(second)).toEqual(READY);
    expect(await query(dataDir, COUNT_ROWS)).toEqual([{ rows: 1 }]);

    await killBoth(second);
    const file = path.join(dataFolder(dataDir), 'postmaster.pid');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
    const third = startMatinee({ dataDir });
    expect(await readiness(third)).toEqual(READY);
    expect(third.printed()).toContain("postmaster.pid named a process that isn't PostgreSQL");
  });

  test('while the cluster is being created, the next start begins anew and cleans up', async () => {
    const dataDir = temporaryFolder();
    const drafts = () => {
      const folder = path.join(dataDir, 'postgres');
      if (!fs.existsSync(folder)) return [];
      return fs.readdirSync(folder).filter((name) => name.startsWith('draft-'));
    };
    const first = startMatinee({ dataDir });
    await until(() => drafts().length === 2); // The folder, and the file with its password.
    first.kill('SIGKILL');
    await first.ended();
    expect(await readiness(startMatinee({ dataDir }))).toEqual(READY);
    expect(drafts()).toEqual([]);
  });
});
