// An operator's drill: ten broken instances. Each says what is wrong and what to do, with a link into the manual.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_BUT_ARCHIVE, BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase } from '../support/database.ts';
import { json, startFake } from '../support/fakes/http.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { freePort } from '../support/free-port.ts';
import { startTls } from '../support/localhost-tls.ts';
import { anchorsOf, readPage } from '../support/manual.ts';
import type { StartOptions } from '../support/matinee-process.ts';
import { startInstance, type Instance, type Shown } from '../support/operator.ts';
import { startPrivatePostgres } from '../support/private-postgres.ts';
import { install, startMatinee, temporaryFolder } from '../support/process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const HOUR_MS = 3_600_000;

/** Starts an instance with a database of the run. */
async function startBroken(
  environment: Readonly<Record<string, string>>,
  options: Partial<StartOptions> = {},
): Promise<Instance> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  return startInstance({
    dataDir: temporaryFolder(),
    ...options,
    environment: {
      DATABASE_URL: database.url,
      INTERNET_ARCHIVE_URL: nowhere,
      DISABLED_SOURCES: BUILT_IN_SOURCES,
      ...environment,
    },
  });
}

interface Expected {
  readonly status?: string;
  readonly cause: RegExp;
  readonly advice: RegExp;
}

function expectShown(shown: Shown, { status = 'error', cause, advice }: Expected): void {
  expect(shown.status).toBe(status);
  expect(shown.cause).toMatch(cause);
  expect(shown.advice).toMatch(advice);
  expect(shown.manual).toContain(`id="${shown.anchor}"`);
}

