// Tests the modes of REGISTRATION, invitations and administrators.
import {
  checkInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  type Invitation,
} from '@matinee/shared/contract/invitations';
import { getMe } from '@matinee/shared/contract/users';
import request, { type Response } from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  requestRegistrationChallenge,
  completeRegistration,
  newKeys,
  register,
  registrationOf,
  type Member,
} from '../support/identity.ts';

let server: TestApp;
afterEach(() => server.close());

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  server = await startTestApp({ REGISTRATION: 'invite', ...environment });
};

/** The first account, created with the link that the start prints. */
async function makeAdmin(): Promise<Member> {
  return register(server, newKeys(), await server.deps.services.invitations.ownerCode());
}

const invite = async (admin: Member, body: object = {}): Promise<Invitation> => {
  const made = await request(server.url).post('/invitations').set(admin.headers).send(body);
  return createInvitation.reply.parse(made.body);
};

const stateOf = async (code: string): Promise<string> => {
  const { body } = await request(server.url).post('/invitations/check').send({ code });
  return checkInvitation.reply.parse(body).state;
};

const startWith = async (code?: string): Promise<Response> =>
  request(server.url).post('/auth/register/start').send({ invite: code });

const messages = ({ status, body }: Response): readonly unknown[] => [status, body.message];

const isAdmin = async ({ headers }: Member): Promise<boolean> => {
  const { body } = await request(server.url).get('/users/@me').set(headers);
  return getMe.reply.parse(body).isAdmin;
};

const rows = (sql: string, ...values: unknown[]) => server.deps.database.query(sql, values);

const INVITED_ONLY =
  'You need an invitation to register. Ask the people who run this site for a link.';
const CLOSED = 'Registration on this server is closed.';

describe('where registration is open', () => {
  test('the first account is the administrator, and no other is', async () => {
    await start({ REGISTRATION: 'open' });
    expect(await server.deps.services.invitations.ownerCode()).toBeUndefined();
    expect(await isAdmin(await register(server))).toBe(true);
    expect(await isAdmin(await register(server))).toBe(false);
  });

  test('of twenty simultaneous first accounts one is the owner', async () => {
    await start({ REGISTRATION: 'open' });
    await Promise.all(Array.from({ length: 20 }, () => register(server)));
    expect(await rows('SELECT FROM users')).toHaveLength(20);
    expect(await rows('SELECT FROM users WHERE is_owner')).toHaveLength(1);
  });

  test('an account created after the owner was deleted does not inherit the role', async () => {
    await start({ REGISTRATION: 'open' });
    const owner = await register(server);
    await register(server);
    await request(server.url).delete(`/users/${owner.user.id}`).set(owner.headers).expect(200);
    expect(await isAdmin(await register(server))).toBe(false);
  });

  test('administrators get no permissions that other clients know', async () => {
    await start({ REGISTRATION: 'open' });
    expect((await register(server)).user).toMatchObject({ permissions: [], roles: [] });
  });
});

