// The links that a start and `npm run invite` print.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../apps/api/dist/invite.js');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(dataDir: string, args: readonly string[], environment = {}): Promise<Ended> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      REGISTRATION: 'invite',
      PUBLIC_URL: 'https://films.test',
      ...environment,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Another database than the server's own, which takes seconds to start. */
async function external(): Promise<{ readonly DATABASE_URL: string }> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.url };
}

const LINK = /https?:\S+\/register\?invite=([\dA-Z-]{19})/;
const codeIn = (text: string): string | undefined => LINK.exec(text)?.[1];

test('with its own database every start without an account prints the same link, and so does the command', async () => {
  const dataDir = temporaryFolder();
  const environment = { REGISTRATION: 'invite' };
  const first = startMatinee({ dataDir, environment });
  await first.ready();
  await expect.poll(() => codeIn(first.printed())).toBeDefined();
  const code = codeIn(first.printed());

  // Runs beside the server, whose database continues.
  const beside = await run(dataDir, []);
  expect([beside.code, codeIn(beside.out)]).toEqual([0, code]);
  expect(beside.err).toContain('There is no account yet');
  const { status } = await fetch(`${await first.ready()}/readyz`);
  expect(status).toBe(200);
  first.kill('SIGTERM');
  expect(await first.ended()).toBe(0);

  // Starts the database itself when no server runs.
  expect(codeIn((await run(dataDir, ['--uses', '5'])).out)).toBe(code);
  const second = startMatinee({ dataDir, environment });
  await second.ready();
  await expect.poll(() => codeIn(second.printed())).toBe(code);
});

test('a start with open registration prints no link', async () => {
  const environment = await external();
  const matinee = startMatinee({ dataDir: temporaryFolder(), environment });
  await matinee.ready();
  expect(codeIn(matinee.printed())).toBeUndefined();
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
});

test('invitations are created, listed and revoked', async () => {
  const dataDir = temporaryFolder();
  const database = await external();
  const runHere = (...args: readonly string[]) => run(dataDir, args, database);
  const open = { ...database, REGISTRATION: 'open' };
  const made = await run(dataDir, ['--uses', '5', '--days', '30'], open);
  expect(made.err).toContain('Registration is open');
  const code = codeIn(made.out);
  expect(made.out).toBe(`https://films.test/register?invite=${code}\n`);
  expect((await runHere('--list')).out).toMatch(new RegExp(`^${code} +5 left +until `));
  expect((await runHere('--revoke', `${code}`)).code).toBe(0);
  expect((await runHere('--list')).out).toBe('No invitations.\n');
  const again = await runHere('--revoke', `${code}`);
  expect([again.code, again.err]).toEqual([
    1,
    `There is no invitation ${code}. --list shows all.\n`,
  ]);
});

test('failures are reported in one sentence', async () => {
  const dataDir = temporaryFolder();
  const refused = await Promise.all([
    run(dataDir, ['--uses', 'five']),
    run(dataDir, [], { REGISTRATION: 'sometimes' }),
    run(dataDir, [], { DATABASE_URL: 'nonsense' }),
  ]);
  expect(refused.map(({ code, out }) => [code, out])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
  ]);
  expect(refused.map(({ err }) => err.trim())).toEqual([
    '--uses must be a whole number from 1 to 1000. It is "five".',
    expect.stringContaining('REGISTRATION must be open, invite or closed.'),
    expect.stringContaining('DATABASE_URL must be'),
  ]);
});
