// Clients that write without a pause to a server in its own process, while it or its database fails. Also outside of a
// test.
import { listProgress } from '@matinee/shared/contract/progress';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSessionTokens } from '../../apps/api/src/accounts/accounts.ts';
import { withClient } from './database-server.ts';

export const WRITERS = 8;
/** A refused client waits. Without that, eight of them fill a core. */
const PAUSE_MS = 50;

export interface Account {
  readonly userId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Straight into the database, for a server with this secret. */
export async function createAccount(url: string, secret: string): Promise<Account> {
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
  const token = await createSessionTokens([secret]).issue(sessionId, new Date());
  return {
    userId,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}

export interface Load {
  /** The titles with writes that got a 200. */
  readonly kept: ReadonlySet<string>;
  /** Counts of each other status; 0 is no response. */
  readonly refused: ReadonlyMap<number, number>;
  /** The number of these responses without a time to retry. */
  readonly unannounced: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Writes one new title after another, whatever the responses are, until there are none, or longer with `reconnects`.
 * A test that fails ends its server, and with it the writes.
 */
export function startWrites(
  url: string,
  { userId, headers }: Account,
  { reconnects = false } = {},
): Load {
  const kept = new Set<string>();
  const refused = new Map<number, number>();
  let unannounced = 0;
  let isOver = false;
  let next = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const title = String((next += 1));
      const { status, retryAfter } = await put(`${url}/users/${userId}/progress/${title}`, headers);
      if (status === 200) {
        kept.add(title);
        continue;
      }
      refused.set(status, (refused.get(status) ?? 0) + 1);
      if (!/^[1-9]\d*$/.test(retryAfter)) unannounced += 1;
      if (status === 0 && !reconnects) return;
      await pause(PAUSE_MS);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(writers);
  };
  return { kept, refused, unannounced: () => unannounced, stop };
}

interface Result {
  readonly status: number;
  readonly retryAfter: string;
}

async function put(url: string, headers: Account['headers']): Promise<Result> {
  const meta = { type: 'movie', title: 'Nosferatu', year: 1922 };
  const body = JSON.stringify({ meta, duration: 5640, watched: 60 });
  try {
    const response = await fetch(url, { method: 'PUT', headers, body });
    await response.arrayBuffer();
    return { status: response.status, retryAfter: response.headers.get('retry-after') ?? '' };
  } catch {
    return { status: 0, retryAfter: '' };
  }
}

/** The account's titles at the end. */
export async function readAll(
  url: string,
  { userId, headers }: Account,
): Promise<ReadonlySet<string>> {
  const response = await fetch(`${url}/users/${userId}/progress`, { headers });
  if (!response.ok) throw new Error(`the progress cannot be read: ${response.status}`);
  return new Set(listProgress.reply.parse(await response.json()).map(({ tmdbId }) => tmdbId));
}

export const missing = (load: Load, stored: ReadonlySet<string>): readonly string[] =>
  [...load.kept].filter((title) => !stored.has(title));
