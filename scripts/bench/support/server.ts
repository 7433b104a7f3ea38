/** Runs the built server with its own PostgreSQL, like an operator. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startPrivatePostgres } from '../../../tests/support/private-postgres.ts';
import { START_FLAGS } from '../../../tests/support/start-flags.ts';

const MAIN = resolve(import.meta.dirname, '../../../apps/api/dist/main.js');

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly postgresPid: number;
  /** Signs sessions. */
  readonly secret: string;
  readonly database: pg.Client;
  readonly stop: () => Promise<void>;
}

/** Passes command-line arguments such as `--cpu-prof` to the server's Node. */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const postgres = await startPrivatePostgres({ durable: true });
  const secret = randomBytes(32).toString('base64url');
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  const nodeOptions = process.argv.slice(2).filter((option) => option.startsWith('--'));
  const child = spawn(process.execPath, [...START_FLAGS, ...nodeOptions, MAIN], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      BACKUPS: 'off',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      CRYPTO_SECRET: secret,
      ...env,
    },
  });
  let printed = '';
  const url = await new Promise<string>((found, failed) => {
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /ready at (http:\S+)/.exec(printed) ?? [];
      if (address) found(address);
    });
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
  });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await database.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  };
  return { url, pid: child.pid ?? 0, postgresPid: postgres.pid(), secret, database, stop };
}
