import type { Fetcher } from '@matinee/sources/source';
import { expect, test, vi } from 'vitest';
import { createReleases } from './releases.ts';

const { signal } = new AbortController();
const NOTES = 'https://git.example.org/matinee/releases/v4.10.0';
const release = (tag: string, more: object = {}): object => ({
  tag_name: tag,
  published_at: '2026-11-20T10:00:00Z',
  html_url: NOTES,
  ...more,
});

function releasesOf(body: string, { status = 200, url = 'https://git.example.org/latest' } = {}) {
  let time = 0;
  const fetch = vi.fn<Fetcher>(async () => ({ status, headers: {}, finalUrl: url, body }));
  const { check, findNewer } = createReleases({ url, version: '4.9.5', fetch, now: () => time });
  return { run: () => check.run(signal), findNewer, fetch, pass: (ms: number) => (time += ms) };
}

test('a newer release is told with its version, date and notes', async () => {
  const facts = { version: '4.10.0', date: '2026-11-20', notes: NOTES };
  const finding = { code: 'releaseNewer', facts };
  const list = [release('v4.9.4'), release('v4.10.0'), release('v4.9.6')];
  expect(await releasesOf(JSON.stringify(release('v4.10.0'))).run()).toEqual(finding);
  expect(await releasesOf(JSON.stringify(list)).run()).toEqual(finding);
  const gitLab = { tag_name: 'v4.10.0', released_at: '2026-11-20T10:00:00.000+01:00' };
  const links = { _links: { self: NOTES } };
  expect(await releasesOf(JSON.stringify({ ...gitLab, ...links })).run()).toEqual(finding);
});

test.each([
  ['the same version', release('v4.9.5')],
  ['an older one', release('4.9.4')],
  ['a draft beside it', [release('v4.9.5'), release('v5.0.0', { draft: true })]],
  ['one without a date beside it', [release('v4.9.5'), release('v5.0.0', { published_at: null })]],
  ['a candidate beside it', [release('v4.9.5'), release('v5.0.0-rc.1')]],
  ['a pre-release beside it', [release('v4.9.5'), release('v5.0.0', { prerelease: true })]],
])('%s is no news', async (_name, body) => {
  const finding = { code: 'releaseOk', facts: { version: '4.9.5' } };
  expect(await releasesOf(JSON.stringify(body)).run()).toEqual(finding);
});

test.each([
  ['no JSON', '<h1>Down</h1>', 200, 'no release'],
  ['no releases', '[]', 200, 'no release'],
  [
    'a script as notes',
    JSON.stringify(release('v9.0.0', { html_url: 'javascript:alert(1)' })),
    200,
    'no release',
  ],
  ['an error', '{}', 404, 'status 404'],
])('%s is unknown', async (_name, body, status, reason) => {
  expect(await releasesOf(body, { status }).run()).toEqual({
    code: 'releaseUnknown',
    facts: { reason },
  });
});

const HOUR_MS = 3_600_000;

test('nothing is asked unless it is turned on', async () => {
  const fetch = vi.fn<Fetcher>();
  const off = createReleases({ url: undefined, version: '4.9.5', fetch, now: () => 0 });
  expect(await off.check.run(signal)).toEqual({ code: 'releaseOff' });
  expect(await off.findNewer()).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});

test('the notice and the check share one request a day', async () => {
  const on = releasesOf(JSON.stringify(release('v4.10.0')));
  const newer = { version: '4.10.0', date: '2026-11-20', notes: NOTES };
  expect(await Promise.all([on.findNewer(), on.findNewer()])).toEqual([newer, newer]);
  on.pass(23 * HOUR_MS);
  expect(await on.findNewer()).toEqual(newer);
  expect(await on.run()).toMatchObject({ code: 'releaseNewer' });
  expect(on.fetch).toHaveBeenCalledOnce();
  on.pass(HOUR_MS);
  await on.findNewer();
  expect(on.fetch).toHaveBeenCalledTimes(2);
});

test('after a failure, only the check asks again on the same day', async () => {
  const broken = releasesOf('{}', { status: 500 });
  expect(await broken.findNewer()).toBeNull();
  expect(await broken.findNewer()).toBeNull();
  expect(broken.fetch).toHaveBeenCalledOnce();
  await broken.run();
  expect(broken.fetch).toHaveBeenCalledTimes(2);
});

test('the running version is no news for a notice', async () => {
  expect(await releasesOf(JSON.stringify(release('v4.9.5'))).findNewer()).toBeNull();
});
