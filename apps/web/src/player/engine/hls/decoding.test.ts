// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { fakeVideo } from '../../testing/fake-video.ts';
import type { PlaybackError } from '../engine.ts';
import { withCodec } from './decoding.ts';

const error: PlaybackError = {
  type: 'hls',
  errorName: 'manifestIncompatibleCodecsError',
  key: 'errorNoDecoder',
};

function named(codecs: string | undefined, failed = error) {
  const { video } = fakeVideo();
  vi.spyOn(video, 'canPlayType').mockReturnValue('');
  return withCodec(video, failed, codecs);
}

test.each([
  ['hvc1.1.6.L93.B0,mp4a.40.2', 'errorNoPicture', 'HEVC'],
  ['mp4a.40.2, dvh1.05.06', 'errorNoPicture', 'Dolby Vision'],
  ['avc1.64001f, ac-3', 'errorNoSound', 'AC-3'],
])('the codec that the browser lacks among %s is named', (codecs, key, codec) => {
  expect(named(codecs)).toEqual({ ...error, key, codec });
});

test.each([['avc1.64001f,mp4a.40.2'], [undefined]])('%s tells no codec', (codecs) => {
  expect(named(codecs)).toEqual(error);
});

test('other errors have other reasons', () => {
  const broken: PlaybackError = { ...error, key: 'errorNetwork' };
  expect(named('hvc1.1.6.L93.B0', broken)).toEqual(broken);
});
