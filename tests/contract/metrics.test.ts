import { getMetrics, reportCaptcha, reportProviders } from '@matinee/shared/contract/metrics';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createTestAccount } from '../support/account.ts';
import { codeSpansOf, readPage } from '../support/manual.ts';

const TOKEN = 'the-operator-reads-on';
const ORIGIN = 'https://app.example.com';
const KNOWN = 'https://ours.example.com';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ METRICS_TOKEN: TOKEN, CORS_ORIGINS: `${ORIGIN},${KNOWN}` });
});
afterAll(() => server.close());

const page = async (headers: Record<string, string> = {}): Promise<string> => {
  const { text } = await request(server.url).get('/metrics').set(headers).expect(200);
  return getMetrics.reply.parse(text);
};

const lines = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

const attempt = (over: Record<string, unknown> = {}) => ({
  tmdbId: '603',
  type: 'movie',
  title: 'The Matrix',
  status: 'failed',
  providerId: 'prov1',
  ...over,
});

const report = (items: readonly object[], tool?: string, origin?: string) => {
  const posted = request(server.url).post('/metrics/providers');
  return (origin === undefined ? posted : posted.set('origin', origin)).send({ items, tool });
};

const SOURCE = 'internet-archive';
const EMBED = 'open-films-video';

/** Parses like the admin page of movie-web clients. */
const readByAdminPage = (text: string) => {
  const hosts = [
    ...text.matchAll(/mw_provider_hostname_count\{hostname="https?:\/\/[^"}]+"\} (\d+)/g),
  ];
  const users = /mw_user_count\{namespace="movie-web"\} (\d+)/.exec(text)?.[1];
  return {
    requests: hosts.reduce((sum, [, count]) => sum + Number(count), 0),
    users: Number(users),
  };
};

describe('the page', () => {
  test('has the text format of Prometheus, with the state of the process', async () => {
    const { headers, text } = await request(server.url).get('/metrics').expect(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
    }
    const types = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)];
    expect(new Set(types.map(([, name]) => name)).size).toBe(types.length);
    for (const line of text.split('\n').filter((one) => one !== '')) {
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_0-9]+(\{[^\n]*\})? (\d[\d.e+-]*|NaN|\+Inf))$/i);
    }
  });

  test('has durations of registered routes, and none of invented paths', async () => {
    await request(server.url).get('/meta').expect(200);
    await request(server.url).get('/nothing/here/secret').expect(404);
    await request(server.url).get('/users/somebody/bookmarks').expect(401);
    const text = await page();
    const labels = 'method="GET",route="/meta",status_code="200"';
    expect(text).toContain(`http_request_duration_seconds_bucket{le="0.005",${labels}} `);
    expect(text).toMatch(
      new RegExp(`http_request_duration_seconds_bucket{le="\\+Inf",${labels}} [1-9]`),
    );
    expect(text).toMatch(
      new RegExp(`http_request_summary_seconds{quantile="0.999",${labels}} [\\d.]+`),
    );
    expect(text).not.toContain('secret');
    expect(text).not.toContain('somebody');
  });

  test('counts accounts in the one line that admin pages read', async () => {
    const fresh = await startTestApp();
    await createTestAccount(fresh);
    await createTestAccount(fresh);
    const { text } = await request(fresh.url).get('/metrics').expect(200);
    expect(readByAdminPage(text)).toEqual({ requests: 0, users: 2 });
    await fresh.close();
  });

  test('has the metrics of the table in the manual, and no others of its own', async () => {
    const text = await page({ authorization: `Bearer ${TOKEN}` });
    const printed = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const [, section = ''] = readPage('docs/operate.md').split('\n## Metrics\n');
    const [table = ''] = section.split('\n## ');
    const rows = [...table.matchAll(/^\| `(\w+)` +\|/gm)];
    const listed = rows.map(([, name = '']) => name);
    // The manual leaves out metrics of every Node.js process, which have their own documentation.
    const own = printed.filter((name) => !/^(?:process|nodejs)_/.test(name));
    expect(own.toSorted()).toEqual(listed.toSorted());
    const named = codeSpansOf('docs/operate.md').filter((name) =>
      /^(?:process|nodejs)_/.test(name),
    );
    expect(named.filter((name) => !printed.includes(name))).toEqual([]);
  });

  test('takes little time for any number of readers', async () => {
    for (let at = 0; at < 20; at += 1) await request(server.url).get(`/users/${at}/bookmarks`);
    expect((await page()).length).toBeLessThan(60_000);
  });
});

