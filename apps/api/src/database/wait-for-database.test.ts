import net from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../tests/support/database.ts';
import { freePort } from '../../../../tests/support/free-port.ts';
import { waitForDatabase } from './wait-for-database.ts';

let database: TestDatabase;
let messages: string[];
const log = (message: string) => void messages.push(message);

beforeEach(async () => {
  messages = [];
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.toString();
};

test('a database that is up is reached without a log line', async () => {
  await waitForDatabase({ url: database.url, log });
  expect(messages).toEqual([]);
});

test('a wrong password is reported at once, without a retry', async () => {
  const url = changed((it) => (it.password = 'hunter2'));
  const failure: unknown = await waitForDatabase({ url, log }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure)).toMatch(/password authentication failed.*Check DATABASE_URL/s);
  expect(String(failure)).not.toContain('hunter2');
});

test('a database that does not exist is reported at once', async () => {
  const url = changed((it) => (it.pathname = '/nowhere'));
  await expect(waitForDatabase({ url, log })).rejects.toThrow('database "nowhere" does not exist');
});

/** A port that rejects connections until open() forwards it to the real server. */
async function closedDoor() {
  const target = new URL(database.url);
  const door = net.createServer((from) => {
    const to = net.connect(Number(target.port), target.hostname);
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  });
  const port = await freePort();
  return {
    url: changed((it) => (it.port = String(port))),
    open: () => new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve)),
    close: () => new Promise<void>((resolve) => door.close(() => resolve())),
  };
}

test('a database that is still starting is waited for, and the wait is logged once', async () => {
  const door = await closedDoor();
  const waiting = waitForDatabase({ url: door.url, log });
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]).toMatch(/ECONNREFUSED.*Waiting for it\. Start PostgreSQL/);
  await door.open();
  await waiting;
  expect(messages).toHaveLength(1);
  await door.close();
});

test('waiting for a database that never starts ends with a clear message', async () => {
  const door = await closedDoor();
  await expect(waitForDatabase({ url: door.url, log, waitMs: 20 })).rejects.toThrow(
    /can.t be used: .*ECONNREFUSED.*Gave up.*correct DATABASE_URL/,
  );
});

test('the wait ends when the process is stopped', async () => {
  const door = await closedDoor();
  const stop = new AbortController();
  const waiting = waitForDatabase({ url: door.url, log, signal: stop.signal });
  await expect.poll(() => messages).toHaveLength(1);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
