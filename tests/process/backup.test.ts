// `npm run backup` and `npm run restore`, with the server's own database.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMatinee, temporaryFolder } from '../support/process.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../apps/api/dist/backup.js');

async function run(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  const ended = promisify(execFile)(process.execPath, [COMMAND, ...args], { cwd: dataDir, env });
  const { stdout, stderr } = await ended.catch((error: unknown) => {
    if (error instanceof Error && 'stderr' in error) return { stdout: '', stderr: error.stderr };
    throw error;
  });
  return `${stdout}${String(stderr)}`;
}

/** The link that creates the owner's account; its code is stored in the database. */
const invitation = (printed: string): string | undefined =>
  /invite=([\dA-Z-]{19})/.exec(printed)?.[1];

test('a backup of a running server brings its data and secrets to a new machine', async () => {
  const old = temporaryFolder();
  const environment = { REGISTRATION: 'invite' };
  const first = startMatinee({ dataDir: old, environment });
  await first.ready();
  await expect.poll(() => invitation(first.printed())).toBeDefined();
  const printed = await run(old);
  const [file = ''] = /\/\S+\/matinee-manual-\w+\.tar/.exec(printed) ?? [];
  expect(printed).toContain('restored them to a scratch schema to check');
  expect(await run(old, '--list')).toContain(file);
  expect(await run(old, '--nightly')).toMatch(/\/matinee-nightly-\w+\.tar$/m);
  expect(await run(old, 'restore', file, '--yes')).toContain('Stop it, then restore');
  expect(await run(old, 'restore', file)).toContain('Add --yes');
  first.kill('SIGTERM');
  expect(await first.ended()).toBe(0);

  const fresh = temporaryFolder();
  expect(await run(fresh, 'restore', file, '--yes')).toContain('Restored the backup of');
  const secret = 'secrets/crypto-secret';
  expect(fs.readFileSync(path.join(fresh, secret))).toEqual(
    fs.readFileSync(path.join(old, secret)),
  );
  const second = startMatinee({ dataDir: fresh, environment });
  await second.ready();
  await expect.poll(() => invitation(second.printed())).toBe(invitation(first.printed()));
  second.kill('SIGTERM');
  expect(await second.ended()).toBe(0);
});

test('wrong commands say what to do', async () => {
  const dataDir = temporaryFolder();
  expect(await run(dataDir, 'restore')).toContain('Name the file to restore');
  expect(await run(dataDir, '--all')).toContain('--help');
  expect(await run(dataDir, '--list')).toBe('No backups.\n');
  const missing = await run(dataDir, 'restore', 'none.tar', '--yes');
  expect(missing).toContain("Can't read the backup none.tar.");
});