describe('with required invitations', () => {
  test('a client without an invitation is refused before it gets a challenge', async () => {
    await start();
    await makeAdmin();
    expect(messages(await startWith())).toEqual([403, INVITED_ONLY]);
    const unknown = await startWith('0123-4567-89AB-CDEF');
    expect(unknown.status).toBe(403);
    expect(unknown.body.message).toContain('Unknown invitation');
    expect(await rows('SELECT FROM challenges')).toEqual([]);
  });

  test('a client that skips the start is refused too, and leaves nothing behind', async () => {
    await start();
    await makeAdmin();
    const code = await server.deps.database
      .query<{ code: string }>(
        `INSERT INTO challenges (code, flow, expires_at)
         VALUES (gen_random_uuid(), 'registration', now() + interval '1 minute') RETURNING code`,
        [],
      )
      .then(([row]) => row!.code);
    const denied = await completeRegistration(server, registrationOf(newKeys(), code));
    expect(messages(denied)).toEqual([403, INVITED_ONLY]);
    expect(await rows('SELECT FROM users')).toHaveLength(1);
  });

  test('an invitation admits as many as it was created for, with its code in any spelling', async () => {
    await start();
    const owner = await makeAdmin();
    const { code, usesLeft } = await invite(owner, { uses: 2 });
    expect(usesLeft).toBe(2);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect(await stateOf(typed)).toBe('valid');
    const friend = await register(server, newKeys(), typed);
    expect(await isAdmin(friend)).toBe(false);
    await register(server, newKeys(), code);
    expect(await stateOf(code)).toBe('usedUp');
    expect(messages(await startWith(code))).toEqual([
      403,
      'This invitation has been used up. Ask for a new one.',
    ]);
  });

  test('of twenty simultaneous registrations with one use left, one succeeds', async () => {
    await start();
    const { code: invitation } = await invite(await makeAdmin());
    const challenges = await Promise.all(
      Array.from({ length: 20 }, () => requestRegistrationChallenge(server, invitation)),
    );
    const responses = await Promise.all(
      challenges.map((code) =>
        completeRegistration(server, { ...registrationOf(newKeys(), code), invite: invitation }),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 403)]);
    expect(await rows('SELECT FROM users')).toHaveLength(2);
    expect(await rows('SELECT uses_left FROM invitations WHERE code = $1', invitation)).toEqual([
      { uses_left: 0 },
    ]);
  });

  test('a failed registration uses up nothing', async () => {
    await start();
    const owner = await makeAdmin();
    const { code: invitation } = await invite(owner);
    const code = await requestRegistrationChallenge(server, invitation);
    const again = { ...registrationOf(owner.keys, code), invite: invitation };
    expect(messages(await completeRegistration(server, again))).toEqual([
      409,
      'A user with this public key already exists',
    ]);
    const { body: badly } = await completeRegistration(server, {
      ...registrationOf(newKeys(), code),
      publicKey: newKeys().publicKey,
      invite: invitation,
    });
    expect(badly.message).toBe('Challenge Code Signature Invalid');
    expect(await stateOf(invitation)).toBe('valid');
    const right = { ...registrationOf(newKeys(), code), invite: invitation };
    expect((await completeRegistration(server, right)).status).toBe(200);
  });

  test('an expired invitation is reported as such, and is deleted with others', async () => {
    await start();
    const owner = await makeAdmin();
    const { code } = await invite(owner, { uses: 5 });
    await rows('UPDATE invitations SET expires_at = now() WHERE code = $1', code);
    expect(await stateOf(code)).toBe('expired');
    expect(messages(await startWith(code))).toEqual([
      403,
      'This invitation has expired. Ask for a new one.',
    ]);
    const { body } = await request(server.url).get('/invitations').set(owner.headers);
    expect(listInvitations.reply.parse(body)).toEqual([]);
  });

  test('guessing a code has a rate limit', async () => {
    await start({ RATE_LIMITS: 'on' });
    const guess = () => request(server.url).post('/invitations/check').send({ code: 'x' });
    for (let count = 0; count < 30; count += 1) await guess().expect(200);
    await guess().expect(429);
  });
});

