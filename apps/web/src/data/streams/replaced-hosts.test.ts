import type { FileStream, HlsStream } from '@matinee/shared/media/stream';
import { expect, test } from 'vitest';
import { withReplacedHosts } from './replaced-hosts.ts';

const RULES = [{ before: 'old.test', after: 'new.test' }];
const common = { id: 's', flags: [], captions: [] };
const playlist = (url: string): HlsStream => ({ ...common, type: 'hls', playlist: url });

test.each([
  ['http://cdn.old.test:8080/a.m3u8?b=1', 'https://new.test/a.m3u8?b=1'],
  ['https://old.test/a', 'https://new.test/a'],
  ['https://old.test.evil/a', 'https://old.test.evil/a'],
  ['https://other.test/old.test', 'https://other.test/old.test'],
  ['/stream/ticket', '/stream/ticket'],
  ['data:text/plain,old.test', 'data:text/plain,old.test'],
])('%s is asked for at %s', (before, after) => {
  expect(withReplacedHosts(playlist(before), RULES)).toEqual(playlist(after));
});

test('every file and the thumbnails move along', () => {
  const film = (host: string): FileStream => ({
    ...common,
    type: 'file',
    qualities: {
      720: { type: 'mp4', url: `https://${host}/720.mp4` },
      360: { type: 'mp4', url: `https://${host}/360.mp4` },
    },
    thumbnailTrack: { type: 'vtt', url: `https://${host}/t.vtt` },
  });
  expect(withReplacedHosts(film('a.old.test'), RULES)).toEqual(film('new.test'));
});

test('without rules nothing is touched', () => {
  const stream = playlist('https://old.test/a');
  expect(withReplacedHosts(stream, [])).toBe(stream);
});
