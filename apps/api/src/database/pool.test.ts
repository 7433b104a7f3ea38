import net from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** Forwards to the database. Holds back responses, starting with that to `SET`, until they are released. */
async function slowToSet() {
  const { port, hostname } = new URL(database.url);
  const settings = Promise.withResolvers<void>();
  const sockets = new Set<net.Socket>();
  let isHeld = false;
  let handOn = (): void => undefined;
  const way = net.createServer((from) => {
    const to = net.connect(Number(port), hostname);
    sockets.add(from).add(to);
    from.on('data', (bytes) => {
      if (isHeld && bytes.includes('statement_timeout')) {
        to.pause();
        handOn = () => void to.resume();
        settings.resolve();
      }
      to.write(bytes);
    });
    to.pipe(from);
    for (const socket of [from, to]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const address = way.address();
  const url = new URL(database.url);
  url.port = String(typeof address === 'object' ? address?.port : undefined);
  return {
    url: url.toString(),
    hold: () => void (isHeld = true),
    isSetting: settings.promise,
    handOn: () => {
      isHeld = false;
      handOn();
    },
    close: () => {
      way.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('a caller that gives up leaves no connection behind that is still being opened', async () => {
  const way = await slowToSet();
  const { pool } = createPool(
    () => way.url,
    () => undefined,
    { max: 1, connectTimeoutMs: 3_000 },
  );
  try {
    const first = await pool.connect();
    way.hold();
    const waiting = pool.connect();
    first.release(true);
    await way.isSetting;
    await expect(waiting).rejects.toThrow('timeout exceeded');
    way.handOn();
    await vi.waitFor(() => expect(pool.idleCount).toBe(1));
    const next = await pool.connect();
    const { rows } = await next.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    next.release();
  } finally {
    await pool.end();
    way.close();
  }
});

test('a connection that is being opened is not used either when the database goes down', async () => {
  const way = await slowToSet();
  const { pool, dropConnections } = createPool(
    () => way.url,
    () => undefined,
  );
  try {
    way.hold();
    const waiting = pool.connect();
    await way.isSetting;
    dropConnections();
    await expect(waiting).rejects.toThrow('Connection terminated');
    expect(pool.totalCount).toBe(0);
  } finally {
    await pool.end();
    way.close();
  }
});