describe('the owner', () => {
  test('is created with one link, which replicas and restarts share, and which works once', async () => {
    await start();
    const { invitations } = server.deps.services;
    const codes = await Promise.all(Array.from({ length: 10 }, () => invitations.ownerCode()));
    expect(new Set(codes).size).toBe(1);
    expect(await rows('SELECT FROM invitations')).toHaveLength(1);
    const owner = await register(server, newKeys(), codes[0]);
    expect(await isAdmin(owner)).toBe(true);
    expect(await stateOf(codes[0]!)).toBe('usedUp');
    expect((await startWith(codes[0])).status).toBe(403);
    expect(await invitations.ownerCode()).toBeUndefined();
  });

  test('gets a new link when the old one has expired, or the last account was deleted', async () => {
    await start();
    const { invitations } = server.deps.services;
    const first = await invitations.ownerCode();
    await rows('UPDATE invitations SET expires_at = now()');
    const second = await invitations.ownerCode();
    expect(second).not.toBe(first);
    expect((await startWith(first)).status).toBe(403);
    const owner = await register(server, newKeys(), second);
    await request(server.url).delete(`/users/${owner.user.id}`).set(owner.headers).expect(200);
    const third = await invitations.ownerCode();
    expect(third).not.toBe(second);
    expect(await isAdmin(await register(server, newKeys(), third))).toBe(true);
    expect(await rows('SELECT FROM invitations')).toHaveLength(1);
  });

  test('cannot be created with another invitation, nor once there are accounts', async () => {
    await start();
    const { invitations } = server.deps.services;
    const link = await invitations.ownerCode();
    const { code } = await invitations.create({ uses: 1, days: 1, createdById: null });
    expect((await startWith(code)).status).toBe(403);
    // Simulates an import of accounts.
    await rows(`INSERT INTO users (id, public_key, namespace, color_a, color_b, icon)
      VALUES ('1', 'key', 'movie-web', '', '', '')`);
    expect((await startWith(link)).status).toBe(403);
    expect(await stateOf(code)).toBe('valid');
  });
});

test('with closed registration only the owner can register', async () => {
  await start({ REGISTRATION: 'closed' });
  expect(messages(await startWith())).toEqual([403, CLOSED]);
  const owner = await makeAdmin();
  const made = await request(server.url).post('/invitations').set(owner.headers).send({});
  expect(made.status).toBe(409);
  // The invitation was created while the mode was `invite`.
  await rows(`INSERT INTO invitations (code, uses_left, expires_at)
    VALUES ('0123-4567-89AB-CDEF', 1, now() + interval '1 day')`);
  expect(await stateOf('0123-4567-89AB-CDEF')).toBe('unknown');
  expect(messages(await startWith('0123-4567-89AB-CDEF'))).toEqual([403, CLOSED]);
});

describe('administrators', () => {
  test('can be named by their public keys, too', async () => {
    const keys = newKeys();
    await start({ REGISTRATION: 'open', ADMIN_PUBLIC_KEYS: `${keys.publicKey}=` });
    await register(server);
    expect(await isAdmin(await register(server, keys))).toBe(true);
  });

  test('create, list and revoke invitations', async () => {
    await start();
    const owner = await makeAdmin();
    const before = Date.now();
    const first = await invite(owner, { uses: 5, days: 30 });
    const second = await invite(owner);
    expect(second.usesLeft).toBe(1);
    expect(first).toMatchObject({ usesLeft: 5, createdBy: owner.user.nickname });
    const days = (Date.parse(first.expiresAt) - before) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(30);
    expect(days).toBeLessThan(30.1);
    const list = async () => {
      const { body } = await request(server.url).get('/invitations').set(owner.headers);
      return listInvitations.reply.parse(body).map(({ code }) => code);
    };
    expect(await list()).toEqual([second.code, first.code]);
    const revoke = request(server.url).delete(`/invitations/${first.code}`).set(owner.headers);
    expect(deleteInvitation.reply.parse((await revoke).body)).toEqual({ code: first.code });
    expect(await list()).toEqual([second.code]);
    expect(await stateOf(first.code)).toBe('unknown');
  });

  test.each([{ uses: 0 }, { uses: 1_001 }, { uses: 1.5 }, { days: 0 }, { days: 366 }])(
    'get an error for %j',
    async (body) => {
      await start();
      const { headers } = await makeAdmin();
      await request(server.url).post('/invitations').set(headers).send(body).expect(400);
    },
  );

  test('who are deleted take their invitations along', async () => {
    await start();
    const owner = await makeAdmin();
    const { code } = await invite(owner, { uses: 5 });
    await register(server, newKeys(), code);
    await request(server.url).delete(`/users/${owner.user.id}`).set(owner.headers).expect(200);
    expect(await stateOf(code)).toBe('unknown');
  });
});