describe('reports', () => {
  test('are counted by page, source, title and tool', async () => {
    const items = [
      attempt({ status: 'failed', providerId: 'prov1', embedId: EMBED, errorMessage: 'x' }),
      attempt({ status: 'notfound', providerId: 'made-up', embedId: null }),
      attempt({ status: 'success', providerId: SOURCE }),
      attempt({ status: 'notfound', providerId: 'prov4', title: 'Last', tmdbId: '604' }),
    ];
    const posted = await report(items, 'extension', ORIGIN).expect(200);
    expect(reportProviders.reply.parse(posted.body)).toBe(true);
    const text = await page({ authorization: `Bearer ${TOKEN}` });
    expect(lines(text, 'mw_provider_hostname_count')).toContain(
      `mw_provider_hostname_count{hostname="${ORIGIN}"} 1`,
    );
    expect(lines(text, 'mw_provider_status_count')).toEqual([
      `mw_provider_status_count{provider_id="${SOURCE}",status="success"} 1`,
      `mw_provider_status_count{provider_id="${EMBED}",status="failed"} 1`,
      'mw_provider_status_count{provider_id="other",status="notfound"} 2',
    ]);
    expect(lines(text, 'mw_media_watch_count')).toEqual([
      'mw_media_watch_count{tmdb_full_id="movie-604",provider_id="internet-archive",title="Last",success="true"} 1',
    ]);
    expect(lines(text, 'mw_provider_tool_count')).toEqual([
      'mw_provider_tool_count{tool="extension"} 1',
    ]);
  });

  test('may be sent with PUT and POST', async () => {
    const before = readByAdminPage(await page()).requests;
    const put = request(server.url).put('/metrics/providers').set('origin', ORIGIN);
    await put.send({ items: [attempt()], batchId: 'b'.repeat(32) }).expect(200, 'true');
    expect(readByAdminPage(await page()).requests).toBe(before + 1);
  });

  test('name titles to the operator only', async () => {
    await report([attempt({ title: 'Private matters' })]).expect(200);
    for (const authorization of ['', 'Bearer wrong', TOKEN, `Bearer ${TOKEN}x`]) {
      const text = await page({ authorization });
      expect(text).not.toContain('Private matters');
      expect(text).not.toContain('mw_media_watch_count');
      expect(text).toContain('mw_provider_status_count');
    }
    expect(await page({ authorization: `Bearer ${TOKEN}` })).toContain('title="Private matters"');
  });

  test.each([
    ['no origin', undefined],
    ['a file', 'null'],
    ['another scheme', 'chrome-extension://abcdef'],
    ['a quotation mark', 'https://a"} 999'],
    ['a brace', 'https://a}b'],
    ['too many items', `https://${'a'.repeat(300)}.example`],
  ])('from %s count as unknown', async (_what, origin) => {
    const before = lines(await page(), 'mw_provider_hostname_count');
    await report([attempt()], undefined, origin).expect(200);
    const after = lines(await page(), 'mw_provider_hostname_count');
    const changed = after.filter((line) => !before.includes(line));
    expect(changed).toEqual([
      expect.stringMatching(/^mw_provider_hostname_count\{hostname="<UNKNOWN>"\} \d+$/),
    ]);
  });

  test('with hostile text stay one line each', async () => {
    const title = 'a"} 1\nmw_user_count{namespace="movie-web"} 999\\';
    await report([attempt({ title, providerId: title, type: title })], title).expect(200);
    const text = await page({ authorization: `Bearer ${TOKEN}` });
    expect(readByAdminPage(text).users).toBe(0);
    expect(lines(text, 'mw_provider_tool_count')).toContain(
      'mw_provider_tool_count{tool="other"} 1',
    );
    expect(lines(text, 'mw_media_watch_count').join()).toContain('\\nmw_user_count{namespace=\\"');
  });

  test.each([
    ['no body', undefined],
    ['no items', { items: [] }],
    ['eleven items', { items: Array.from({ length: 11 }, () => attempt()) }],
    ['an unknown status', { items: [attempt({ status: 'maybe' })] }],
    ['no title', { items: [attempt({ title: undefined })] }],
  ])('with %s are refused and not counted', async (_what, body) => {
    const before = lines(await page(), 'mw_provider_status_count');
    const { body: response } = await request(server.url)
      .post('/metrics/providers')
      .send(body)
      .expect(400);
    expect(response).toMatchObject({ errorType: 'validation' });
    expect(lines(await page(), 'mw_provider_status_count')).toEqual(before);
  });

  test('by anonymous clients name nothing on the public page', async () => {
    const labels = (text: string) => text.match(/^mw_provider_\w+\{[^}]*\}/gm)?.toSorted();
    await report([attempt(), attempt({ status: 'notfound' })], 'evil', 'https://evil.example');
    const before = labels(await page());
    const counted = readByAdminPage(await page()).requests;
    const flood = Array.from({ length: 50 }, (_, at) =>
      report(
        [attempt({ providerId: `made-up-${at}`, embedId: at % 2 ? `evil-${at}` : null })],
        `tool${at}`,
        `https://evil${at}.example`,
      ),
    );
    for (const one of flood) await one.expect(200);
    const text = await page();
    expect(labels(text)).toEqual(before);
    expect(text).not.toMatch(/evil|made-up/);
    expect(text).toContain('mw_provider_hostname_count{hostname="https://other.invalid"} ');
    // Pages of movie-web clients add these up.
    expect(readByAdminPage(text).requests).toBe(counted + 50);
    await report([attempt()], 'default', KNOWN).expect(200);
    expect(await page()).toContain(`mw_provider_hostname_count{hostname="${KNOWN}"} 1\n`);
  });
});

