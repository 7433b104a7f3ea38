// Errors that keep the built server from starting, and their messages.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { withClient } from '../support/database-server.ts';
import { dataFolder, until } from '../support/matinee-process.ts';
import { freePort } from '../support/free-port.ts';
import { install, startMatinee, temporaryFolder } from '../support/process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A port that is in use during the test. */
async function takenPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

/** Starts the server, which should fail: its exit code and the end of its output. */
async function failure(...args: Parameters<typeof startMatinee>) {
  const matinee = startMatinee(...args);
  const code = await matinee.ended();
  return { code, output: matinee.printed() };
}

test('a port in use is reported, and no database is left running', async () => {
  const dataDir = temporaryFolder();
  const port = await takenPort();
  const { code, output } = await failure({ dataDir, environment: { PORT: String(port) } });
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} is already in use`);
  expect(output).not.toMatch(/\n\s+at /); // One sentence, without a stack trace.
  expect(runningPostmaster(dataFolder(dataDir))).toBeUndefined();
});

describe('a DATA_DIR', () => {
  test('that is not writable is reported', async () => {
    const folder = temporaryFolder(0o755);
    const installation = isRoot ? install(folder) : undefined;
    const dataDir = path.join(folder, 'data');
    fs.mkdirSync(dataDir, { mode: 0o555 });
    const { code, output } = await failure({
      dataDir,
      ...(installation ? { installation, uid: NOBODY } : {}),
    });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`Can.t write to ${dataDir}`));
    expect(output).not.toMatch(/\n\s+at /);
  });

  test.skipIf(!isRoot)('with another user’s secrets is reported, with advice', async () => {
    const folder = temporaryFolder(0o755);
    const dataDir = path.join(folder, 'data');
    const secrets = path.join(dataDir, 'secrets');
    fs.mkdirSync(secrets, { recursive: true, mode: 0o755 });
    fs.writeFileSync(path.join(secrets, 'crypto-secret'), 's'.repeat(40), { mode: 0o600 });
    fs.chownSync(dataDir, NOBODY, NOBODY);
    const { code, output } = await failure({ dataDir, installation: install(folder), uid: NOBODY });
    expect(code).toBe(1);
    expect(output).toContain(`chown -R ${NOBODY} ${secrets}`);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test.skipIf(process.platform !== 'linux')(
    'in which nothing can be created is reported',
    async () => {
      const { code, output } = await failure({ dataDir: '/proc/matinee/data' });
      expect(code).toBe(1);
      expect(output).toContain('write to /proc/matinee');
    },
  );

  test('that is a file is reported', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    fs.writeFileSync(dataDir, '');
    const { code, output } = await failure({ dataDir });
    expect(code).toBe(1);
    expect(output).toContain(dataDir);
  });

  test.skipIf(!isRoot)('of another OS user is refused', async () => {
    const folder = temporaryFolder(0o755);
    const installation = install(folder);
    const dataDir = path.join(folder, 'data');
    fs.mkdirSync(path.join(dataDir, 'postgres/data'), { recursive: true });
    for (const own of [dataDir, path.join(dataDir, 'postgres')]) fs.chownSync(own, NOBODY, NOBODY);
    const { code, output } = await failure({ dataDir, installation, uid: NOBODY });
    expect(code).toBe(1);
    expect(output).toContain('belongs to another user (uid 0)');
  });
});

describe.skipIf(!isRoot)('the OS user (needs root)', () => {
  const ownerOf = (pid: number) => fs.statSync(`/proc/${pid}`).uid;

  test('root starts PostgreSQL as another user, also from a folder that only root may enter', async () => {
    const dataDir = temporaryFolder(0o700);
    const matinee = startMatinee({ dataDir });
    await matinee.ready();
    const postgres = runningPostmaster(dataFolder(dataDir))?.pid ?? 0;
    expect(ownerOf(postgres)).not.toBe(0);
    matinee.kill('SIGTERM');
    expect(await matinee.ended()).toBe(0);
  });

  test('another user starts everything as itself, and root may take over the folder', async () => {
    const folder = temporaryFolder(0o755);
    const installation = install(folder);
    fs.chownSync(folder, NOBODY, NOBODY);
    const first = startMatinee({ dataDir: folder, installation, uid: NOBODY });
    expect((await fetch(`${await first.ready()}/readyz`)).status).toBe(200);
    expect(ownerOf(runningPostmaster(dataFolder(folder))?.pid ?? 0)).toBe(NOBODY);
    first.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
    const second = startMatinee({ dataDir: folder, installation });
    expect((await fetch(`${await second.ready()}/readyz`)).status).toBe(200);
    expect(ownerOf(runningPostmaster(dataFolder(folder))?.pid ?? 0)).toBe(NOBODY);
    second.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
  });
});

test('a failing migration stops the start and changes nothing; fixed, it succeeds', async () => {
  const folder = temporaryFolder();
  const installation = install(folder);
  const url = await emptyDatabase();
  const options = { dataDir: folder, installation, environment: { DATABASE_URL: url } };
  const tables = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        String.raw`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = 'public' AND table_name NOT LIKE '\_%' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    });
  const good = startMatinee(options);
  await good.ready();
  good.kill('SIGTERM');
  await good.ended();
  const before = await tables();

  const file = path.join(installation.migrations, '20990101000000_bad/migration.sql');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, 'CREATE TABLE half (id int); DROP TABLE users; SELECT nothing;');
  const { code, output } = await failure(options);
  expect(code).toBe(1);
  expect(output).toContain('Migration 20990101000000_bad failed and was rolled back');
  expect(await tables()).toEqual(before);

  fs.writeFileSync(file, 'CREATE TABLE whole (id int)');
  await startMatinee(options).ready();
  expect(await tables()).toEqual([...before, 'whole'].toSorted());
});

