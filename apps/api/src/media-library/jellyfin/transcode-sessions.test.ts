import type { Fetcher } from '@matinee/sources/source';
import type { MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import { expect, test, vi } from 'vitest';
import { createTranscodeSessions } from './transcode-sessions.ts';

const server: MediaServer = { product: 'jellyfin', base: 'http://nas.test/jf', apiKey: 'secret' };
const segment = (at: number, session: string) =>
  `http://nas.test/jf/videos/7/hls1/main/${at}.ts?DeviceId=matinee&PlaySessionId=${session}`;

function watched(
  responses: Fetcher = async (url) => ({ status: 204, headers: {}, finalUrl: url, body: '' }),
) {
  const requested: string[] = [];
  const warnings: string[] = [];
  const fetch: Fetcher = async (url, options) => {
    const { deviceId, playSessionId } = options.query ?? {};
    requested.push(`${options.method} ${url} ${deviceId} ${playSessionId}`);
    return await responses(url, options);
  };
  const log = (message: string) => warnings.push(message);
  return { requested, warnings, ...createTranscodeSessions({ server, fetch, log }) };
}

const ended = (session: string) =>
  `DELETE http://nas.test/jf/Videos/ActiveEncodings matinee ${session}`;

test('when a viewer leaves, the transcoding of each track is stopped once', () => {
  const { requested, observer } = watched();
  for (const session of ['s', 'sa2']) {
    observer.reads('visitor', segment(0, session));
    observer.reads('visitor', segment(1, session));
  }
  observer.reads('another', segment(0, 't'));
  expect(requested).toEqual([]);
  observer.left('visitor');
  observer.left('visitor');
  expect(requested).toEqual([ended('s'), ended('sa2')]);
});

test('when this server stops, all transcoding stops', async () => {
  const { requested, observer, stop } = watched();
  observer.reads('one', segment(0, 's'));
  observer.reads('another', segment(0, 't'));
  await stop();
  expect(requested).toEqual([ended('s'), ended('t')]);
});

test.each([
  ['a playlist', 'http://nas.test/jf/videos/7/main.m3u8?DeviceId=matinee&PlaySessionId=s'],
  ['a file', 'http://nas.test/jf/Videos/7/stream.mp4?static=true'],
  ['another server’s segment', segment(0, 's').replace('nas.test', 'stranger.test')],
  ['a file of a library', 'library:folder/1'],
])('%s belongs to no transcoding session', (_what, url) => {
  const { requested, observer } = watched();
  observer.reads('visitor', url);
  observer.left('visitor');
  expect(requested).toEqual([]);
});

test('an unreachable media server is logged, without its address', async () => {
  const { observer, warnings } = watched(() => Promise.reject(new Error('no route to nas.test')));
  observer.reads('visitor', segment(0, 's'));
  observer.left('visitor');
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  expect(warnings[0]).not.toContain('nas.test');
});
