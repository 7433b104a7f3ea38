import { expect, test } from 'vitest';
import { findFfmpeg, NO_FFMPEG } from './ffmpeg.ts';
import { findH264Encoder } from './h264-encoders.ts';

const ENCODERS = [
  ' V....D libx264              H.264',
  ' V....D h264_nvenc           NVIDIA NVENC H.264 encoder',
  ' V..... h264_qsv             H.264 (Intel Quick Sync Video acceleration)',
  ' V....D h264_vaapi           H.264/AVC (VAAPI)',
  ' A....D aac                  AAC (Advanced Audio Coding)',
].join('\n');
const FILTERS = ' .S. zscale  V->V  Apply resizing\n .S. tonemap  V->V  Conversion\n';

/** Simulates ffmpeg with hardware for only these encoders. */
const ffmpegWith =
  (...working: readonly string[]) =>
  async (args: readonly string[]): Promise<string> => {
    if (args.includes('-encoders')) return ENCODERS;
    if (args.includes('-filters')) return FILTERS;
    if (args.includes('-muxers')) return '  E chromaprint     Chromaprint\n';
    if (!working.some((name) => args.includes(name))) throw new Error('no device');
    return '';
  };

test('the encoder is the first that encodes a test picture', async () => {
  const all = ffmpegWith('h264_nvenc', 'h264_qsv', 'h264_vaapi', 'libx264');
  expect((await findH264Encoder(ENCODERS, all, () => true))?.name).toBe('h264_nvenc');
  const intel = ffmpegWith('h264_qsv', 'h264_vaapi', 'libx264');
  expect((await findH264Encoder(ENCODERS, intel, () => true))?.name).toBe('h264_qsv');
  const some = ffmpegWith('h264_vaapi', 'libx264');
  expect((await findH264Encoder(ENCODERS, some, () => true))?.name).toBe('h264_vaapi');
  expect((await findH264Encoder(ENCODERS, some, () => false))?.name).toBe('libx264');
  expect(await findH264Encoder(ENCODERS, ffmpegWith(), () => true)).toBeUndefined();
  expect(await findH264Encoder('', all, () => true)).toBeUndefined();
});

test('what ffmpeg can do is known from its lists', async () => {
  const { h264, ...able } = await findFfmpeg(ffmpegWith('libx264'));
  expect({ ...able, name: h264?.name }).toEqual({
    isAvailable: true,
    canEncodeAac: true,
    canToneMap: true,
    canFingerprint: true,
    name: 'libx264',
  });
  expect(await findFfmpeg(() => Promise.reject(new Error('ENOENT')))).toBe(NO_FFMPEG);
});
