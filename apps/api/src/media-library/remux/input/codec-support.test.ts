import { parseCapabilities } from '@matinee/shared/media/capabilities';
import { expect, test } from 'vitest';
import { hasVideoCodec, missingCodec } from './codec-support.ts';

const BROWSER = parseCapabilities('avc,aac,mp3,opus');

test.each([
  ['hvc1.1.6.L93.B0,mp4a.40.2', { format: 'HEVC', part: 'video' }],
  ['avc1.6e0029,mp4a.40.2', { format: 'H.264', part: 'video' }],
  ['av01.0.04M.08,opus', { format: 'AV1', part: 'video' }],
  ['avc1.64001f,ac-3', { format: 'AC-3', part: 'audio' }],
  ['avc1.64001f,mp4a.a6', { format: 'E-AC-3', part: 'audio' }],
  ['avc1.64001f,dtsc', { format: 'DTS', part: 'audio' }],
])('%s is missing in a browser that decodes H.264 and AAC', (codecs, missing) => {
  expect(missingCodec(codecs.split(','), BROWSER)).toEqual(missing);
});

test.each([
  ['one of several kinds of sound plays', 'avc1.64001f,ac-3,mp4a.40.2'],
  ['MP3 has a number of its own', 'avc1.64001f,mp4a.40.34'],
  ['levels are left to the browser', 'avc1.640034'],
  ['an old way to write H.264 is', 'avc1.66.30,mp4a.40.2'],
  ['codecs that no capability names are', 'dvh1.05.06,mp4a.40.2'],
  ['subtitles need no decoder', 'stpp.ttml.im1t,avc1.64001f'],
  ['a stream may tell nothing', ''],
])('%s', (_what, codecs) => {
  expect(missingCodec(codecs.split(','), BROWSER)).toBeUndefined();
});

test('ten bits of a codec are a capability of their own', () => {
  const ten = ['hvc1.2.4.L120.B0'];
  expect(missingCodec(ten, parseCapabilities('hevc'))?.format).toBe('HEVC');
  expect(missingCodec(ten, parseCapabilities('hevc,hevc-10'))).toBeUndefined();
});

test('sound alone is not video', () => {
  expect(hasVideoCodec(['mp4a.40.2'])).toBe(false);
  expect(hasVideoCodec(['mp4a.40.2', 'vp09.00.41.08'])).toBe(true);
});
