import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../../support/database.ts';

export interface BuiltApp {
  readonly url: string;
  /** Its output so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../apps/api/dist/main.js');
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 10_000;

/**
 * The built server in an empty data folder, with a clone of the run's migrated database. A benchmark has none and runs
 * the embedded database, which takes three seconds longer to start.
 */
export async function startBuiltApp(
  env: Readonly<Record<string, string | undefined>>,
): Promise<BuiltApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-e2e-'));
  const database = process.env.TEST_POSTGRES_TEMPLATE ? await createTestDatabase() : undefined;
  const child = spawn(process.execPath, [MAIN], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(dataDir, 'data'),
      LOG_LEVEL: 'warn',
      BACKUPS: 'off',
      DATABASE_URL: database?.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');

  async function stop(): Promise<void> {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) child.kill('SIGTERM');
    const patience = new AbortController();
    const late = delay(STOPPED_WITHIN_MS, 'late', patience).catch(() => 'stopped');
    if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    patience.abort();
    await ended;
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const url = await ready(() => {
      if (child.exitCode !== null) throw new Error(`The server stopped at once:\n${output}`);
      return /ready at (http:\S+)/.exec(output)?.[1];
    });
    return { url, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(findUrl: () => string | undefined): Promise<string> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const url = findUrl();
    if (url !== undefined) return url;
    await delay(50);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s`);
}