test('captchas are counted by result', async () => {
  const solve = (success: unknown) =>
    request(server.url).post('/metrics/captcha').send({ success });
  expect(reportCaptcha.reply.parse((await solve(true).expect(200)).body)).toBe(true);
  await solve(false).expect(200);
  await solve(true).expect(200);
  await solve('yes').expect(400);
  expect(lines(await page(), 'mw_captcha_solves')).toEqual([
    'mw_captcha_solves{success="false"} 1',
    'mw_captcha_solves{success="true"} 2',
  ]);
});

test('counts add up over two servers and survive both', async () => {
  const keeper = await startTestApp();
  const DATABASE_URL = keeper.deps.database.url;
  const pair = await Promise.all([startTestApp({ DATABASE_URL }), startTestApp({ DATABASE_URL })]);
  const solve = ({ url }: TestApp) =>
    request(url).post('/metrics/captcha').send({ success: true }).expect(200);
  await Promise.all(Array.from({ length: 20 }, (_, at) => solve(at % 2 ? pair[0] : pair[1])));
  await Promise.all(pair.map((one) => one.close()));
  await solve(keeper);
  const { text } = await request(keeper.url).get('/metrics').expect(200);
  expect(text).toContain('mw_captcha_solves{success="true"} 21\n');
  await keeper.close();
});

test('the page still has the state of the process while the database is down', async () => {
  const lonely = await startTestApp({ LOG_LEVEL: 'silent' });
  await lonely.loseDatabase();
  const { text } = await request(lonely.url).get('/metrics').expect(200);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('mw_user_count');
  await lonely.close();
});
