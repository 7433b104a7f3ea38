// The built server as a separate process, the way `npm start` runs it, also outside of a test.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';

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

/** PostgreSQL's own folder when `folder` is DATA_DIR. */
export const dataFolder = (folder: string): string => path.join(folder, 'postgres/data');

/** Polls a condition; the caller's time limit ends the wait. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A superuser's address of the database when a server runs in `folder`. */
export function databaseUrl(folder: string): string {
  const data = dataFolder(folder);
  const password = fs.readFileSync(path.join(data, 'embedded.password'), 'utf8').trim();
  return `postgresql://postgres:${password}@127.0.0.1:${runningPostmaster(data)?.port}/matinee`;
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

/** Starts a server that the caller ends. */
export function spawnMatinee(options: StartOptions): Matinee {
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
