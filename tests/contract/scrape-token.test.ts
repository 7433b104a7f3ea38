// The relay of an operator who requires a captcha.
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startFakeCaptcha, type FakeCaptcha } from '../support/fakes/captcha.ts';

let captcha: FakeCaptcha;
let server: TestApp;
beforeAll(async () => {
  captcha = await startFakeCaptcha();
  server = await startTestApp({
    TURNSTILE_ENABLED: 'true',
    TURNSTILE_SECRET: captcha.secret,
    TURNSTILE_URL: captcha.url,
    INTERNET_ARCHIVE_URL: captcha.url,
  });
});
afterAll(async () => {
  await server.close();
  await captcha.close();
});
beforeEach(() => {
  captcha.behave('normal');
  captcha.forget();
});

/** All built-in sources are left out, so that a run ends at once. */
const NOBODY = {
  type: 'movie',
  title: 'Stub',
  releaseYear: '1968',
  tmdbId: '1',
  disabledSources: BUILT_IN_SOURCES,
};
const FOUND_NOTHING = (id: number) =>
  `event: init\ndata: {"sourceIds":[]}\nid: ${id}\n\nevent: noOutput\ndata: \nid: ${id + 1}\n\n`;

const scrape = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  request(server.url)
    .get('/scrape')
    .query(query)
    .set(headers)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => done(null, text));
    });
const solved = () => `turnstile|${captcha.solve({ hostname: 'films.test' })}`;
const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
const denial = (...codes: string[]) => `Turnstile invalid, error codes: ${codes.join(', ')}`;

test.each([
  ['in the query', (token: string) => scrape({ ...NOBODY, token })],
  ['in a header', (token: string) => scrape(NOBODY, { 'x-token': token })],
])('a solved captcha %s is exchanged for a token, which is sent first', async (_where, send) => {
  const first = await send(solved());
  expect(first.status).toBe(200);
  const [, jwt = ''] =
    /^retry: 600000\n\nevent: token\ndata: "([\w.-]+)"\nid: 0\n\n/.exec(first.body) ?? [];
  expect(first.body.endsWith(FOUND_NOTHING(1))).toBe(true);
  const { exp, iat, ip } = claimsOf(jwt);
  expect([ip, Number(exp) - Number(iat)]).toEqual(['127.0.0.1', 600]);

  const second = await send(`jwt|${jwt}`);
  expect(second.body).toBe(`retry: 600000\n\n${FOUND_NOTHING(0)}`);
  expect(captcha.count('/turnstile/v0/siteverify')).toBe(1);
});

test.each(['/scrape', '/scrape/source', '/scrape/embed'])(
  '%s reports an invalid token before it validates the query',
  async (path) => {
    const send = async (query: Record<string, string>) => {
      const { status, text, headers } = await request(server.url).get(path).query(query);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      return [status, text];
    };
    expect(await send({})).toEqual([401, denial('invalid-token-type')]);
    expect(await send({ token: 'captcha|x' })).toEqual([401, denial('invalid-token-type')]);
    expect(await send({ token: 'jwt|made-up' })).toEqual([401, denial('jwt-invalid')]);
    expect(await send({ token: 'turnstile|made-up' })).toEqual([
      401,
      denial('invalid-input-response'),
    ]);
  },
);

test('a used captcha is refused', async () => {
  const token = solved();
  await scrape({ ...NOBODY, token });
  expect((await scrape({ ...NOBODY, token })).status).toBe(401);
});

test('a failing captcha service is not the client’s fault', async () => {
  captcha.behave('error');
  const { status, headers, body } = await scrape({ ...NOBODY, token: solved() });
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(JSON.parse(body)._errors[0]).toMatch(/captcha service is unavailable/);
});

test('a reconnecting browser is told to stop, and the captcha service gets no request', async () => {
  const query = { ...NOBODY, token: solved() };
  const { status } = await scrape(query, { 'last-event-id': '3' });
  expect([status, captcha.count('/turnstile/v0/siteverify')]).toEqual([204, 0]);
});

test('the list of sources needs no token', async () => {
  expect((await request(server.url).get('/metadata')).status).toBe(200);
});
