import { deleteLink, postLink, takeLink } from '@matinee/shared/contract/links';
import { linkKeys, typedCode } from '@matinee/shared/identity/typed-code';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let replica: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  replica = await startTestApp({ DATABASE_URL: server.deps.database.url });
});
afterAll(async () => {
  await replica.close();
  await server.close();
});

const newId = (): string => randomBytes(16).toString('base64url');
const leave = async (id: string, ciphertext: string, { url }: { url: string } = server) =>
  request(url).post('/links').send({ id, ciphertext });
const take = async (id: string, { url }: { url: string } = server) =>
  request(url).get(`/links/${id}`);
const remove = async (id: string) => request(server.url).delete(`/links/${id}`);

const rows = <Row extends object>(sql: string, ...values: unknown[]) =>
  server.deps.database.query<Row>(sql, values);
const expire = (id: string) =>
  rows(`UPDATE links SET expires_at = now() - interval '1 second' WHERE id = $1`, id);

/** Counts of each response. */
function tally(responses: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const NOT_THERE = [404, 'No message for this code yet.'];
const CONSUMED = [410, 'This message has already been read.'];
const messages = ({ status, body }: Response): readonly unknown[] => [status, body.message];

describe('a message of a device', () => {
  test('is delivered once, to any client with its id', async () => {
    const id = newId();
    expect(messages(await take(id))).toEqual(NOT_THERE);
    const left = await leave(id, 'iv.text.tag');
    expect(left.status).toBe(200);
    const { expiresAt } = postLink.reply.parse(left.body);
    const [row] = await rows<{ at: Date }>('SELECT expires_at AS at FROM links WHERE id = $1', id);
    expect(row?.at.toISOString()).toBe(expiresAt);
    expect(Date.parse(expiresAt) - Date.parse(left.headers['date'] ?? '')).toBeLessThan(121_000);

    const taken = await take(id, replica);
    expect(taken.headers['cache-control']).toBe('no-store');
    expect(takeLink.reply.parse(taken.body)).toEqual({ id, ciphertext: 'iv.text.tag' });
    expect(messages(await take(id))).toEqual(CONSUMED);
    expect(await rows('SELECT FROM links WHERE id = $1 AND ciphertext IS NOT NULL', id)).toEqual(
      [],
    );
  });

  test('may be repeated by its sender after a lost response, and by no other client', async () => {
    const id = newId();
    expect(tally([await leave(id, 'a'), await leave(id, 'a')])).toEqual({ 200: 2 });
    const other = await leave(id, 'b');
    expect(messages(other)).toEqual([409, 'This code is already in use. Get a new one.']);
    expect((await take(id)).body.ciphertext).toBe('a');
    for (const ciphertext of ['a', 'b']) expect((await leave(id, ciphertext)).status).toBe(409);
  });

  test('expires after two minutes, and is deleted with the next one', async () => {
    const id = newId();
    await leave(id, 'late');
    await expire(id);
    expect(messages(await take(id))).toEqual(NOT_THERE);
    await leave(newId(), 'next');
    expect(await rows('SELECT FROM links WHERE id = $1', id)).toEqual([]);
  });

  test('can be replaced after two minutes', async () => {
    const id = newId();
    await leave(id, 'late');
    await expire(id);
    expect((await leave(id, 'new')).status).toBe(200);
    expect((await take(id)).body.ciphertext).toBe('new');
  });

  test('can be deleted, with a response that tells whether it was too late', async () => {
    const [early, late] = [newId(), newId()];
    for (const id of [early, late]) await leave(id, 'x');
    await take(late);
    const removed = await Promise.all([early, late, newId()].map(remove));
    expect(removed.map(({ body }) => deleteLink.reply.parse(body).taken)).toEqual([
      false,
      true,
      false,
    ]);
    expect(messages(await take(early))).toEqual(NOT_THERE);
  });

  test('is not consumed by a HEAD request', async () => {
    const id = newId();
    await leave(id, 'x');
    await request(server.url).head(`/links/${id}`).expect(404);
    expect((await take(id)).status).toBe(200);
  });
});

describe('of twenty at the same moment, over two servers,', () => {
  const twenty = (call: (at: number, app: TestApp) => Promise<Response>): Promise<Response[]> =>
    Promise.all(Array.from({ length: 20 }, (_, at) => call(at, at % 2 === 0 ? server : replica)));

  test('one reads it', async () => {
    const id = newId();
    await leave(id, 'once');
    const responses = await twenty((_, app) => take(id, app));
    expect(tally(responses)).toEqual({ 200: 1, 410: 19 });
  });

  test('one sends it', async () => {
    const id = newId();
    const responses = await twenty((at, app) => leave(id, `of-${at}`, app));
    expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await take(id)).body.ciphertext).toBe(`of-${winner}`);
  });

  test('each sender of a different message gets its own id', async () => {
    await leave(newId(), 'to be cleared away').then(({ body }) => expire(String(body.id)));
    expect(tally(await twenty((_, app) => leave(newId(), 'mine', app)))).toEqual({ 200: 20 });
  });
});

