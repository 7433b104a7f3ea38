import { expect, test } from 'vitest';
import { AddonStream } from './addon-client.ts';
import { containerOf, playableStreams } from './addon-streams.ts';

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
