import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { putChanges } from '@matinee/shared/contract/changes';
import { exportAccount } from '@matinee/shared/contract/export';
import { getPublicList } from '@matinee/shared/contract/lists';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { completeLogIn, logIn, loginOf, newKeys, register } from '../support/identity.ts';
import { makeWebDist } from '../support/web-dist.ts';

const PROXY = '127.0.0.1';
const ENVIRONMENT = {
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: PROXY,
  CRYPTO_SECRET: 'one-secret-for-all-the-replicas-here',
};
const DENIED = { errorType: 'message', message: 'Ratelimited' };

// Two replicas on one database, behind a trusted proxy.
let one: TestApp;
let other: TestApp;
let account: TestAccount;
beforeAll(async () => {
  one = await startTestApp(ENVIRONMENT);
  const { url } = one.deps.database;
  other = await startTestApp({ ...ENVIRONMENT, DATABASE_URL: url });
  account = await createTestAccount(one);
});
afterAll(async () => {
  await other.close();
  await one.close();
});
beforeEach(() => one.deps.database.query('DELETE FROM rate_limits', []));

const captcha = (server: TestApp, forwarded?: string) => {
  const posted = request(server.url).post('/metrics/captcha');
  return (forwarded === undefined ? posted : posted.set('x-forwarded-for', forwarded)).send({
    success: true,
  });
};

const attempt = { tmdbId: '1', type: 'movie', title: 'T', status: 'failed', providerId: 'p' };
const report = (server: TestApp, items: number) =>
  request(server.url)
    .post('/metrics/providers')
    .send({ items: Array.from({ length: items }, () => attempt) });

const statusesOf = (responses: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Leaves this much of a budget of 300 to this address. */
const leave = (bucket: string, left: number, caller = PROXY) =>
  one.deps.database.query(
    `INSERT INTO rate_limits (bucket, caller, used, starts_at, ends_at)
     VALUES ($1, $2, $3, now(), now() + interval '30 minutes')`,
    [bucket, caller, 300 - left],
  );

const usedOf = async (bucket: string) => {
  const rows = await one.deps.database.query<{ used: number; endsAt: Date }>(
    'SELECT used, ends_at AS "endsAt" FROM rate_limits WHERE bucket = $1',
    [bucket],
  );
  return rows[0];
};

describe('a budget', () => {
  test('lets an exact number of twenty parallel callers pass, over two servers', async () => {
    await leave('captcha_solves', 7);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => captcha(at % 2 === 0 ? one : other)),
    );
    expect(statusesOf(responses)).toEqual({ 200: 7, 429: 13 });
  });

  test('starts with the full number', async () => {
    const start = (at: number) =>
      request((at % 2 === 0 ? one : other).url)
        .put(`/users/${account.userId}/progress/import`)
        .set(account.headers)
        .send([]);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => start(at)));
    expect(statusesOf(responses)).toEqual({ 200: 5, 429: 15 });
  });

  test('that is used up is refused with the seconds until it refills', async () => {
    await leave('captcha_solves', 0);
    const { status, body, headers } = await captcha(one);
    expect(status).toBe(429);
    expect(body).toMatchObject(DENIED);
    expect(Number(headers['retry-after'])).toBeGreaterThan(1_700);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(1_800);
  });

  test('does not change by refused requests', async () => {
    await leave('provider_metrics', 5);
    const before = await usedOf('provider_metrics');
    await report(one, 6).expect(429);
    await report(other, 6).expect(429);
    expect(await usedOf('provider_metrics')).toEqual(before);
    await report(one, 5).expect(200);
    await report(one, 1).expect(429);
  });

  test('refills when its time is over', async () => {
    await leave('captcha_solves', 0);
    await one.deps.database.query(`UPDATE rate_limits SET ends_at = now() - interval '1 s'`, []);
    await captcha(one).expect(200);
    expect(await usedOf('captcha_solves')).toMatchObject({ used: 1 });
  });

  test('ends a flood of reads of shared lists', async () => {
    const read = () => request(one.url).get(`/lists/${randomUUID()}`);
    for (let left = getPublicList.budget.max; left > 0; left -= 1) await read().expect(404);
    await read().expect(429);
  });

  test('of reports is charged for each item, and not for an invalid report', async () => {
    await report(one, 10).expect(200);
    await report(other, 10).expect(200);
    await report(one, 11).expect(400);
    expect(await usedOf('provider_metrics')).toMatchObject({ used: 20 });
  });

  test('is checked before the body is read', async () => {
    await leave('captcha_solves', 0);
    const denied = request(one.url)
      .post('/metrics/captcha')
      .set('content-type', 'application/json');
    await denied.send('x'.repeat(2 * 1024 * 1024)).expect(429);
  });

  test('is checked after access, so strangers do not use it up', async () => {
    await request(one.url).put(`/users/${account.userId}/progress/import`).send([]).expect(401);
    expect(await usedOf('progress_import')).toBeUndefined();
  });

  test('refuses an import before a single row is written', async () => {
    await leave('progress_import', 0, account.userId);
    const meta = { title: 'T', year: 2000, type: 'movie' };
    const item = { tmdbId: '1', duration: 9, watched: 1, meta };
    await request(one.url)
      .put(`/users/${account.userId}/progress/import`)
      .set(account.headers)
      .send([item])
      .expect(429);
    expect(await one.deps.database.prisma.progress.count()).toBe(0);
  });
});

