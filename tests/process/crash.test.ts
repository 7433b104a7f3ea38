// kill -9 in the middle of writing: what was answered 200 is there afterwards.
import { listProgress } from '@matinee/shared/contract/progress';
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createTokens } from '../../apps/api/src/services/tokens.ts';
import { withClient } from '../support/database-server.ts';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.ts';
import { startMatinee, temporaryFolder, until, type Matinee } from '../support/process.ts';

const WRITERS = 8;
const CRYPTO_SECRET = randomBytes(32).toString('base64url');

interface Account {
  readonly userId: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function createAccount(url: string): Promise<Account> {
  const userId = randomUUID();
  const sessionId = randomUUID();
  await withClient(url, async (client) => {
    await client.query(
      `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon)
       VALUES ($1, $1, 'movie-web', '#2E65CF', '#7652DD', 'userGroup')`,
      [userId],
    );
    await client.query(
      `INSERT INTO sessions (user_id, id, device, user_agent, expires_at)
       VALUES ($1, $2, 'a.b.c', 'test', now() + interval '1 day')`,
      [userId, sessionId],
    );
  });
  const token = await createTokens([CRYPTO_SECRET]).issue(sessionId, new Date());
  return {
    userId,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}

async function startPostgres(): Promise<PrivatePostgres> {
  const postgres = await startPrivatePostgres({ durable: true });
  onTestFinished(() => postgres.stop());
  return postgres;
}

const start = (postgres: PrivatePostgres): Matinee =>
  startMatinee({
    dataDir: temporaryFolder(),
    environment: { DATABASE_URL: postgres.url, CRYPTO_SECRET, RATE_LIMITS: 'off' },
  });

interface Load {
  /** The titles whose writes were answered 200. */
  readonly kept: ReadonlySet<string>;
  /** How often each other status was answered; 0 stands for no answer. */
  readonly refused: ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
}

/** Writes one new title after another, whatever the answers are, for as long as there are any. */
function writeAlong(url: string, { userId, headers }: Account): Load {
  const kept = new Set<string>();
  const refused = new Map<number, number>();
  let isOver = false;
  let next = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const title = String((next += 1));
      const status = await put(`${url}/users/${userId}/progress/${title}`, headers);
      if (status === 200) kept.add(title);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
      if (status === 0) return;
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(writers);
  };
  onTestFinished(stop);
  return { kept, refused, stop };
}

async function put(url: string, headers: Account['headers']): Promise<number> {
  const meta = { type: 'movie', title: 'Nosferatu', year: 1922 };
  const body = JSON.stringify({ meta, duration: 5640, watched: 60 });
  try {
    const answer = await fetch(url, { method: 'PUT', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** The titles that the account has at the end. */
async function readAll(url: string, { userId, headers }: Account): Promise<ReadonlySet<string>> {
  const answer = await fetch(`${url}/users/${userId}/progress`, { headers });
  expect(answer.status).toBe(200);
  return new Set(listProgress.reply.parse(await answer.json()).map(({ tmdbId }) => tmdbId));
}

const missing = (load: Load, stored: ReadonlySet<string>): readonly string[] =>
  [...load.kept].filter((title) => !stored.has(title));

test('of the server: a new one has every write that was answered', async () => {
  const postgres = await startPostgres();
  const first = start(postgres);
  const url = await first.ready();
  const account = await createAccount(postgres.url);
  const load = writeAlong(url, account);
  await until(() => load.kept.size > 300);
  first.kill('SIGKILL');
  await first.ended();
  await load.stop();

  const stored = await readAll(await start(postgres).ready(), account);
  expect(missing(load, stored)).toEqual([]);
  // What was on its way may be there too, and nothing else.
  expect(stored.size - load.kept.size).toBeLessThanOrEqual(WRITERS);
});

test('of PostgreSQL: the same server goes on, and has every write that was answered', async () => {
  const postgres = await startPostgres();
  const matinee = start(postgres);
  const url = await matinee.ready();
  const account = await createAccount(postgres.url);
  const load = writeAlong(url, account);
  for (let crash = 0; crash < 2; crash += 1) {
    const before = load.kept.size;
    await until(() => load.kept.size > before + 200);
    await postgres.kill();
    const refusals = load.refused.get(503) ?? 0;
    await until(() => (load.refused.get(503) ?? 0) > refusals + 50);
    await postgres.start();
  }
  const before = load.kept.size;
  await until(() => load.kept.size > before + 200);
  await load.stop();

  expect([...load.refused.keys()]).toEqual([503]);
  expect(missing(load, await readAll(url, account))).toEqual([]);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
});

test('of one connection’s process, which makes PostgreSQL drop them all: nothing is lost, either', async () => {
  const postgres = await startPostgres();
  const url = await start(postgres).ready();
  const account = await createAccount(postgres.url);
  const load = writeAlong(url, account);
  await until(() => load.kept.size > 200);
  await withClient(postgres.url, async (client) => {
    client.on('error', () => undefined); // it is dropped with the others
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'matinee' LIMIT 1`,
    );
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  });
  await until(() => (load.refused.get(503) ?? 0) > 0);
  const before = load.kept.size;
  await until(() => load.kept.size > before + 200);
  await load.stop();

  expect([...load.refused.keys()]).toEqual([503]);
  expect(missing(load, await readAll(url, account))).toEqual([]);
});
