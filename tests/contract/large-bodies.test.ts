// Requests with large, slow or interrupted bodies do not delay other requests.
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withClient } from '../support/database-server.ts';
import { movie, signedIn } from '../support/library.ts';

const MEBIBYTE = 1024 * 1024;

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  account = await createTestAccount(server);
});
afterAll(() => server.close());

const accounts = (count: number): Promise<readonly TestAccount[]> =>
  Promise.all(Array.from({ length: count }, () => createTestAccount(server)));

interface Begun extends TestAccount {
  /** Undefined: chunked, with an unknown length. */
  readonly length?: number;
}

/** Starts an import, and sends all of its `bytes` except the last one. */
function begin(bytes: number, { userId, headers: own, length }: Begun): ClientRequest {
  const headers = {
    ...own,
    'content-type': 'application/json',
    ...(length === undefined
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(length) }),
  };
  const url = `${server.url}/users/${userId}/progress/import`;
  const begun = request(url, { method: 'PUT', headers, agent: false });
  begun.on('error', () => undefined);
  begun.write(`[${' '.repeat(Math.max(0, bytes - 2))}`);
  return begun;
}

const responded = (begun: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve) =>
    begun.once('response', (response) => resolve(response.resume().statusCode)),
  );

/** Sends a complete request, or a part of one, and leaves the connection open. */
async function open(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const get = (path: string, { headers }: TestAccount): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n\r\n`;

/** Another account reads, writes, deletes and imports. */
async function expectOthersServed(): Promise<void> {
  const me = signedIn(server, await createTestAccount(server));
  const library = Array.from({ length: 1_000 }, (_, id) => movie(`${id}`));
  await me.get('').expect(200);
  await me.put('/progress/1', movie('1')).expect(200);
  await me.delete('/bookmarks/1').expect(200);
  await me.put('/progress/import', library).expect(200);
}

test('aborted requests without a body delay no others', async () => {
  const path = `/users/${account.userId}/bookmarks`;
  for (let count = 0; count < 20; count += 1) (await open(get(path, account))).destroy();
  await expectOthersServed();
});

test('bodies that never end delay no others', async () => {
  const begun = (await accounts(12)).flatMap((one) => [
    begin(1, one),
    begin(100 * 1024, one),
    begin(MEBIBYTE, { ...one, length: MEBIBYTE }),
  ]);
  const statuses = Promise.all(begun.map(responded));
  await expectOthersServed();
  for (const one of begun) one.end(']');
  expect(new Set(await statuses)).toEqual(new Set([200]));
});

test('a response that is not read delays no others', async () => {
  const me = signedIn(server, account);
  await me.put(
    '/progress/import',
    Array.from({ length: 20_000 }, (_, id) => movie(`${id}`)),
  );
  const sockets = [];
  for (let count = 0; count < 8; count += 1) {
    const socket = await open(get(`/users/${account.userId}/progress`, account));
    socket.pause();
    sockets.push(socket);
  }
  await expectOthersServed();
  for (const socket of sockets) socket.destroy();
});

test('past the memory limit for incoming bodies, the oldest is dropped, and the newest is accepted', async () => {
  const slow = await accounts(12);
  const begun = slow.map((one) => begin(4 * MEBIBYTE, one));
  expect(await Promise.race(begun.map(responded))).toBe(503);
  await expectOthersServed();
  for (const one of begun) one.destroy();
});

test('an account has a share of that memory', async () => {
  const begun = Array.from({ length: 5 }, () => begin(4 * MEBIBYTE, account));
  expect(await Promise.race(begun.map(responded))).toBe(429);
  await expectOthersServed();
  for (const one of begun) one.destroy();
  await signedIn(server, account)
    .put('/progress/import', [movie('1')])
    .expect(200);
});

test('complete libraries of many accounts are all accepted, one after the other', async () => {
  const library = Array.from({ length: 3_000 }, (_, id) => movie(`${id}`));
  const responses = await Promise.all(
    (await accounts(8)).map((one) => signedIn(server, one).put('/progress/import', library)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});

test('a request that is refused or fails releases its slot', async () => {
  const faulty = `[${' '.repeat(MEBIBYTE)}{]`;
  const send = (body: string, path = '/progress/import') =>
    fetch(`${server.url}/users/${account.userId}${path}`, {
      method: 'PUT',
      headers: { ...account.headers, 'content-type': 'application/json' },
      body,
    });
  for (let count = 0; count < 5; count += 1) {
    expect((await send(faulty)).status).toBe(400);
    expect((await send(`[${' '.repeat(MEBIBYTE)}{}]`)).status).toBe(400);
    expect((await send(`${' '.repeat(100_000)}{}`, '/nothing')).status).toBe(404);
  }
  await signedIn(server, account)
    .put('/progress/import', [movie('1', { meta: { ...movie('1').meta, title: 'x'.repeat(400) } })])
    .expect(200);
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test.each([
  ['with a length', { length: 20 * MEBIBYTE }],
  ['in chunks', {}],
])('a body far over the limit, %s, gets a readable response', async (_, length) => {
  const begun = begin(20 * MEBIBYTE, { ...account, ...length });
  const status = responded(begun);
  begun.end(']');
  expect(await status).toBe(413);
});

test('a refused body that still arrives leaves its connection usable', async () => {
  const { userId, headers } = account;
  const rest = ' '.repeat(3 * MEBIBYTE);
  const socket = await open(
    `PUT /users/${userId}/progress/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Authorization: ${headers.authorization}\r\nContent-Length: ${rest.length}\r\n\r\n${rest}` +
      get('/users/@me', account),
  );
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('"session"')) break;
  }
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('past the memory limit for unread responses, the oldest is cut off, and the newest is sent', async () => {
  const meta = {
    title: 'x'.repeat(500),
    year: null,
    poster: 'y'.repeat(1_000),
    type: 'movie',
  } as const;
  const library = JSON.stringify(
    Array.from({ length: 4_500 }, (_, id) => movie(`${id}`, { meta })),
  );
  const responses: IncomingMessage[] = [];
  for (const { userId, headers } of await accounts(8)) {
    const sent = request(`${server.url}/users/${userId}/progress/import`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      agent: false,
    });
    sent.on('error', () => undefined);
    const response = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
    sent.end(library);
    responses.push(await response);
  }
  const isComplete = async (response: IncomingMessage): Promise<boolean> => {
    response.on('error', () => undefined).resume();
    await new Promise((resolve) => response.once('close', resolve));
    return response.complete;
  };
  const [oldest, ...others] = responses;
  const newest = others.at(-1);
  if (!oldest || !newest) throw new Error('nothing was sent');
  expect(await isComplete(oldest)).toBe(false);
  expect(await isComplete(newest)).toBe(true);
  for (const response of others) response.destroy();
});

test('many simultaneous writes of one account delay no others', async () => {
  const { userId } = account;
  const me = signedIn(server, account);
  const change = { type: 'deleteProgress', tmdbId: '1', updatedAt: '2025-01-01T00:00:00Z' };
  const writes = await withClient(server.deps.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const waiting = Promise.all(Array.from({ length: 40 }, () => me.put('/changes', [change])));
    await expectOthersServed();
    await client.query('COMMIT');
    return waiting;
  });
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([200]));
});

test('writes aborted at any time hold no slot', async () => {
  const { hostname, port } = new URL(server.url);
  const drop = async (index: number): Promise<void> => {
    const isLarge = index % 4 === 0;
    const body = JSON.stringify([movie(String(index))]).padEnd(isLarge ? 100_000 : 0);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `PUT /users/${account.userId}/progress/import HTTP/1.1\r\nhost: a\r\n` +
        `authorization: ${account.headers.authorization}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    for (let turn = 0; turn < index; turn += 1) await new Promise(setImmediate);
    socket.destroy();
  };
  for (let index = 0; index < 160; index += 1) await drop(index);
  const { headers, userId } = account;
  const writes = Array.from({ length: 6 }, () =>
    fetch(`${server.url}/users/${userId}/progress/import`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify([movie('1')]).padEnd(100_000),
    }),
  );
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});