describe('a budget of each account', () => {
  const deletion = { type: 'deleteProgress', tmdbId: '1', updatedAt: '2025-01-01T00:00:00Z' };
  const get = (path: string, { userId, headers }: TestAccount) =>
    request(one.url).get(`/users/${userId}${path}`).set(headers);
  const put = (path: string, { userId, headers }: TestAccount, body: object) =>
    request(one.url).put(`/users/${userId}${path}`).set(headers).send(body);

  test('is the same behind every address, and separate from other accounts', async () => {
    const [first, second] = [await createTestAccount(one), await createTestAccount(one)];
    await leave('progress_import', 0, first.userId);
    await put('/progress/import', first, []).set('x-forwarded-for', '192.0.2.7').expect(429);
    await put('/progress/import', second, []).expect(200);
  });

  test('ends a flood of changes, exports and reads, with the seconds to wait', async () => {
    const flooding = await createTestAccount(one);
    const calls = {
      [putChanges.path]: () => put('/changes', flooding, [deletion]),
      [exportAccount.path]: () => get('/export', flooding),
      [listBookmarks.path]: () => get('/bookmarks', flooding),
    };
    for (const { budget, path } of [putChanges, exportAccount, listBookmarks]) {
      const call = calls[path];
      await call?.().expect(200);
      await one.deps.services.memoryRateLimiter.consume(budget, flooding.userId, budget.max - 1);
      const { headers } = (await call?.().expect(429)) ?? { headers: {} };
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    await put('/changes', await createTestAccount(one), [deletion]).expect(200);
  });
});

describe('the address of a client', () => {
  test('comes from a trusted proxy', async () => {
    await leave('captcha_solves', 0, '192.0.2.1');
    await captcha(one, '192.0.2.1').expect(429);
    await captcha(one, '192.0.2.2').expect(200);
  });

  test('that is forged in front of it makes no new budget', async () => {
    await leave('captcha_solves', 0, '192.0.2.1');
    await captcha(one, '198.51.100.9, 192.0.2.1').expect(429);
  });

  test('counts by its network with IPv6', async () => {
    await leave('captcha_solves', 1, '2001:db8:1:2::/64');
    await captcha(one, '2001:db8:1:2::1').expect(200);
    await captcha(one, '2001:db8:1:2:ffff::9').expect(429);
    await captcha(one, '2001:db8:1:3::1').expect(200);
  });
});

describe('without a trusted proxy', () => {
  const dist = makeWebDist();
  let bare: TestApp;
  beforeAll(async () => {
    const { url } = one.deps.database;
    bare = await startTestApp(
      { RATE_LIMITS: 'on', DATABASE_URL: url, FLOOD_LIMIT: '100' },
      { webDist: dist.root },
    );
  });
  afterAll(async () => {
    await bare.close();
    dist.remove();
  });

  test('clients behind a proxy have a budget each when that of the proxy is used up', async () => {
    await leave('captcha_solves', 0);
    await captcha(bare).expect(429);
    await captcha(bare, '192.0.2.77').expect(200);
    await leave('captcha_solves_lent', 0, `${PROXY} 192.0.2.78`);
    await captcha(bare, '192.0.2.78').expect(429);
    await captcha(bare, '192.0.2.79, 192.0.2.78').expect(429);
    await captcha(bare, 'nonsense').expect(429);
  });

  test('forged names create at most five budgets', async () => {
    await leave('captcha_solves', 0);
    await leave('captcha_solves_lent', 300 - 5 * 300 + 1);
    await captcha(bare, '192.0.2.80').expect(200);
    await captcha(bare, '192.0.2.81').expect(429);
  });

  test('a forged header of a direct client creates none', async () => {
    await leave('captcha_solves', 0, '203.0.113.5');
    const { statusCode } = await bare.app.inject({
      method: 'POST',
      url: '/metrics/captcha',
      remoteAddress: '203.0.113.5',
      headers: { 'x-forwarded-for': '192.0.2.77' },
      payload: { success: true },
    });
    expect(statusCode).toBe(429);
  });

  test('a flood is refused, except for probes of this machine; existing files have ten times the limit', async () => {
    const responses: number[] = [];
    for (let at = 0; at < 110; at += 1) {
      const forged = request(bare.url).get('/meta').set('x-forwarded-for', `192.0.2.${at}`);
      responses.push((await forged).status);
    }
    expect(responses.filter((status) => status === 200).length).toBeLessThanOrEqual(100);
    const { body, headers } = await request(bare.url).get('/meta').expect(429);
    expect(body).toMatchObject(DENIED);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(headers['access-control-allow-origin']).toBe('*');
    await request(bare.url).get('/nothing').expect(429);
    // Errors are in TMDB's format.
    const catalog = await request(bare.url).get('/catalogue/3/movie/popular').expect(429);
    expect(catalog.body).toMatchObject({ success: false, status_code: 25 });
    expect(Number(catalog.headers['retry-after'])).toBeGreaterThan(0);
    await request(bare.url).get('/healthz').expect(200);
    await request(bare.url).get('/readyz').expect(200);
    await request(bare.url).get('/healthcheck').expect(200);
    for (const probe of ['/healthz', '/readyz', '/healthcheck']) {
      await request(bare.url).get(probe).set('x-forwarded-for', '192.0.2.1').expect(429);
      await request(bare.url).get(probe).set('forwarded', 'for=192.0.2.1').expect(429);
    }
    await request(bare.url).get('/assets/nothing.js').expect(429);
    for (let at = 0; at < 20; at += 1) {
      const requests = Array.from({ length: 50 }, () =>
        request(bare.url).get('/assets/app-1a2b.js').expect(200),
      );
      await Promise.all(requests);
    }
    await request(bare.url).get('/assets/app-1a2b.js').expect(429);
  });
});

describe('logging in from an address whose budget is used up', () => {
  const start = (publicKey: string, from = PROXY) =>
    request(one.url).post('/auth/login/start').set('x-forwarded-for', from).send({ publicKey });

  test('works for existing accounts, a few times, and for no others', async () => {
    const { keys } = await register(one);
    const other = await register(one);
    for (let at = 0; at < 20; at += 1) await start(newKeys().publicKey).expect(401);
    await start(newKeys().publicKey).expect(429);
    await start('nonsense').expect(429);
    const bucket = 'login_complete';
    for (let at = 0; at < 21; at += 1) await completeLogIn(one, loginOf(newKeys(), bucket));
    for (let at = 0; at < 5; at += 1) await logIn(one, keys);
    const { headers } = await start(keys.publicKey).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await logIn(one, other.keys);
  });

  test('locks an account out only from that address, for any holder of its key', async () => {
    const { keys } = await register(one);
    const shared = '192.0.2.9';
    for (let at = 0; at < 25; at += 1) await start(keys.publicKey, shared).expect(200);
    await start(keys.publicKey, shared).expect(429);
    await start(keys.publicKey, '192.0.2.10').expect(200);
  });

  test('reads no body longer than a login', async () => {
    await start('x'.repeat(20_000)).expect(413);
  });
});

describe('a reverse proxy that is not configured', () => {
  const warnings = ({ log }: TestApp) =>
    log.filter((line) => line.includes('forwarded address not trusted'));
  const meta = async ({ url }: TestApp) => (await request(url).get('/meta').expect(200)).body;

  test.each([
    ['X-Forwarded-For', '192.0.2.1'],
    ['Forwarded', 'for=192.0.2.1'],
  ])('is logged once, at the first request with %s', async (name, value) => {
    const server = await startTestApp();
    expect(await meta(server)).not.toHaveProperty('forwardedButUntrusted');
    expect(warnings(server)).toEqual([]);
    await request(server.url).get('/ping.txt').set(name, value);
    await request(server.url).get('/ping.txt').set(name, value);
    expect(warnings(server)).toHaveLength(1);
    expect(JSON.parse(warnings(server)[0] ?? '')).toMatchObject({
      peer: PROXY,
      set: `TRUSTED_PROXIES=${PROXY}`,
    });
    const reported = await meta(server);
    expect(reported).toMatchObject({ forwardedButUntrusted: true });
    expect(JSON.stringify(reported)).not.toMatch(/127\.0\.0\.1|192\.0\.2\.1/);
    await server.close();
  });

  test('is not logged if the proxy is configured, or the header comes from outside', async () => {
    await request(one.url).get('/ping.txt').set('x-forwarded-for', '192.0.2.1');
    expect(warnings(one)).toEqual([]);
    const server = await startTestApp();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    await server.app.inject({ url: '/ping.txt', remoteAddress: '203.0.113.5', headers });
    expect(warnings(server)).toEqual([]);
    await server.close();
  });
});

test('switched off means no limits', async () => {
  const { url } = one.deps.database;
  const free = await startTestApp({ RATE_LIMITS: 'off', DATABASE_URL: url, FLOOD_LIMIT: '100' });
  await leave('captcha_solves', 0);
  const responses = await Promise.all(Array.from({ length: 120 }, () => captcha(free)));
  expect(statusesOf(responses)).toEqual({ 200: 120 });
  await free.close();
});
