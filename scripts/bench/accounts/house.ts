// The built server on a PostgreSQL of its own, as an operator runs it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import {
  startPrivatePostgres,
  type PrivatePostgres,
} from '../../../tests/support/private-postgres.ts';
import type { Target } from './drive.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface House extends Target {
  readonly secret: string;
  readonly postgres: PrivatePostgres;
  /** The owner of the database. */
  readonly owner: pg.Client;
  readonly stop: () => Promise<void>;
}

export async function startHouse(nodeOptions: readonly string[]): Promise<House> {
  const postgres = await startPrivatePostgres({ durable: true });
  const secret = randomBytes(32).toString('base64url');
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, 'apps/api/dist/main.js')], {
    cwd: process.cwd(),
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      CRYPTO_SECRET: secret,
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
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await owner.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  };
  return { url, pid: child.pid ?? 0, postgresPid: postgres.pid(), secret, postgres, owner, stop };
}
