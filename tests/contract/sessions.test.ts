import { deleteSession, listSessions, renameSession } from '@matinee/shared/contract/sessions';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_SESSIONS } from '../../apps/api/src/accounts/accounts.sql.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { logIn, register, type Member } from '../support/identity.ts';

let server: TestApp;
let other: Member;
let first: Member;
let second: Member;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
  other = await register(server);
});
beforeEach(async () => {
  first = await register(server);
  second = await logIn(server, first.keys);
});
afterAll(() => server.close());

const list = (member: Member) =>
  request(server.url).get(`/users/${member.user.id}/sessions`).set(member.headers);
const rename = (id: string, body: object, by: Member = first) =>
  request(server.url).patch(`/sessions/${id}`).set(by.headers).send(body);
const remove = (id: string, by: Member = first) =>
  request(server.url).delete(`/sessions/${id}`).set(by.headers);
const expire = (member: Member) =>
  server.deps.database.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [member.session.id],
  );

describe('the list of devices', () => {
  test('has the devices of the account, and marks the current one', async () => {
    const { body, status } = await list(first);
    expect(status).toBe(200);
    const sessions = listSessions.reply.parse(body);
    expect(new Set(sessions.map(({ id, current }) => `${id} ${current}`))).toEqual(
      new Set([`${first.session.id} true`, `${second.session.id} false`]),
    );
    expect(sessions.find(({ current }) => current)).toEqual(first.session);
  });

  test('leaves out expired sessions', async () => {
    await expire(second);
    const sessions = listSessions.reply.parse((await list(first)).body);
    expect(sessions.map(({ id }) => id)).toEqual([first.session.id]);
  });

  test('is for their owner only', async () => {
    const path = `/users/${first.user.id}/sessions`;
    const { body, status } = await request(server.url).get(path).set(other.headers);
    expect([status, body.message]).toEqual([403, 'Cannot modify user other than yourself']);
    expect((await request(server.url).get(path)).status).toBe(401);
  });
});

describe('a device', () => {
  test('can be renamed from any device of the account', async () => {
    const { body, status } = await rename(second.session.id, { deviceName: 'a.b.c' });
    expect(status).toBe(200);
    expect(renameSession.reply.parse(body)).toEqual({
      ...second.session,
      device: 'a.b.c',
      current: false,
    });
    const own = await rename(first.session.id.toUpperCase(), { deviceName: 'd.e.f' });
    expect(own.body).toEqual({ ...first.session, device: 'd.e.f' });
  });

  test.each([[{}], [{ deviceName: null }]])('keeps its name when %j is sent', async (sent) => {
    const { body, status } = await rename(second.session.id, sent);
    expect([status, body.device]).toEqual([200, second.session.device]);
  });

  test.each(['', 'x'.repeat(501), 5])('cannot be named %j', async (deviceName) => {
    const { body, status } = await rename(first.session.id, { deviceName });
    expect([status, body.errorType]).toEqual([400, 'validation']);
  });

  test('of another account keeps its name, which is not revealed', async () => {
    const { body, status } = await rename(other.session.id, { deviceName: 'hijacked' });
    expect([status, body.message]).toEqual([401, 'Cannot edit sessions other than your own']);
    expect(JSON.stringify(body)).not.toContain(other.user.id);
    expect((await list(other)).body).toEqual([other.session]);
  });

  test.each(['not a uuid', '1', randomUUID()])(
    'that is unknown cannot be renamed: %s',
    async (id) => {
      const { body, status } = await rename(encodeURIComponent(id), { deviceName: 'a.b.c' });
      expect([status, body.message]).toEqual([404, 'Session cannot be found']);
    },
  );

  test('is renamed by signed-in users only', async () => {
    const path = `/sessions/${first.session.id}`;
    const { body, status } = await request(server.url).patch(path).send({ deviceName: 'x' });
    expect([status, body.message]).toEqual([401, 'Not logged in']);
  });
});

describe('logging out', () => {
  test('ends a session, once and for all', async () => {
    const { body, status } = await remove(second.session.id);
    expect([status, deleteSession.reply.parse(body)]).toEqual([200, { id: second.session.id }]);
    const after = await request(server.url).get('/users/@me').set(second.headers);
    expect([after.status, after.body.message]).toEqual([401, 'Not logged in']);
    expect((await list(first)).body).toHaveLength(1);
  });

  test.each(['not a uuid', '1', randomUUID()])('of an unknown session succeeds: %s', async (id) => {
    const { body, status } = await remove(encodeURIComponent(id));
    expect([status, body]).toEqual([200, { id }]);
  });

  test('of a device of another account is refused', async () => {
    const { body, status } = await remove(other.session.id);
    expect([status, body.message]).toEqual([401, 'Cannot delete sessions you do not own']);
    expect((await list(other)).status).toBe(200);
  });

  test('needs a token', async () => {
    const path = `/sessions/${first.session.id}`;
    expect((await request(server.url).delete(path)).status).toBe(401);
    expect((await list(first)).body).toHaveLength(2);
  });
});

describe('using a session', () => {
  const readRow = async () => {
    const [row] = await server.deps.database.query<{ accessed: Date; expires: Date; used: Date }>(
      `SELECT s.accessed_at AS accessed, s.expires_at AS expires, u.last_used_at AS used
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`,
      [first.session.id],
    );
    return row;
  };
  const age = (minutes: number) =>
    server.deps.database.query(
      `UPDATE sessions SET accessed_at = accessed_at - make_interval(mins => $2),
         expires_at = expires_at - make_interval(mins => $2) WHERE id = $1`,
      [first.session.id, minutes],
    );

  test('is not stored again within a short time', async () => {
    await age(4);
    const before = await readRow();
    await list(first);
    expect(await readRow()).toEqual(before);
  });

  test('extends it to 21 days from then', async () => {
    await age(6);
    const { body } = await request(server.url).get('/users/@me').set(first.headers);
    const row = await readRow();
    expect(row?.accessed.toISOString()).toBe(body.session.accessedAt);
    expect(row?.expires.toISOString()).toBe(body.session.expiresAt);
    expect(row?.used.toISOString()).toBe(body.session.accessedAt);
    expect(Date.parse(body.session.accessedAt)).toBeGreaterThanOrEqual(
      Date.parse(first.session.accessedAt),
    );
    expect(Date.parse(body.session.expiresAt) - Date.parse(body.session.accessedAt)).toBe(
      21 * 86_400_000,
    );
  });

  test('after it has ended does not restore it', async () => {
    await expire(first);
    const { body, status } = await request(server.url).get('/users/@me').set(first.headers);
    expect([status, body.message]).toEqual([401, 'Not logged in']);
  });
});

test('an account has a limited number of sessions: the one unused for longest is deleted', async () => {
  const { query } = server.deps.database;
  await query(
    `INSERT INTO sessions (user_id, id, device, user_agent, accessed_at, expires_at)
     SELECT $1, gen_random_uuid(), 'old', n::text, now() - n * interval '1 hour', now() + interval '1 day'
     FROM generate_series(1, 60) n`,
    [first.user.id],
  );
  const newest = await logIn(server, first.keys);
  const sessions = listSessions.reply.parse((await list(newest)).body);
  expect(sessions).toHaveLength(MAX_SESSIONS);
  const ids = sessions.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining([first, second, newest].map(({ session }) => session.id)),
  );
  const agents = sessions.flatMap(({ device, userAgent }) => (device === 'old' ? [userAgent] : []));
  expect(agents).toEqual(Array.from({ length: MAX_SESSIONS - 3 }, (_, index) => `${index + 1}`));
});
