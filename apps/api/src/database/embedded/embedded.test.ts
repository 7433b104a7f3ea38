import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '../../../../../tests/support/database-server.ts';
import { ensureDatabase, startEmbedded } from './embedded.ts';
import type { EmbeddedServer } from './embedded.ts';
import { isAlive } from './postmaster.ts';

let root: string;
let messages: string[];
let lost: string[];
const running = new Set<EmbeddedServer>();

beforeEach(() => {
  // Mode 700: if the tests run as root, the server's OS user can't enter the folder.
  root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-')), 'postgres');
  messages = [];
  lost = [];
});

afterEach(async () => {
  await Promise.allSettled([...running].map((server) => server.stop()));
  running.clear();
  fs.rmSync(path.dirname(root), { recursive: true });
});

const start = async () => {
  const server = await startEmbedded({
    root,
    durable: false,
    log: (message) => messages.push(message),
    onLost: (how) => lost.push(how),
  });
  running.add(server);
  return server;
};

const request = <R extends object>(server: EmbeddedServer, sql: string) =>
  withClient(server.url('postgres'), async (client) => (await client.query<R>(sql)).rows);

const kill = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
};

describe('an embedded server', () => {
  test('starts in an empty folder, listens on this machine only and requires its password', async () => {
    const server = await start();
    const rows = await request(
      server,
      `SELECT current_setting('listen_addresses') AS at, current_setting('server_encoding') AS encoding,
        current_setting('TimeZone') AS zone`,
    );
    expect(rows).toEqual([{ at: '127.0.0.1', encoding: 'UTF8', zone: 'UTC' }]);
    const url = new URL(server.url('postgres'));
    url.password = 'guess';
    const otherUser = new pg.Client({ connectionString: url.toString() });
    await expect(otherUser.connect()).rejects.toThrow('password authentication failed');
  });

  test('keeps its rows over a restart and leaves no process running', async () => {
    const first = await start();
    await request(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(lost).toEqual([]);
    expect(await request(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('is shared by two processes that start at the same time, and stopped by the last one', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.pid).toBe(two.pid);
    await one.stop();
    expect(await request(two, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await two.stop();
    expect(isAlive(two.pid)).toBe(false);
    expect(lost).toEqual([]);
  });

  test('is stopped once when all its users leave at the same time', async () => {
    const all = await Promise.all([start(), start(), start()]);
    await Promise.all(all.map((server) => server.stop()));
    expect(all.some(({ pid }) => isAlive(pid))).toBe(false);
  });

  test('starts again for a process that comes while the last one leaves', async () => {
    const first = await start();
    const [, second] = await Promise.all([first.stop(), start()]);
    expect(await request(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(lost).toEqual([]);
  });

  test('creates a database once, for simultaneous callers too', async () => {
    const server = await start();
    const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(server, 'matinee')));
    expect(new Set(urls)).toEqual(new Set([server.url('matinee')]));
    await withClient(server.url('matinee'), (client) => client.query('SELECT 1'));
  });
});

describe('a server that crashes', () => {
  test('is reported, and the next start recovers the written rows', async () => {
    const first = await start();
    await request(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await request(first, 'CHECKPOINT'); // these servers don't write immediately
    await kill(first.pid);
    await expect.poll(() => lost).toHaveLength(1);
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await request(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('is not reported when only one of its sessions was killed', async () => {
    const server = await start();
    const [row] = await request<{ pid: number }>(
      server,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'matinee (member)'`,
    );
    await kill(row?.pid ?? 0);
    const response = () => request(server, 'SELECT 1 AS one').catch(() => 'recovering');
    await expect.poll(response).toEqual([{ one: 1 }]);
    // The server stops, because the lease was acquired again.
    const members = () =>
      request(server, `SELECT FROM pg_stat_activity WHERE application_name = 'matinee (member)'`);
    await expect.poll(members).toHaveLength(1);
    expect(lost).toEqual([]);
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  });
});

/** Starts the folder's server, and throws when its input ends. */
const CRASHING_STARTER = `
  import { startEmbedded } from '${path.join(import.meta.dirname, 'embedded.ts')}';
  const ignore = () => undefined;
  const [, root] = process.argv;
  const { pid } = await startEmbedded({ root, durable: false, log: ignore, onLost: ignore });
  process.stdin.on('end', () => { throw new Error('crash'); }).resume();
  console.log(pid);
`;

test('a server whose starter crashes is reported to the others, which can start it again', async () => {
  const node = ['--input-type=module', '--eval', CRASHING_STARTER, root];
  const starter = spawn(process.execPath, node, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(starter, 'exit');
  const [printed]: unknown[] = await once(starter.stdout, 'data');
  const { pid } = await start();
  expect(pid).toBe(Number(printed));
  starter.stdin.end();
  expect(await ended).toEqual([1, null]);
  await expect.poll(() => lost).toHaveLength(1);
  expect(await request(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

describe('leftover files in the folder', () => {
  test('drafts of killed processes are removed, and those of live processes are kept', async () => {
    const child = spawn('true');
    await new Promise((resolve) => child.on('exit', resolve));
    const dead = path.join(root, `draft-${child.pid}-00000000`);
    const living = path.join(root, `draft-${process.ppid}-00000000`);
    fs.mkdirSync(dead, { recursive: true });
    fs.mkdirSync(living);
    await start();
    expect(fs.existsSync(dead)).toBe(false);
    expect(fs.existsSync(living)).toBe(true);
    expect(fs.readdirSync(root).filter((name) => name.endsWith('.password'))).toEqual([]);
  });

  test('a cluster of another major version is refused with advice', async () => {
    await (await start()).stop();
    fs.writeFileSync(path.join(root, 'data/PG_VERSION'), '16\n');
    await expect(start()).rejects.toThrow(
      /was written by PostgreSQL 16, and this is PostgreSQL 17/,
    );
  });

  test('a pid file with the pid of another program does not prevent the start', async () => {
    await (await start()).stop();
    const file = path.join(root, 'data/postmaster.pid');
    fs.writeFileSync(
      file,
      `${process.ppid}\n${root}/data\n1\n5999\n\n127.0.0.1\n  1234567         9\nready   \n`,
    );
    const server = await start();
    expect(await request(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(messages).toContain("postmaster.pid named a process that isn't PostgreSQL");
  });

  test('a broken configuration is reported in PostgreSQL’s words', async () => {
    await (await start()).stop();
    fs.appendFileSync(path.join(root, 'data/postgresql.conf'), '\nno_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/didn't start .*no_such_setting/s);
  });
});
