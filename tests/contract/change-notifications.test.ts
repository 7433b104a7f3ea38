// A change by one device is reported to the account's other devices, and to no other account.
import { getMe } from '@matinee/shared/contract/users';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { logIn, register, type Member } from '../support/identity.ts';
import { bookmark, movie, signedIn } from '../support/library.ts';

let server: TestApp;
let otherUser: Member;
let phone: Member;
let tablet: Member;
beforeAll(async () => {
  server = await startTestApp();
  otherUser = await register(server);
});
beforeEach(async () => {
  phone = await register(server);
  tablet = await logIn(server, phone.keys);
});
afterAll(() => server.close());

const on = (member: Member) =>
  signedIn(server, { ...member, userId: member.user.id, sessionId: member.session.id });
const receivedBy = async ({ headers }: Member): Promise<string | null> => {
  const { body } = await request(server.url).get('/users/@me').set(headers).expect(200);
  return getMe.reply.parse(body).newsAt;
};

describe.each([
  ['a bookmark', (me: ReturnType<typeof on>) => me.post('/bookmarks/1', bookmark('1'))],
  ['progress', (me: ReturnType<typeof on>) => me.put('/progress/1', movie('1'))],
  ['a setting', (me: ReturnType<typeof on>) => me.put('/settings', { applicationTheme: 'red' })],
  ['a profile', (me: ReturnType<typeof on>) => me.patch('', { nickname: 'Ada' })],
  ['many changes at once', (me: ReturnType<typeof on>) => me.put('/changes', [])],
])('%s', (_, change) => {
  test('is reported to the other device, not to the one that made it', async () => {
    expect(await receivedBy(tablet)).toBeNull();
    await change(on(phone)).expect(200);
    await vi.waitFor(async () => expect(await receivedBy(tablet)).not.toBeNull());
    expect(await receivedBy(phone)).toBeNull();
    expect(await receivedBy(otherUser)).toBeNull();
  });
});

test('every change has its own time, even when clocks stand still', async () => {
  const received = new Set<string | null>();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  for (const tmdbId of ['1', '2', '3']) {
    const { size } = received;
    await on(phone).post(`/bookmarks/${tmdbId}`, bookmark(tmdbId)).expect(200);
    await vi.waitFor(async () =>
      expect(received.add(await receivedBy(tablet)).size).toBe(size + 1),
    );
  }
  vi.restoreAllMocks();
});

test('a change is reported, even if an earlier one was made while the clock was ahead', async () => {
  const tv = await logIn(server, phone.keys);
  await on(phone).post('/bookmarks/1', bookmark('1')).expect(200);
  await vi.waitFor(async () => expect(await receivedBy(tv)).not.toBeNull());
  await server.deps.database.query(
    `UPDATE sessions SET wrote_at = wrote_at + interval '1 day' WHERE user_id = $1`,
    [phone.user.id],
  );
  const before = await receivedBy(tv);
  await on(tablet).post('/bookmarks/2', bookmark('2')).expect(200);
  await vi.waitFor(async () => expect(await receivedBy(tv)).not.toBe(before));
});

test('a refused change or a read is not reported', async () => {
  await on(phone).put('/progress/1', {}).expect(400);
  await on(phone).get('/bookmarks').expect(200);
  // This change is later than the others, and is recorded after them.
  await on(otherUser).post('/bookmarks/1', bookmark('1')).expect(200);
  const other = await logIn(server, otherUser.keys);
  await vi.waitFor(async () => expect(await receivedBy(other)).not.toBeNull());
  expect(await receivedBy(tablet)).toBeNull();
});

test('simultaneous writers of many accounts are all reported', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const one = await register(server);
      return [one, await logIn(server, one.keys)] as const;
    }),
  );
  const write = ([one]: (typeof pairs)[number]) => on(one).put('/progress/1', movie('1'));
  await Promise.all([...pairs, ...pairs].map(async (pair) => void (await write(pair).expect(200))));
  for (const [, other] of pairs)
    await vi.waitFor(async () => expect(await receivedBy(other)).not.toBeNull());
});
