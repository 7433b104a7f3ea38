import { expect, test } from 'vitest';
import { AddonStream } from './addon-client.ts';
import { containerOf, linkOf, playableStreams } from './addon-streams.ts';

test.each([
  [{ url: 'https://a.test/a.MKV?x=1' }, '.mkv'],
  [{ url: 'https://a.test/1', behaviorHints: { filename: 'Film.2031.avi' } }, '.avi'],
  [{ url: 'https://a.test/a.mp4' }, undefined],
  [{ infoHash: 'a'.repeat(40) }, undefined],
])('the format of %j is %s', (stream, format) => {
  expect(containerOf(AddonStream.parse(stream))).toBe(format);
});

test('the number of streams is limited', () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    AddonStream.parse({ url: `https://a.test/${at}.mp4` }),
  );
  expect(playableStreams(many, { isConverting: false })).toHaveLength(12);
});

const FILE_URL = 'https://a.test/a.mkv';

test('a file has a link for another player unless it needs headers', () => {
  expect(linkOf(AddonStream.parse({ url: FILE_URL, behaviorHints: {} }))).toBe(FILE_URL);
  const proxyHeaders = { request: { 'X-Key': 'key' } };
  expect(
    linkOf(AddonStream.parse({ url: FILE_URL, behaviorHints: { proxyHeaders } })),
  ).toBeUndefined();
});

test.each(['ftp://a.test/a.mkv', 'javascript:alert(1)', `${FILE_URL}?${'x'.repeat(8_000)}`])(
  'another URL is no link (%#)',
  (url) => {
    expect(linkOf(AddonStream.parse({ url, behaviorHints: {} }))).toBeUndefined();
  },
);