test.each([
  ['a short id', { id: newId().slice(1), ciphertext: 'x' }],
  ['a long id', { id: `${newId()}A`, ciphertext: 'x' }],
  ['an id in another alphabet', { id: '+'.repeat(22), ciphertext: 'x' }],
  ['no ciphertext', { id: newId() }],
  ['an empty ciphertext', { id: newId(), ciphertext: '' }],
  ['a long ciphertext', { id: newId(), ciphertext: 'x'.repeat(1_001) }],
  ['an invalid ciphertext', { id: newId(), ciphertext: '<b>hello</b>' }],
])('%s is refused', async (_, body) => {
  const response = await request(server.url).post('/links').send(body);
  expect([response.status, response.body.errorType]).toEqual([400, 'validation']);
});

test('an invalid id is refused on every route', async () => {
  for (const response of [await take('603'), await remove('603')]) {
    expect([response.status, response.body.errorType]).toEqual([400, 'validation']);
  }
});

test('more than four kilobytes are not read', async () => {
  expect((await leave(newId(), 'x'.repeat(5_000))).status).toBe(413);
});

test('one address may send twenty messages in ten minutes', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  const responses: Response[] = [];
  for (let count = 0; count < 21; count += 1) responses.push(await leave(newId(), 'x', limited));
  const reading = await take(newId(), limited);
  await limited.close();
  expect(tally(responses)).toEqual({ 200: 20, 429: 1 });
  expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(500);
  expect(reading.status).toBe(404);
});

/** The length that the contract sets. */
function seal(key: Uint8Array, message: object): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()]);
  return [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64')).join('.');
}

function open(key: Uint8Array, sealed: string): unknown {
  const [iv = '', text = '', tag = ''] = sealed.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]);
  return JSON.parse(opened.toString());
}

test('a seed is transferred between devices, and the server never has its key', async () => {
  const code = typedCode(randomBytes(10));
  const [old, fresh] = await Promise.all([linkKeys(code), linkKeys(code.toLowerCase())]);
  if (!old || !fresh) throw new Error('no code');
  const [seed, responseKey] = [randomBytes(32), randomBytes(32)].map((it) => it.toString('base64'));
  const stored: unknown[] = [];

  const requesting = { kind: 'request', device: 'TV', number: '4821', key: responseKey };
  await leave(fresh.requestId, seal(fresh.key, requesting));
  stored.push(await rows('SELECT * FROM links'));
  const requested = takeLink.reply.parse((await take(old.requestId)).body);
  expect(open(old.key, requested.ciphertext)).toEqual(requesting);

  expect(messages(await take(fresh.replyId))).toEqual(NOT_THERE);
  const responding = { kind: 'answer', seed };
  await leave(old.replyId, seal(Buffer.from(responseKey ?? '', 'base64'), responding));
  stored.push(await rows('SELECT * FROM links'));
  const response = takeLink.reply.parse((await take(fresh.replyId)).body);
  expect(open(Buffer.from(responseKey ?? '', 'base64'), response.ciphertext)).toEqual(responding);
  // A caller with only the code cannot read it.
  expect(() => open(old.key, response.ciphertext)).toThrow();

  const seen = JSON.stringify(stored) + server.log.join('');
  expect(seen).toContain(old.requestId);
  const key = Buffer.from(old.key);
  for (const secret of [
    code,
    seed,
    responseKey,
    key.toString('base64'),
    key.toString('base64url'),
  ]) {
    expect(seen).not.toContain(secret);
  }
});
