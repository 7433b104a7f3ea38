import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeWindow } from './testing/fake-extension.ts';
import { prepareStream, releaseStream } from './prepare-stream.ts';

const { signal } = new AbortController();
const common = { flags: [], captions: [] };
const movie = (host: string): Stream => ({
  ...common,
  id: host,
  type: 'file',
  qualities: { '720': { type: 'mp4', url: `https://${host}/film.mp4` } },
  headers: { Referer: host },
});

let messages: readonly { readonly body: unknown }[] = [];
/** Each test releases its streams, because rules belong to the page. */
beforeEach(() => {
  const fake = createFakeWindow(() => ({ success: true }));
  vi.stubGlobal('window', fake.window);
  messages = fake.messages;
});
afterEach(() => vi.unstubAllGlobals());

const rules = () =>
  messages.map(({ body }) => {
    const { ruleId, targetDomains } = Object(body);
    return `${ruleId} ${targetDomains.join(' ')}`;
  });

test('each stream has its own rule until it is released', async () => {
  const [playing, next, other] = [movie('a.test'), movie('b.test'), movie('c.test')];
  await prepareStream(playing, signal);
  await prepareStream(next, signal);
  releaseStream(playing);
  releaseStream(playing);
  await prepareStream(other, signal);
  expect(rules()).toEqual(['1 a.test', '2 b.test', '1 released.invalid', '1 c.test']);
  releaseStream(next);
  releaseStream(other);
  releaseStream(movie('d.test'));
  expect(rules().slice(4)).toEqual(['2 released.invalid', '1 released.invalid']);
});

test('of streams that never played, the oldest loses its rule', async () => {
  const movies = Array.from({ length: 9 }, (_, at) => movie(`${at}.test`));
  for (const one of movies) await prepareStream(one, signal);
  expect(rules().at(-1)).toBe('1 8.test');
  for (const one of movies) releaseStream(one);
  expect(rules()).toHaveLength(9 + 8);
});

test('a playlist’s own segments are allowed on any host, and an unreadable playlist is ignored', async () => {
  const texts: Record<string, string> = {
    'https://a.test/master.m3u8': [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="https://sound.test/audio.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      'https://picture.test/720.m3u8?x=1',
    ].join('\n'),
    'https://picture.test/720.m3u8?x=1': [
      '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.test/1"',
      '#EXTINF:4,',
      'https://cdn.test/1.ts',
      '2.ts',
    ].join('\r\n'),
  };
  vi.stubGlobal('fetch', async (url: string) =>
    url in texts ? new Response(texts[url]) : Promise.reject(new TypeError('unreadable')),
  );
  const stream: Stream = {
    ...common,
    id: 'hls',
    type: 'hls',
    playlist: 'https://a.test/master.m3u8',
  };
  await prepareStream(stream, signal);
  expect(rules()).toEqual(['1 a.test', '1 a.test sound.test picture.test keys.test cdn.test']);
  releaseStream(stream);
  const closed: Stream = { ...stream, playlist: 'https://closed.test/x.m3u8' };
  await prepareStream(closed, signal);
  expect(rules().at(-1)).toBe('1 closed.test');
  releaseStream(closed);
});
