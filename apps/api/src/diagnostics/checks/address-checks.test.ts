import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { startTls } from '../../../../../tests/support/localhost-tls.ts';
import { addressChecks, type AddressCheckOptions } from './address-checks.ts';
import type { Finding } from './run-checks.ts';

const stopped = new AbortController().signal;
type Changes = Partial<Omit<AddressCheckOptions, 'request'>>;

/** Runs one check for a request with these headers. */
async function findingOf(
  check: string,
  changes: Changes = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Finding | undefined> {
  const { trustedProxies = [] } = changes;
  const app = fastify(trustedProxies.length > 0 ? { trustProxy: [...trustedProxies] } : {});
  let finding: Finding | undefined;
  app.get('/', async (request) => {
    const checks = addressChecks({
      request,
      publicUrl: undefined,
      trustedProxies,
      casts: true,
      probeStream: undefined,
      now: Date.now,
      ...changes,
    });
    finding = await checks.find((one) => one.check === check)?.run(stopped);
    return null;
  });
  await app.inject({ url: '/', headers: { host: 'films.example.org', ...headers } });
  await app.close();
  return finding;
}

const codeOf = async (...request: Parameters<typeof findingOf>): Promise<string | undefined> =>
  (await findingOf(...request))?.code;

test('a certificate that nobody trusts, or that has expired, is told apart from an unreachable server', async () => {
  const tls = await startTls('valid');
  onTestFinished(tls.close);
  const publicUrl = tls.url;
  expect(await codeOf('certificate')).toBe('certificateOff');
  expect(await codeOf('certificate', { publicUrl: 'http://films.example.org' })).toBe(
    'certificateOff',
  );
  expect(await codeOf('certificate', { publicUrl })).toBe('certificateUntrusted');
  const old = await startTls('expired');
  onTestFinished(old.close);
  expect(await codeOf('certificate', { publicUrl: old.url })).toBe('certificateExpired');
  expect(await codeOf('certificate', { publicUrl: 'https://localhost:1' })).toBe(
    'certificateUnreachable',
  );
});

test('the hours since a certificate expired are told, not a day that is not over', async () => {
  const { url: publicUrl, close } = await startTls('valid');
  onTestFinished(close);
  const expiresAt = Date.parse('2126-11-02T03:09:53Z');
  const now = () => expiresAt + 3_600_000;
  const finding = await findingOf('certificate', { publicUrl, now });
  expect(finding).toMatchObject({ code: 'certificateExpired', facts: { validDays: 1 / 24 } });
});

test('reverse proxies are trusted, unknown, or passed by', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  const trustedProxies = ['127.0.0.1'];
  expect(await codeOf('trustedProxies')).toBe('proxiesDirect');
  expect(await codeOf('trustedProxies', {}, forwarded)).toBe('proxiesUntrusted');
  expect(await codeOf('trustedProxies', { trustedProxies }, forwarded)).toBe('proxiesTrusted');
  expect(await codeOf('trustedProxies', { trustedProxies })).toBe('proxiesUnused');
});

test('casting needs HTTPS, a name that televisions find, and CORS', async () => {
  const site = (publicUrl: string) => ({ publicUrl });
  expect(await codeOf('casting', { casts: false })).toBe('castingOff');
  expect(await codeOf('casting', site('http://localhost:8080'))).toBe('castingLocal');
  expect(await codeOf('casting')).toBe('castingInsecure');
  expect(await codeOf('casting', site('https://films.local'))).toBe('castingName');
  expect(await codeOf('casting', site('https://films'))).toBe('castingName');
  expect(await codeOf('casting', site('https://films.example.org'))).toBe('castingOk');
  const probe = (allowedOrigin: string | undefined) => ({
    ...site('https://films.example.org'),
    probeStream: async () => ({
      status: 200,
      allowedOrigin,
      isDestinations: false,
      body: '',
    }),
  });
  expect(await codeOf('casting', probe('*'))).toBe('castingOk');
  expect(await codeOf('casting', probe(undefined))).toBe('castingCors');
  const unreachable = {
    ...site('https://films.example.org'),
    probeStream: () => Promise.reject(new Error('refused')),
  };
  expect(await codeOf('casting', unreachable)).toBe('castingOk');
});