describe('a DATABASE_URL', () => {
  const environment = (DATABASE_URL: string) => ({ DATABASE_URL });

  test('with a wrong password is refused at once, without printing it', async () => {
    const url = new URL(await emptyDatabase());
    url.password = 'hunter2';
    const { code, output } = await failure({
      dataDir: temporaryFolder(),
      environment: environment(url.toString()),
    });
    expect(code).toBe(1);
    expect(output).toContain('password authentication failed');
    expect(output).toContain('Check DATABASE_URL');
    expect(output).not.toContain('hunter2');
  });

  test('that is unreachable is retried, and a signal ends the wait', async () => {
    const nowhere = await freePort();
    const matinee = startMatinee({
      dataDir: temporaryFolder(),
      environment: environment(`postgresql://me:hunter2@127.0.0.1:${nowhere}/app`),
    });
    await until(() => matinee.printed().includes('Waiting for it'));
    expect(matinee.printed()).toContain(`127.0.0.1:${nowhere}/app`);
    expect(matinee.printed()).not.toContain('hunter2');
    matinee.kill('SIGTERM');
    expect(await matinee.ended()).toBe(0);
  });

  test('may come from a file, and starts no embedded database', async () => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, 'url');
    fs.writeFileSync(file, `${await emptyDatabase()}\n`);
    const matinee = startMatinee({ dataDir, environment: { DATABASE_URL_FILE: file } });
    expect((await fetch(`${await matinee.ready()}/readyz`)).status).toBe(200);
    expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });
});

/** An address of this machine on which the server does not listen. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return /^v(1\d|2[0-3])\./.test(stdout ?? '');
});

test.skipIf(!oldNode)('an old Node version is told the required one, and nothing else', () => {
  const main = path.resolve(import.meta.dirname, '../../apps/api/dist/main.js');
  const { status, stderr, stdout } = spawnSync(oldNode ?? '', [main], {
    encoding: 'utf8',
    env: {},
  });
  expect(stderr).toMatch(/^Matinee needs Node 24 or later. This is Node [\d.]+. .*\n$/);
  expect([status, stdout]).toEqual([1, '']);
});

test('the sources load without a build, as `npm run dev` runs them', () => {
  const main = path.resolve(import.meta.dirname, '../../apps/api/src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, '--check=none'], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