/** Starts an instance that gives up: its last lines are the cause with advice, and the section of the manual. */
async function expectStartMessage(options: StartOptions, message: RegExp): Promise<void> {
  const matinee = startMatinee(options);
  expect(await matinee.ended()).toBe(1);
  // The log is in another stream, whose last lines may arrive after the message.
  const lines = matinee
    .printed()
    .split('\n')
    .filter((line) => /^[^{]/.test(line));
  const [cause = '', help = ''] = lines.slice(-2);
  expect(cause).toMatch(message);
  const [, page = '', anchor] = /^See (docs\/\S+\.md)#(\S+)$/.exec(help) ?? [];
  expect(anchorsOf(page)).toContain(anchor);
  const listed = [...readPage(page).matchAll(/^\| `(.+?)` +\|/gm)].map(([, text = '']) => text);
  expect(listed.filter((text) => cause.includes(text))).not.toEqual([]);
}

test('a wrong TMDB key', async () => {
  const tmdb = await startTmdb();
  onTestFinished(() => tmdb.close());
  const broken = await startBroken({
    TMDB_READ_API_KEY: 'a-wrong-key',
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
  });
  expectShown(await broken.check('catalog'), {
    cause: /rejects the key \(status 401\)/,
    advice: /themoviedb\.org to TMDB_READ_API_KEY/,
  });
});

const mounts = (folder: string, size: string): boolean =>
  isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;

test('a full disk', async ({ skip }) => {
  const folder = temporaryFolder();
  if (!mounts(folder, '64m')) skip('no file system can be mounted here');
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  const dataDir = path.join(folder, 'data');
  const broken = await startBroken({}, { dataDir });
  expectShown(await broken.check('disk'), {
    cause: /^A disk is full\. Free for data: \d+ MB of 67 MB/,
    advice: /^Free up space/,
  });
  const { bavail, bsize } = fs.statfsSync(folder);
  fs.writeFileSync(path.join(folder, 'filler'), Buffer.alloc(bavail * bsize - 2 ** 20));
  await expectStartMessage({ dataDir: path.join(folder, 'another') }, /is full\. Free up space/);
});

test('a dead source', async () => {
  const broken = await startBroken({ DISABLED_SOURCES: ALL_BUT_ARCHIVE });
  const shown = await broken.check('source', { subject: 'internet-archive' });
  expectShown(shown, {
    cause: /search in this source failed \(ECONNREFUSED\)/,
    advice: /try again later.*DISABLED_SOURCES/,
  });
  expect(shown.manual).toContain('<code>ECONNREFUSED</code>');
});

test('an untrusted proxy', async () => {
  const broken = await startBroken({});
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  expectShown(await broken.check('trustedProxies', { headers }), {
    cause: /reverse proxy at 127\.0\.0\.1 isn't trusted/,
    advice: /set TRUSTED_PROXIES to 127\.0\.0\.1/,
  });
  expect(broken.printed()).toContain('forwarded address not trusted');
});

test('an expired certificate', async () => {
  const tls = await startTls('expired');
  onTestFinished(tls.close);
  const broken = await startBroken({ PUBLIC_URL: tls.url });
  expectShown(await broken.check('certificate'), {
    cause: /^The certificate of localhost expired [\d,]+ days ago/,
    advice: /^Renew it, then restart the reverse proxy/,
  });
});

test('a database that is gone, at the start and later', { timeout: 240_000 }, async () => {
  const environment = { DATABASE_URL: `postgresql://me:hunter2@127.0.0.1:${await freePort()}/app` };
  const start = expectStartMessage(
    { dataDir: temporaryFolder(), environment },
    /ECONNREFUSED.* Start PostgreSQL, or correct DATABASE_URL\./,
  );
  const postgres = await startPrivatePostgres();
  onTestFinished(() => postgres.stop());
  const broken = await startBroken({ DATABASE_URL: postgres.url });
  await postgres.kill();
  await expect
    .poll(async () => (await fetch(`${broken.url}/readyz`)).json())
    .toMatchObject({
      ready: false,
      database: false,
      reason: expect.stringContaining('database is unavailable'),
    });
  await start;
});

test('a clock that is off', async () => {
  const ahead = await startFake(() => {
    const date = new Date(Date.now() + 3 * HOUR_MS).toUTCString();
    return { ...json({}), headers: { date } };
  });
  onTestFinished(() => ahead.close());
  const broken = await startBroken({ TMDB_READ_API_KEY: TMDB_KEY, TMDB_URL: `${ahead.url}/3` });
  const shown = await broken.check('clock');
  expectShown(shown, {
    cause: /^The clock is wrong.* Difference: 3 hours/,
    advice: /^Set the clock, and turn on time synchronization/,
  });
  expect(shown.manual).toContain('timedatectl set-ntp true');
});

test.skipIf(!isRoot)('folders without rights', async () => {
  const folder = temporaryFolder(0o755);
  const installation = install(folder);
  const [dataDir, films] = [path.join(folder, 'data'), path.join(folder, 'films')];
  fs.mkdirSync(films, { mode: 0o000 });
  fs.mkdirSync(dataDir, { mode: 0o555 });
  const options = { dataDir, installation, uid: NOBODY };
  await expectStartMessage(options, /^Can't write to .*data.* Make it writable for this user/);
  fs.chownSync(dataDir, NOBODY, NOBODY);
  fs.chmodSync(dataDir, 0o700);
  const broken = await startBroken({ MEDIA_FOLDERS: films }, options);
  const shown = await broken.check('library');
  expectShown(shown, {
    cause: /can't read the folder “films” \(EACCES\)/,
    advice: /server's user can read it/,
  });
  expect(shown.manual).toContain('chmod -R o+rX');
});

test('ffmpeg is missing', async () => {
  const broken = await startBroken({ MEDIA_FOLDERS: temporaryFolder(), PATH: '/nowhere' });
  expectShown(await broken.check('ffmpeg'), {
    status: 'warning',
    cause: /^ffmpeg isn't installed/,
    advice: /^Install ffmpeg, or use the Docker image/,
  });
});

test('a port that is taken', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expectStartMessage(
    { dataDir: temporaryFolder(), environment: { PORT: String(port) } },
    new RegExp(`^Port ${port} is already in use\\. Stop the program .* or set PORT`),
  );
});
