import { describe, expect, test } from 'vitest';
import { createLog, loggedUrl } from './log.ts';

describe('what an address looks like in the log', () => {
  test.each([
    ['/meta', '/meta'],
    ['/scrape?type=movie&token=jwt|abc', '/scrape?type=movie&token=[hidden]'],
    ['/x?api_key=1&KEY=2&page=3', '/x?api_key=[hidden]&KEY=[hidden]&page=3'],
    [
      '/proxy?destination=https%3A%2F%2Fcdn.test%2Ffilm.m3u8%3Fsecret%3D1',
      '/proxy?destination=https://cdn.test',
    ],
    ['/stream/q5_-Zx/index.m3u8', '/stream/[hidden]/index.m3u8'],
    ['/stream/q5_-Zx?_HLS_msn=7', '/stream/[hidden]?_HLS_msn=7'],
    ['/subtitles/file/q5_-Zx', '/subtitles/file/[hidden]'],
    ['/links/q5_-Zx', '/links/[hidden]'],
    ['/subtitles/search?tmdbId=7', '/subtitles/search?tmdbId=7'],
    ['/proxy?Destination=https%3A%2F%2Fa.test%2Fx%3Ft%3D1', '/proxy?Destination=https://a.test'],
    ['/proxy?destination=nonsense', '/proxy?destination=[hidden]'],
    [
      '/scrape/embed?id=a&url=https%3A%2F%2Fa.test%2Fx%3Ftoken%3D1',
      '/scrape/embed?id=a&url=https://a.test',
    ],
  ])('%s is logged as %s', (url, logged) => {
    expect(decodeURIComponent(loggedUrl(url))).toBe(logged);
  });

  test.each([`/${'a'.repeat(10_240)}`, `/meta?q=${'a'.repeat(10_240)}`])(
    'ten kilobytes are cut short',
    (url) => {
      expect(loggedUrl(url)).toBe(`${url.slice(0, 500)}…`);
    },
  );
});

test('secrets in what is logged are hidden at every usual depth', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ token: 't1', body: { password: 'p1', inner: { secret: 's1' } } }, 'hello');
  const line = lines.join('');
  expect(line).toContain('hello');
  for (const secret of ['t1', 'p1', 's1']) expect(line).not.toContain(`"${secret}"`);
});

test('an error of the database is logged with its code and its place, without the values', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    constraint: 'users_public_key_key',
    detail: 'Key (public_key)=(of-somebody) already exists.',
    where: 'JSON data, line 1: {"title":"A film"}',
  });
  log.error({ err: error }, 'request failed');
  const line = lines.join('');
  for (const told of ['duplicate key', '23505', 'users_public_key_key', 'log.test.ts']) {
    expect(line).toContain(told);
  }
  for (const kept of ['of-somebody', 'A film']) expect(line).not.toContain(kept);
});
